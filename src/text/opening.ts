import { plainText } from './blocks.ts';
import { readMarkdown } from './markdown.ts';

/** The longest opening: about three lines in a column (characters). */
const LONGEST = 180;

/** The opening of a narrative: as many sentences of its first paragraph as fit, without formatting. */
export function opening(markdown: string, longest = LONGEST): string {
  const first = readMarkdown(markdown.slice(0, 4000)).find((block) => block.kind === 'paragraph');
  const text = first ? plainText(first.children).replace(/\s+/g, ' ').trim() : '';
  if (text.length <= longest) return text;
  const sentences = text.slice(0, longest).match(/^.*[.?!]["”’)]?(?=\s)/s)?.[0];
  if (sentences && sentences.length > longest / 5) return sentences;
  const cut = text.slice(0, longest);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), longest / 2)).replace(/[\s,;:–—-]+$/, '')}…`;
}

/** The number of words in a text. */
export function wordCount(text: string): number {
  return text.match(/[\p{L}\p{N}][\p{L}\p{N}'’._/-]*/gu)?.length ?? 0;
}

/** Words per minute that adults read of English non-fiction: https://doi.org/10.1016/j.jml.2019.104047 */
const PACE = 238;

/** The reading time of a text with this many words, in minutes; at least one. */
export function readingMinutes(words: number): number {
  return Math.max(1, Math.round(words / PACE));
}
