import { plainText } from './blocks.ts';
import { readMarkdown } from './markdown.ts';

/** The longest opening: about three lines in a column (characters). */
const LONGEST = 180;

/** The opening of a narrative: as many sentences of its first paragraph as fit, without formatting. */
export function opening(markdown: string, longest = LONGEST): string {
  const paragraphs = readMarkdown(markdown.slice(0, 4000)).flatMap((block) =>
    block.kind === 'paragraph' ? [plainText(block.children).replace(/\s+/g, ' ').trim()] : [],
  );
  const text = paragraphs.map(withoutLabel).find((each) => each !== '') ?? paragraphs[0] ?? '';
  if (text.length <= longest) return text;
  const sentences = text.slice(0, longest).match(/^.*[.?!]["”’)]?(?=\s)/s)?.[0];
  if (sentences && sentences.length > longest / 5) return sentences;
  const cut = text.slice(0, longest);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), longest / 2)).replace(/[\s,;:–—-]+$/, '')}…`;
}

/** A paragraph without a last sentence that only announces what follows: "All tests pass. Summary:" */
function withoutLabel(text: string): string {
  if (!/[:：]$/.test(text)) return text;
  return text.match(/^.*(?:[.?!]["”’)]?(?=\s)|[。！？][」』]?)/s)?.[0] ?? '';
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
