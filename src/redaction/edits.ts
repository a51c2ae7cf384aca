/** What replaces findings in a text: every occurrence of a value, as edits of a text or of a block of Markdown. */
import type { Block, Inline } from '#src/lib/text/blocks.ts';
import type { Finding, Fragment, TextRange } from './finding.ts';
import { placeIn, type Reading, readingsOf } from './reading.ts';

/** A range of a text and its replacement. */
export interface Edit extends TextRange {
  text: string;
}

/**
 * The edits for a fragment, in order and without overlap: every secret and home path that is not kept, and every other
 * finding that the owner decided to replace or leave out.
 */
export function editsIn(fragment: Pick<Fragment, 'text' | 'isSlug'>, findings: readonly Finding[]): Edit[] {
  return editsFor(fragment, findings.filter(isReplaced));
}

/**
 * Edits that replace every occurrence of these findings in a fragment, and the given places of others. Where findings
 * overlap, the widest is used.
 */
export function editsFor(
  { text, isSlug }: Pick<Fragment, 'text' | 'isSlug'>,
  findings: readonly Finding[],
  placed: readonly (TextRange & { finding: Finding })[] = [],
): Edit[] {
  if (findings.length === 0 && placed.length === 0) return [];
  const readings = findings.length === 0 ? [] : readingsOf(text);
  const found = findings.flatMap((finding) =>
    occurrencesOf(finding, readings, isSlug).map((range) => ({ ...range, finding })),
  );
  return united([...found, ...placed]).map(({ start, end, members }) => ({
    start,
    end,
    text: apart(text.slice(Math.max(0, start - 2), start), widest(members).replacement, text.slice(end, end + 2)),
  }));
}

/** A replacement between these texts, with a space on each side where it would touch a letter or digit. */
export function apart(before: string, replacement: string, after: string): string {
  const left = /[\p{L}\p{N}]$/u.test(before) && /^[\p{L}\p{N}[]/u.test(replacement) ? ' ' : '';
  const right = /^[\p{L}\p{N}]/u.test(after) && /[\p{L}\p{N}\]]$/u.test(replacement) ? ' ' : '';
  return left + replacement + right;
}

/** The edited text. The edits must be in order and not overlap, as those of `editsIn`. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  let edited = '';
  let last = 0;
  for (const { start, end, text: replacement } of edits) {
    edited += text.slice(last, start) + replacement;
    last = end;
  }
  return edited + text.slice(last);
}

/** Whether a finding is replaced in the post. */
function isReplaced({ class: severity, decision, mayKeep }: Finding): boolean {
  if (severity === 'must') return !mayKeep || decision !== 'keep';
  return decision === 'replace' || decision === 'leave-out';
}

function widest(members: readonly (TextRange & { finding: Finding })[]): Finding {
  const [first, ...rest] = members;
  if (!first) throw new Error('A range has no members.');
  return rest.reduce((best, each) => (sizeOf(each) > sizeOf(best) ? each : best), first).finding;
}

function sizeOf({ start, end, finding }: TextRange & { finding: Finding }): number {
  // Of two with the same size, the secret wins.
  return end - start + (finding.class === 'must' ? 0.5 : 0);
}

/** A shorter secret may be part of a word by chance, unless it mixes sorts of characters. */
const SHORTEST_INSIDE = 8;
const MIXED = /^(?=.*\p{L})(?:.*[^\p{L}]|.*\p{Ll}\p{Lu}).*$/su;

/**
 * Every occurrence of a value in a text, in whatever disguise and whether or not a rule would find it there: a password is
 * secret wherever it appears. Other values match as whole words, ignoring case. In a slug, a value also matches by its
 * words alone.
 */
export function occurrencesOf(
  finding: Pick<Finding, 'value' | 'mayKeep' | 'class'>,
  readings: readonly Reading[],
  isSlug = false,
): TextRange[] {
  const { value, mayKeep } = finding;
  const anywhere = !mayKeep && value.length >= (MIXED.test(value) ? 6 : SHORTEST_INSIDE);
  const before = !anywhere && /^[\p{L}\p{N}]/u.test(value) ? '(?<![\\p{L}\\p{N}])' : '';
  const after = !anywhere && /[\p{L}\p{N}]$/u.test(value) ? '(?![\\p{L}\\p{N}])' : '';
  const plain = before + spelled(value) + after;
  const slug = isSlug ? asSlug(value) : '';
  const pattern = slug === '' ? new RegExp(plain, mayKeep ? 'giu' : 'gu') : new RegExp(`${plain}|${slug}`, 'giu');
  const found = readings.flatMap((reading) =>
    reading.isUnmarked && finding.class !== 'must'
      ? []
      : [...reading.text.matchAll(pattern)].map(({ index, 0: match }) => placeIn(reading, index, index + match.length)),
  );
  return united(found).map(({ start, end }) => ({ start, end }));
}

