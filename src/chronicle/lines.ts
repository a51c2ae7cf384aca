/** One line of a text: `[start, end)` without its ending, `next` is where the following line starts. */
export interface Line {
  start: number;
  end: number;
  next: number;
}

/**
 * Splits a text at LF and CRLF; a final newline does not begin another line.
 * Works on any string, also on bytes read as Latin-1: only ASCII characters are looked at.
 */
export function splitLines(text: string): Line[] {
  const lines: Line[] = [];
  for (let start = 0; start < text.length; ) {
    const newline = text.indexOf('\n', start);
    const stop = newline === -1 ? text.length : newline;
    const end = stop > start && text[stop - 1] === '\r' ? stop - 1 : stop;
    const next = newline === -1 ? text.length : newline + 1;
    lines.push({ start, end, next });
    start = next;
  }
  return lines;
}

/** Whether `[start, end)` holds only blanks and tabs. */
export function isBlank(text: string, { start, end }: Pick<Line, 'start' | 'end'>): boolean {
  return trimmedEnd(text, start, end) === start;
}

/**
 * Where `[start, end)` ends without the blanks and tabs at its end. By hand, because a pattern such
 * as `[ \t]+$` takes time quadratic in the blanks, and `trim` takes more than ASCII.
 */
export function trimmedEnd(text: string, start: number, end: number): number {
  let at = end;
  while (at > start && isSpace(text, at - 1)) at--;
  return at;
}

/** Whether a blank or a tab stands there: what Markdown calls a space within a line. */
export function isSpace(text: string, index: number): boolean {
  const character = text.charCodeAt(index);
  return character === 0x20 || character === 0x09;
}

/** The line ending a text uses: that of its first line, LF if it has none. */
export function lineEnding(text: string): '\n' | '\r\n' {
  const newline = text.indexOf('\n');
  return newline > 0 && text[newline - 1] === '\r' ? '\r\n' : '\n';
}
