import { plainText } from './blocks.ts';
import { readMarkdown } from './markdown.ts';

/** How much of an opening is shown: about three lines of a column. */
const LONGEST = 180;

/** How a narrative begins: the first sentences of its first paragraph, as far as they fit, in plain words. */
export function opening(markdown: string, longest = LONGEST): string {
  const first = readMarkdown(markdown.slice(0, 4000)).find((block) => block.kind === 'paragraph');
  const text = first ? plainText(first.children).replace(/\s+/g, ' ').trim() : '';
  if (text.length <= longest) return text;
  const sentences = text.slice(0, longest).match(/^.*[.?!]["”’)]?(?=\s)/s)?.[0];
  if (sentences && sentences.length > longest / 5) return sentences;
  const cut = text.slice(0, longest);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), longest / 2)).replace(/[\s,;:–—-]+$/, '')}…`;
}

/** How many words a text has, as a reader would count them. */
export function wordCount(text: string): number {
  return text.match(/[\p{L}\p{N}][\p{L}\p{N}'’._/-]*/gu)?.length ?? 0;
}

/** Words a minute that adults read of non-fiction in English: https://doi.org/10.1016/j.jml.2019.104047 */
const PACE = 238;

/** How many minutes a text of so many words takes to read, at least one. */
export function readingMinutes(words: number): number {
  return Math.max(1, Math.round(words / PACE));
}
