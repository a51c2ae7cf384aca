import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { READ } from './open-flags.ts';

const CHUNK = 1024 * 1024;

/**
 * The lines of a file from a byte on, or from its beginning if it is shorter, without the last one if it is unfinished.
 * None if it cannot be read. Does not follow links.
 */
export function* linesFrom(path: string, offset: number): Generator<string> {
  let file: number;
  try {
    file = openSync(path, READ);
  } catch {
    return;
  }
  try {
    const stats = fstatSync(file);
    if (!stats.isFile()) return;
    const buffer = Buffer.allocUnsafe(CHUNK);
    let at = stats.size < offset ? 0 : offset;
    let rest: Buffer[] = [];
    for (;;) {
      const length = readSync(file, buffer, 0, CHUNK, at);
      if (length === 0) return;
      at += length;
      let start = 0;
      for (let end = buffer.indexOf(0x0a); end >= 0 && end < length; end = buffer.indexOf(0x0a, start)) {
        yield Buffer.concat([...rest, buffer.subarray(start, end)]).toString('utf8');
        rest = [];
        start = end + 1;
      }
      rest.push(Buffer.from(buffer.subarray(start, length)));
    }
  } finally {
    closeSync(file);
  }
}