/** A final `!` or `?` may belong to the value or the sentence, so the value matches without it too. */
function spelled(value: string): string {
  const [, body = value, mark = ''] = /^(.{6,}?)([!?]+)$/su.exec(value) ?? [];
  return escaped(body) + (mark === '' ? '' : `(?:${escaped(mark)})?`);
}

/** The words of a value as a file name has them: `Ada@acme.io` is `ada-acme-io` or `ada-acme.io`. */
function asSlug(value: string): string {
  const words =
    value
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.length === 0 ? '' : `(?<![\\p{L}\\p{N}])${words.join('[-._]+')}(?![\\p{L}\\p{N}])`;
}

/** Ranges in order, with overlapping ones merged. */
export function united<R extends TextRange>(ranges: readonly R[]): (TextRange & { members: R[] })[] {
  const groups: (TextRange & { members: R[] })[] = [];
  for (const range of ranges.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = groups.at(-1);
    if (last && range.start < last.end) {
      last.end = Math.max(last.end, range.end);
      last.members.push(range);
    } else {
      groups.push({ start: range.start, end: range.end, members: [range] });
    }
  }
  return groups;
}

/** A value as a regular expression that matches it. */
export function escaped(value: string): string {
  return value.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

type EditsOf = (text: string) => Edit[];

/**
 * Applies `editsOf` to each text of a block: to each inline run as one text, whatever marks divide it, to each code block
 * and its language, to each row of a table, and to each address. A link whose address is edited becomes plain text.
 */
export function editBlock(block: Block, editsOf: EditsOf): Block {
  switch (block.kind) {
    case 'paragraph':
    case 'heading':
      return { ...block, children: editInline(block.children, editsOf) };
    case 'list':
      return { ...block, items: block.items.map((item) => item.map((each) => editBlock(each, editsOf))) };
    case 'table':
      return { ...block, rows: block.rows.map((row) => editRow(row, editsOf)) };
    case 'note':
      return {
        ...block,
        name: applyEdits(block.name, editsOf(block.name)),
        children: editInline(block.children, editsOf),
      };
    case 'quote':
      return { ...block, children: block.children.map((each) => editBlock(each, editsOf)) };
    case 'code':
      return {
        ...block,
        language: applyEdits(block.language, editsOf(block.language)),
        text: applyEdits(block.text, editsOf(block.text)),
      };
    case 'rule':
      return block;
  }
}

/** Does the same for a run of inline nodes. An edit that spans several nodes puts its text into the first. */
export function editInline(nodes: readonly Inline[], editsOf: EditsOf): Inline[] {
  const text = joined(nodes);
  return editRun(nodes, text === '' ? [] : editsOf(text), editsOf);
}

const BORDER = ' | ';

/** A row is one text, since a cell may say what the next one is: `| password | … |`. */
function editRow(cells: readonly Inline[][], editsOf: EditsOf): Inline[][] {
  const texts = cells.map(joined);
  const edits = editsOf(`| ${texts.join(BORDER)} |`);
  let offset = '| '.length;
  return cells.map((cell, i) => {
    const edited = editRun(cell, edits, editsOf, offset);
    offset += (texts[i] ?? '').length + BORDER.length;
    return edited;
  });
}

/** The text of a run; a break is one character. */
function joined(nodes: readonly Inline[]): string {
  return nodes
    .map((node) => {
      if (node.kind === 'break') return '\n';
      return 'children' in node ? joined(node.children) : node.text;
    })
    .join('');
}

/** The nodes with these edits of their text, in which they begin at `offset`. */
function editRun(nodes: readonly Inline[], edits: readonly Edit[], editsOf: EditsOf, offset = 0): Inline[] {
  let start = offset;
  return nodes.flatMap((node): Inline[] => {
    const begin = start;
    const text = joined([node]);
    start += text.length;
    if (node.kind === 'break') return editPart('\n', edits, begin) === '\n' ? [node] : [];
    if (!('children' in node)) {
      const edited = editPart(text, edits, begin);
      return edited === '' && text !== '' ? [] : [{ ...node, text: edited }];
    }
    const children = editRun(node.children, edits, editsOf, begin);
    if (node.kind === 'link' && editsOf(node.href).length > 0) return children;
    return children.length === 0 && node.children.length > 0 ? [] : [{ ...node, children }];
  });
}

/** The part of a run that begins at `start`, edited. */
function editPart(text: string, edits: readonly Edit[], start: number): string {
  const end = start + text.length;
  const own = edits.filter((edit) => edit.end > start && edit.start < end);
  const inPart = own.map((edit) => ({
    start: Math.max(edit.start, start) - start,
    end: Math.min(edit.end, end) - start,
    text: edit.start >= start ? edit.text : '',
  }));
  return applyEdits(text, inPart);
}
