/** A line of a text: `[start, end)` excludes the line break, and `next` is where the following line starts. */
export interface Line {
  start: number;
  end: number;
  next: number;
}

/** Splits a text at LF and CRLF. A final newline does not begin another line. Also works on bytes read as Latin-1. */
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

/** Whether `[start, end)` contains only blanks and tabs. */
export function isBlank(text: string, { start, end }: Pick<Line, 'start' | 'end'>): boolean {
  return trimmedEnd(text, start, end) === start;
}

/**
 * The end of `[start, end)` without trailing blanks and tabs. Done by hand, because a pattern such as `[ \t]+$` takes
 * quadratic time, and `trim` removes more than ASCII.
 */
export function trimmedEnd(text: string, start: number, end: number): number {
  let at = end;
  while (at > start && isSpace(text, at - 1)) at--;
  return at;
}

/** Whether the character is a blank or a tab. */
export function isSpace(text: string, index: number): boolean {
  const character = text.charCodeAt(index);
  return character === 0x20 || character === 0x09;
}

/** The line ending of a text's first line; LF if it has only one line. */
export function lineEnding(text: string): '\n' | '\r\n' {
  const newline = text.indexOf('\n');
  return newline > 0 && text[newline - 1] === '\r' ? '\r\n' : '\n';
}
