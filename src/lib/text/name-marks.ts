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
