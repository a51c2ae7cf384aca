import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { READ } from './open-flags.ts';

/** The complete lines in the last `limit` bytes of a regular file, or null if it cannot be read. Does not follow links. */
export function readLastLines(path: string, limit: number): string[] | null {
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
    const lines = buffer.toString('utf8', 0, length).split('\n');
    return from === 0 ? lines : lines.slice(1);
  } catch {
    return null;
  } finally {
    closeSync(file);
  }
}
