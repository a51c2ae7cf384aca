import type MarkdownIt from 'markdown-it';

type RuleInline = Parameters<MarkdownIt['inline']['ruler']['push']>[1];

/** What file names, globs, identifiers and formulas are made of. */
const NAME = /[A-Za-z0-9_/\\.~$@%=+-]/;
/** Ends a clause: what may stand between a closing mark and the next blank. */
const CLAUSE_END = /[.,;:!?)\]}"'’”…—-]/;
const BLANK = /\s/;

/**
 * A markdown-it rule that keeps `*` and `_` as they stand where they are part of a name: `__init__.py`,
 * `tests/_fixtures_/a.ts`, `src/**\/*.ts`, `2*3*4`. Standard Markdown would take them for emphasis
 * and swallow them. A mark counts only where prose has one: after a blank or a bracket, before a letter; or
 * after a letter, before the end of a clause. `__` never counts: `__init__` is a name more often than it is loud.
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
