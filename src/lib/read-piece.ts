import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { READ } from './open-flags.ts';

/** A piece of a file. */
interface Piece {
  bytes: Buffer;
  /** The byte at which it begins. */
  from: number;
  /** The size of the file. */
  size: number;
}

/**
 * A piece of a regular file: `placeIn` says from which byte on and at most how much, by the file's size. Null if the file
 * cannot be read. Does not follow links.
 */
export function readPiece(path: string, placeIn: (size: number) => { from: number; most: number }): Piece | null {
  let file: number;
  try {
    file = openSync(path, READ);
  } catch {
    return null;
  }
  try {
    const stats = fstatSync(file);
    if (!stats.isFile()) return null;
    const { size } = stats;
    const { from, most } = placeIn(size);
    const bytes = Buffer.allocUnsafe(Math.max(0, Math.min(most, size - from)));
    let length = 0;
    while (length < bytes.length) {
      const read = readSync(file, bytes, length, bytes.length - length, from + length);
      if (read === 0) break;
      length += read;
    }
    return { bytes: bytes.subarray(0, length), from, size };
  } catch {
    return null;
  } finally {
    closeSync(file);
  }
}
