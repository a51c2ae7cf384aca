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
