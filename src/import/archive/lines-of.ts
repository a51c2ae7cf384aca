import { unpackedChunks } from './packed-file.ts';

/** A file of 16 MiB is at most so long as JSON. */
const LONGEST_LINE = 100 * 1024 * 1024;

/**
 * The lines of a file as UTF-8, without their breaks, one in memory at a time; null for one that is too long. Unpacks a file
 * that gzip packed.
 */
export async function* linesOf(path: string): AsyncGenerator<{ text: string | null; isWhole: boolean }> {
  let parts: Buffer[] = [];
  let length = 0;
  const taken = (isWhole: boolean) => {
    const text = length > LONGEST_LINE ? null : Buffer.concat(parts).toString('utf8').replace(/\r$/, '');
    parts = [];
    length = 0;
    return { text, isWhole };
  };
  for await (const chunk of unpackedChunks(path) as AsyncIterable<Buffer>) {
    let from = 0;
    for (let at = chunk.indexOf(10, from); at !== -1; at = chunk.indexOf(10, from)) {
      length += at - from;
      if (length <= LONGEST_LINE) parts.push(chunk.subarray(from, at));
      yield taken(true);
      from = at + 1;
    }
    length += chunk.length - from;
    if (length <= LONGEST_LINE) parts.push(chunk.subarray(from));
    else parts = [];
  }
  if (length > 0) yield taken(false);
}
