import type MarkdownIt from 'markdown-it';

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
 * Footnotes of untrusted text: a reference such as `[^1]`, and lines at the top level that begin with `[^1]:`. They count if
 * the text has exactly one footnote of that name and refers to it; everything else stays text, so that nothing is dropped.
 */
type RuleCore = Parameters<MarkdownIt['core']['ruler']['push']>[1];

const REFERENCE = /\[\^[A-Za-z0-9-]{1,40}\](?!\()/y;
const FOOTNOTE = /^(\[\^[A-Za-z0-9-]{1,40}\]):[ \t]*(?=\S)/;
const MENTION = /(?:((?<=^ {0,3}))|)(?<!\\)(\[\^[A-Za-z0-9-]{1,40}\])(?!\()(:[ \t]*\S)?/gm;

/** Finds the names that count, before blocks are parsed. */
export const noteNames: RuleCore = ({ src, env }) => {
  const [defined, used] = [new Map<string, number>(), new Set<string>()];
  // Code refers to nothing.
  for (const [, start, name = '', colon] of src.replace(/`[^`\n]+`/g, 'x').matchAll(MENTION)) {
    if (start === undefined || colon === undefined) used.add(name);
    else defined.set(name, (defined.get(name) ?? 0) + 1);
  }
  env.notes = new Set([...used].filter((name) => defined.get(name) === 1));
};

/** A reference. */
export const noteMarks: RuleInline = (state, silent) => {
  REFERENCE.lastIndex = state.pos;
  const [found] = REFERENCE.exec(state.src) ?? [];
  if (found === undefined || !state.env.notes.has(found)) return false;
  if (!silent) state.push('note', '', 0).content = found;
  state.pos += found.length;
  return true;
};

/** A footnote with the lines up to the end of its paragraph. */
export const notes: RuleBlock = (state, first, last, silent) => {
  const [, name] = FOOTNOTE.exec(state.getLines(first, first + 1, state.blkIndent, false).trimStart()) ?? [];
  const isIndented = (state.sCount[first] ?? 0) - state.blkIndent >= 4;
  if (name === undefined || isIndented || state.level > 0 || !state.env.notes.has(name)) return false;
  if (silent) return true;
  const parent = state.parentType;
  state.parentType = 'paragraph';
  const ends = state.md.block.ruler.getRules('paragraph');
  let line = first + 1;
  while (line < last && !state.isEmpty(line) && !ends.some((rule) => rule(state, line, last, true))) line++;
  state.parentType = parent;
  const content = state.getLines(first, line, state.blkIndent, false).trim().replace(FOOTNOTE, '');
  Object.assign(state.push('note_open', '', 1), { meta: name, map: [first, line] });
  Object.assign(state.push('inline', '', 0), { content, map: [first, line], children: [] });
  state.push('note_close', '', -1);
  state.line = line;
  return true;
};
