import { frontMatterText, valueIn } from '#src/format/front-matter-line.ts';
import { READ } from '../lib/open-flags.ts';
import { readBeginning } from '../lib/read-file.ts';

/** How much to read: enough for nearly all front matter, then for the longest allowed, 16 Ki characters (bytes). */
const BEGINNINGS = [4096, 64 * 1024];

/** Values of a file's front matter, unchecked. */
export interface FrontMatterValues {
  get(key: string): string | undefined;
}

/** A chronicle's front matter without the rest of the file; null if it cannot be read. */
export function frontMatterOf(path: string): FrontMatterValues | null {
  for (const limit of BEGINNINGS) {
    const text = readBeginning(path, limit, READ);
    if (text === null) return null;
    const front = frontMatterText(text);
    if (front !== null) return { get: (key) => valueIn(front, key) };
  }
  return null;
}
