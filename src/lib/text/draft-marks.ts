/** markdown-it rules for what only drafts have: comments, and pictures that are figures of ours. */
import type MarkdownIt from 'markdown-it';

type RuleBlock = Parameters<MarkdownIt['block']['ruler']['push']>[1];
type RuleInline = Parameters<MarkdownIt['inline']['ruler']['push']>[1];

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
