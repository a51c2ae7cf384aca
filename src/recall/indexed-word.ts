/**
 * The words of the index: what stands between spaces, folded, with a space between its parts. Most ways to write a name share
 * one, and all that a search or a question can find in a text follows from its words.
 *
 *     indexedWord('(parseChronicle)')  // 'parse chronicle'
 */
import { type FoldedText, foldText } from '../search/words.ts';
import { tokenOf, tokensOfParts } from './tokens.ts';

/** The word of a text without spaces; empty if nothing in it can be found. */
export function indexedWord(chunk: string): string {
  const { text, parts } = foldText(chunk);
  if (parts.size < 2) return text;
  const bounds = [...parts, text.length];
  return bounds
    .slice(1)
    .map((end, i) => text.slice(bounds[i], end))
    .join(' ');
}

/** The folded text of a word, for `hasWord` and `hasPhrase`: the same as that of each text that it stands for. */
export function foldedWord(word: string): FoldedText {
  const bounds = new Set<number>();
  const starts = new Set<number>();
  let text = '';
  for (const [index, part] of word.split(' ').entries()) {
    bounds.add(text.length);
    if (isStart(index, part)) starts.add(text.length);
    text += part;
  }
  return { text, parts: bounds, starts };
}

function isStart(index: number, part: string): boolean {
  return index === 0 || part.length > 1;
}

/** In front of a part that no search starts at: a single letter within a word. */
const WITHIN = ' ';

/** The parts of a word as the index has them. */
export function indexedParts(word: string): string[] {
  return word.split(' ').map((part, index) => (isStart(index, part) ? part : `${WITHIN}${part}`));
}

/** The part that a single letter within a word has, where a text goes on with it. */
export function singleWithin(text: string): string {
  return `${WITHIN}${text.slice(0, 1)}`;
}

/** What all words with a part are ranked by for it. */
export function tokensOfPart(part: string): string[] {
  return tokensOfParts([part.startsWith(WITHIN) ? part.slice(WITHIN.length) : part]);
}

/** What a word of several parts is ranked by besides these. */
export function wholeToken(word: string): string {
  return tokenOf(word.replaceAll(' ', ''));
}
