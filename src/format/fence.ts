import { isBlank, type Line } from './lines.ts';

interface FenceMark {
  mark: '`' | '~';
  length: number;
  /** Whether nothing follows the marks, so that the line can close a fence. */
  bare: boolean;
}

/** For a line that opens a code fence: the index of the line after the fence, or -1 if it is never closed. Null for other lines. */
export function fenceEnds(text: string, lines: Line[]): (index: number) => number | null {
  const closers = longestClosers(text, lines);
  return (index) => {
    const open = fenceMark(text, lines[index]);
    if (!open) return null;
    if ((closers[open.mark][index + 1] ?? 0) < open.length) return -1;
    for (let i = index + 1; i < lines.length; i++) {
      const close = fenceMark(text, lines[i]);
      if (close?.bare && close.mark === open.mark && close.length >= open.length) return i + 1;
    }
    return -1;
  };
}

/**
 * The marks of a code fence (CommonMark 0.31, 4.5), but only without indent: indented marks belong to an event's details
 * and must not close a fence left open above.
 */
function fenceMark(text: string, line: Line | undefined): FenceMark | null {
  const mark = text[line?.start ?? -1];
  if (!line || (mark !== '`' && mark !== '~')) return null;
  const { length } = fenceMarks(text, line.start);
  const at = line.start + length;
  if (length < 3 || (mark === '`' && text.slice(at, line.end).includes(mark))) return null;
  return { mark, length, bare: isBlank(text, { start: at, end: line.end }) };
}

/** The marks of a fence that begins at this offset. */
export function fenceMarks(text: string, start: number): string {
  let end = start;
  while (text[end] === text[start]) end++;
  return text.slice(start, end);
}

/**
 * For each line, the length of the longest closing fence from there on. A longer opening fence is never closed, which saves
 * searching the rest of the file.
 */
function longestClosers(text: string, lines: Line[]) {
  const closers = { '`': new Uint32Array(lines.length + 1), '~': new Uint32Array(lines.length + 1) };
  for (let i = lines.length - 1; i >= 0; i--) {
    const mark = fenceMark(text, lines[i]);
    for (const kind of ['`', '~'] as const) {
      closers[kind][i] = Math.max(closers[kind][i + 1] ?? 0, mark?.bare && mark.mark === kind ? mark.length : 0);
    }
  }
  return closers;
}
