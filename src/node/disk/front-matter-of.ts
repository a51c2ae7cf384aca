import { readEntries } from '#src/chronicle/front-matter.ts';
import { frontMatterLines } from '#src/chronicle/read.ts';
import { scanFrontMatter } from '#src/chronicle/scan.ts';
import { READ } from './open-flags.ts';
import { readBeginning } from './read-file.ts';

/** How much to read: enough for nearly all front matter, then for the longest allowed, 16 Ki characters (bytes). */
const BEGINNINGS = [4096, 64 * 1024];

/** A chronicle's front matter, unchecked, without reading the rest of the file; null if it cannot be read. */
export function frontMatterOf(path: string): ReadonlyMap<string, string> | null {
  for (const limit of BEGINNINGS) {
    const text = readBeginning(path, limit, READ);
    if (text === null) return null;
    const structure = scanFrontMatter(text);
    if (structure.frontMatter.close === -1) continue;
    const lines = frontMatterLines(text, structure);
    return lines && new Map([...readEntries(lines).entries].map(([key, { value }]) => [key, value]));
  }
  return null;
}
