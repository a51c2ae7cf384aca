import type MarkdownIt from 'markdown-it';
import { type Block, type Inline, mapSpans } from './blocks.ts';

type RuleInline = Parameters<MarkdownIt['inline']['ruler']['push']>[1];

/** The characters of file names, globs, identifiers and formulas. */
const NAME = /[A-Za-z0-9_/\\.~$@%=+-]/;
/** Punctuation that may follow a closing mark. */
const CLAUSE_END = /[.,;:!?)\]}"'’”…—-]/;
const BLANK = /\s/;

/**
 * A markdown-it rule that keeps `*` and `_` in names such as `__init__.py`, `tests/_fixtures_/a.ts`, `src/**\/*.ts` and
 * `2*3*4`, where standard Markdown would read them as emphasis and remove them. A mark opens emphasis only after a blank or
 * bracket and before a letter, and closes it only after a letter and before punctuation or a blank. `__` is never emphasis,
 * since `__init__` is usually a name.
 */
export const nameMarks: RuleInline = (state, silent) => {
  const { src, pos } = state;
  const mark = src.charAt(pos);
  if (mark !== '*' && mark !== '_') return false;
  let end = pos + 1;
  while (src.charAt(end) === mark) end++;
  const counts = !(mark === '_' && end - pos > 1) && (opens(src, pos, end) || closes(src, pos, end));
  if (counts) return false;
  if (!silent) state.pending += src.slice(pos, end);
  state.pos = end;
  return true;
};

function opens(src: string, start: number, end: number): boolean {
  const after = src.charAt(end);
  const isFree = start === 0 || !NAME.test(src.charAt(start - 1));
  return isFree && after !== '' && !BLANK.test(after) && !/[/\\.,;:=*_]/.test(after);
}

function closes(src: string, start: number, end: number): boolean {
  const before = src.charAt(start - 1);
  if (before === '' || BLANK.test(before)) return false;
  const after = src.charAt(end);
  if (after === '' || !NAME.test(after)) return true;
  const next = src.charAt(end + 1);
  return CLAUSE_END.test(after) && (next === '' || !NAME.test(next));
}

/** markdown-it rules for what only drafts have: comments, and pictures that are figures of ours. */

type RuleBlock = Parameters<MarkdownIt['block']['ruler']['push']>[1];

const COMMENT = /<!--([\s\S]*?)-->/y;
const PICTURE = /!\[([^[\]\n]*)\]\([ \t]*<?([^\s()<>]*)>?[ \t]*(?:"[^"\n]*"[ \t]*)?\)/y;

/** A comment on lines of its own. One that does not end takes the rest of the text with it, so that nothing of it is published. */
export const comments: RuleBlock = (state, first, last, silent) => {
  const lineAt = (line: number) =>
    state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line]);
  if (!lineAt(first).startsWith('<!--') || (state.sCount[first] ?? 0) - state.blkIndent >= 4) return false;
  const lines: string[] = [];
  let line = first;
  while (line < last && !lines.at(-1)?.includes('-->')) lines.push(lineAt(line++));
  const text = lines.join('\n');
  const end = text.indexOf('-->', 4);
  // Text behind a comment belongs to a paragraph, which begins with the comment.
  if (end !== -1 && text.slice(end + 3).trim() !== '') return false;
  if (silent) return true;
  const token = state.push(end === -1 ? 'unended' : 'comment', '', 0);
  token.content = text.slice(4, end === -1 ? undefined : end);
  token.map = [first, line];
  state.line = line;
  return true;
};

/** A comment inside a paragraph. */
export const inlineComments: RuleInline = (state, silent) => {
  if (!state.src.startsWith('<!--', state.pos)) return false;
  COMMENT.lastIndex = state.pos;
  const [whole, text = ''] = COMMENT.exec(state.src) ?? [];
  if (!silent) state.push(whole === undefined ? 'unended' : 'comment', '', 0).content = text;
  state.pos = whole === undefined ? state.posMax : state.pos + whole.length;
  return true;
};

/** A picture with its alt text, which has no marks, and its address. */
export const pictures: RuleInline = (state, silent) => {
  PICTURE.lastIndex = state.pos;
  const [whole, alt = '', address = ''] = PICTURE.exec(state.src) ?? [];
  if (whole === undefined) return false;
  if (!silent) Object.assign(state.push('picture', '', 0), { content: alt, meta: address });
  state.pos += whole.length;
  return true;
};

/**
 * Footnotes of untrusted text: a reference such as `[^1]`, and a paragraph that begins with `[^1]:`.
 *
 * The parser only marks what looks like a reference. It becomes one if the text has exactly one footnote of that name and
 * refers to it; everything else stays text, so that nothing is dropped.
 */

