import { frontMatterLine, readEntries } from './front-matter.ts';
import { lineEnding } from './lines.ts';
import { frontMatterLines } from './read.ts';
import { scanFrontMatter } from './scan.ts';

/**
 * Gives a front matter key this value: in the place of the line that counts for it, else before the closing `---`.
 * Every other byte stays; a text without front matter, or with more of it than is read, stays whole. Takes text or Latin-1.
 */
export function setFrontMatterEntry(text: string, key: string, value: string): string {
  const structure = scanFrontMatter(text);
  const lines = frontMatterLines(text, structure);
  if (!lines) return text;
  const known = readEntries(lines).entries.get(key);
  const line = frontMatterLine(key, value);
  const target = structure.lines[known === undefined ? structure.frontMatter.close : known.index + 1];
  if (!target) return text;
  if (known) return text.slice(0, target.start) + line + text.slice(target.end);
  return text.slice(0, target.start) + line + lineEnding(text) + text.slice(target.start);
}
