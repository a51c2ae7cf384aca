import { closeSync, openSync, readSync } from 'node:fs';
import { READ_LINKED } from '#src/node/disk/open-flags.ts';

const CHUNK = 1024 * 1024;
/** A file of 16 MiB is at most so long as JSON. */
const LONGEST_LINE = 100 * 1024 * 1024;

/** The lines of a file as UTF-8, without their breaks, one in memory at a time; null for one that is too long. */
export function* linesOf(path: string): Generator<{ text: string | null; isWhole: boolean }> {
  const file = openSync(path, READ_LINKED);
  try {
    let parts: Buffer[] = [];
    let length = 0;
    const taken = (isWhole: boolean) => {
      const text = length > LONGEST_LINE ? null : Buffer.concat(parts).toString('utf8').replace(/\r$/, '');
      parts = [];
      length = 0;
      return { text, isWhole };
    };
    const chunk = Buffer.allocUnsafe(CHUNK);
    for (let read = readSync(file, chunk); read > 0; read = readSync(file, chunk)) {
      let from = 0;
      for (let at = chunk.indexOf(10, from); at !== -1 && at < read; at = chunk.indexOf(10, from)) {
        length += at - from;
        if (length <= LONGEST_LINE) parts.push(Buffer.from(chunk.subarray(from, at)));
        yield taken(true);
        from = at + 1;
      }
      length += read - from;
      if (length <= LONGEST_LINE) parts.push(Buffer.from(chunk.subarray(from, read)));
      else parts = [];
    }
    if (length > 0) yield taken(false);
  } finally {
    closeSync(file);
  }
}