const REFERENCE = /\[\^[A-Za-z0-9-]{1,40}\](?!\()/y;

/** A markdown-it rule that marks `[^1]`. */
export const noteMarks: RuleInline = (state, silent) => {
  REFERENCE.lastIndex = state.pos;
  const [found] = REFERENCE.exec(state.src) ?? [];
  if (found === undefined) return false;
  if (!silent) state.push('note', '', 0).content = found;
  state.pos += found.length;
  return true;
};

/** The names of all footnotes of a text, as `[^1]`. */
export function footnotesOf(blocks: readonly Block[]): ReadonlySet<string> {
  const defined = new Map<string, number>();
  const used = new Set<string>();
  for (const block of blocks) {
    const lines = block.kind === 'paragraph' ? linesOf(block.children) : [];
    for (const name of lines.flatMap((line) => nameOf(line) ?? [])) defined.set(name, (defined.get(name) ?? 0) + 1);
    const starts = new Set(lines.filter((line) => nameOf(line) !== null).map(([first]) => first));
    for (const note of notesIn([block])) if (!starts.has(note)) used.add(note.text);
  }
  return new Set([...defined].flatMap(([name, times]) => (times === 1 && used.has(name) ? [name] : [])));
}

/** A block at the top level with its footnotes as blocks of their own, and other marks as text. */
export function withFootnotes(block: Block, names: ReadonlySet<string>): Block[] {
  if (notesIn([block]).length === 0) return [block];
  if (block.kind !== 'paragraph') return mapSpans([block], (spans) => textFor(spans, names));
  const parts: { name: string | null; spans: Inline[] }[] = [];
  for (const line of linesOf(block.children)) {
    const name = nameOf(line);
    const last = parts.at(-1);
    if (name !== null && names.has(name)) parts.push({ name, spans: afterColon(line.slice(1)) });
    else if (last) last.spans.push({ kind: 'text', text: '\n' }, ...line);
    else parts.push({ name: null, spans: line });
  }
  return parts.map(({ name, spans }) => {
    const children = textFor(spans, names);
    // `writeMarkdown` ends a footnote of one word with a blank that does not break.
    const last = children.at(-1);
    if (name !== null && last?.kind === 'text') last.text = last.text.replace(/\s+$/, '');
    return name === null ? { kind: 'paragraph', children } : { kind: 'note', name, children };
  });
}

type Note = Extract<Inline, { kind: 'note' }>;

/** The lines of a paragraph; a break ends none. */
function linesOf(spans: readonly Inline[]): Inline[][] {
  const lines: Inline[][] = [[]];
  for (const span of spans) {
    const texts = span.kind === 'text' ? span.text.split('\n') : [];
    if (texts.length < 2) lines.at(-1)?.push(span);
    else
      for (const [i, text] of texts.entries()) {
        if (i > 0) lines.push([]);
        if (text !== '') lines.at(-1)?.push({ kind: 'text', text });
      }
  }
  return lines;
}

/** The name of the footnote that a line begins; null for other lines. */
function nameOf([first, second]: readonly Inline[]): string | null {
  return first?.kind === 'note' && second?.kind === 'text' && /^:\s*\S|^:\s+$/.test(second.text) ? first.text : null;
}

function afterColon([first, ...rest]: readonly Inline[]): Inline[] {
  const text = first?.kind === 'text' ? first.text.replace(/^:\s*/, '') : '';
  return text === '' ? rest : [{ kind: 'text', text }, ...rest];
}

function notesIn(blocks: readonly Block[]): Note[] {
  return blocks.flatMap((block): Note[] => {
    if (block.kind === 'list') return block.items.flatMap(notesIn);
    if (block.kind === 'quote') return notesIn(block.children);
    if (block.kind === 'table') return block.rows.flat().flatMap(notesInSpans);
    return 'children' in block ? notesInSpans(block.children) : [];
  });
}

function notesInSpans(spans: readonly Inline[]): Note[] {
  return spans.flatMap((span) =>
    span.kind === 'note' ? [span] : 'children' in span ? notesInSpans(span.children) : [],
  );
}

/** The spans with every mark that is no reference as text; adjacent texts are joined. */
function textFor(spans: readonly Inline[], names: ReadonlySet<string>): Inline[] {
  const joined: Inline[] = [];
  for (const span of spans) {
    const last = joined.at(-1);
    const text = span.kind === 'text' || (span.kind === 'note' && !names.has(span.text)) ? span.text : null;
    if (text === null) joined.push('children' in span ? { ...span, children: textFor(span.children, names) } : span);
    else if (last?.kind === 'text') joined[joined.length - 1] = { kind: 'text', text: last.text + text };
    else joined.push({ kind: 'text', text });
  }
  return joined;
}
