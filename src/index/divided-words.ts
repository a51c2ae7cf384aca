/**
 * Words of scripts that are written without blanks. Pagefind divides texts at blanks, so both texts and queries get blanks
 * between such words; a word joiner before each tells it from one that was written.
 */
const JOINT = '\u2060 ';
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}ー]{2,}/gu;

/** The label of what follows the first line of a part. */
export const REST_LABEL = 'rest';

let segmenter: Intl.Segmenter | undefined;

/** A text with its unspaced words divided. */
export function dividedWords(text: string): string {
  return text.replace(UNSPACED, (run) => {
    segmenter ??= new Intl.Segmenter('zh', { granularity: 'word' });
    return Array.from(segmenter.segment(run), ({ segment }) => segment).join(JOINT);
  });
}

/** A divided text as it was written. */
export function joinedWords(text: string): string {
  return text.replaceAll(JOINT, '').replaceAll('\u2060', '');
}
