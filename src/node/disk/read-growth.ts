import { readPiece } from './read-piece.ts';

/** A piece of a file that grows by lines. */
export interface Growth {
  /** Whole lines without their ends, each with the byte at which it begins. */
  lines: { at: number; bytes: Buffer }[];
  /** Where the next piece begins. */
  next: number;
  /** Whether that is in the middle of a line that is longer than a piece. */
  isInLine: boolean;
  /** The size of the file. */
  size: number;
}

const NEWLINE = 0x0a;

/**
 * The lines of a regular file from a byte on, from one piece of at most `most` bytes. A line that is longer is skipped; one
 * that is not finished is left for the next piece. With `isInLine`, the rest of a line is skipped first. Null if the file
 * cannot be read. Does not follow links.
 */
export function readGrowth(path: string, from: number, isInLine: boolean, most: number): Growth | null {
  const piece = readPiece(path, () => ({ from, most }));
  return piece && { ...linesIn(piece.bytes, from, isInLine, piece.bytes.length === most), size: piece.size };
}

function linesIn(piece: Buffer, from: number, isInLine: boolean, isFull: boolean): Omit<Growth, 'size'> {
  const lines: Growth['lines'] = [];
  let start = 0;
  let isRest = isInLine;
  for (let end = piece.indexOf(NEWLINE); end !== -1; end = piece.indexOf(NEWLINE, start)) {
    if (!isRest) lines.push({ at: from + start, bytes: piece.subarray(start, end) });
    isRest = false;
    start = end + 1;
  }
  // Without a line end in a whole piece there is nothing to wait for.
  if (start === 0 && piece.length > 0 && (isFull || isRest))
    return { lines, next: from + piece.length, isInLine: true };
  return { lines, next: from + start, isInLine: false };
}
