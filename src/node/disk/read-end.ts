import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { READ } from './open-flags.ts';

/** The complete lines in the last `limit` bytes of a regular file, or null if it cannot be read. Does not follow links. */
export function readLastLines(path: string, limit: number): string[] | null {
  const read = readEnd(path, limit);
  if (read === null) return null;
  const lines = read.text.split('\n');
  return read.isWhole ? lines : lines.slice(1);
}

/** The last `limit` bytes of a regular file as UTF-8, and whether they are all of it. Null if it cannot be read. Does not follow links. */
export function readEnd(path: string, limit: number): { text: string; isWhole: boolean } | null {
  let file: number;
  try {
    file = openSync(path, READ);
  } catch {
    return null;
  }
  try {
    const stats = fstatSync(file);
    if (!stats.isFile()) return null;
    const from = Math.max(0, stats.size - limit);
    const buffer = Buffer.allocUnsafe(Math.min(limit, stats.size));
    const length = readSync(file, buffer, 0, buffer.length, from);
    return { text: buffer.toString('utf8', 0, length), isWhole: from === 0 };
  } catch {
    return null;
  } finally {
    closeSync(file);
  }
}
