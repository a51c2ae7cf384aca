import { readPiece } from './read-piece.ts';

/** The complete lines in the last `limit` bytes of a regular file, or null if it cannot be read. Does not follow links. */
export function readLastLines(path: string, limit: number): string[] | null {
  const read = readEnd(path, limit);
  if (read === null) return null;
  const lines = read.text.split('\n');
  return read.isWhole ? lines : lines.slice(1);
}

/** The last `limit` bytes of a regular file as UTF-8, and whether they are all of it. Null if it cannot be read. Does not follow links. */
export function readEnd(path: string, limit: number): { text: string; isWhole: boolean } | null {
  const piece = readPiece(path, (size) => ({ from: Math.max(0, size - limit), most: limit }));
  return piece && { text: piece.bytes.toString('utf8'), isWhole: piece.from === 0 };
}
