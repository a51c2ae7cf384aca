/**
 * What counts as a word on the search page. Case, accents and punctuation are ignored, and a name
 * is found by any of its parts:
 *
 *     foldText('Wrote `feedback_no_push.md`')  // "wrote feedback_no_pushmd", found by wrote, feedback, no, push, md
 */
export interface FoldedText {
  /** The words in lower case, without accents and punctuation, separated by single spaces. */
  text: string;
  /** Where each word and each part of a word starts in `text`. */
  parts: ReadonlySet<number>;
  /** The `parts` a search can match at: all but single letters within a word, such as the `y` of `x/y.md`. */
  starts: ReadonlySet<number>;
}

const RUN = /[\p{L}\p{N}_$#+\p{Extended_Pictographic}]+/gu;
/** Between `parse` and `Chronicle`, `HTTP` and `Server`, `no_` and `push`, `$` and `HOME`. */
const PART = /(?<=[_$#+])(?=[^_$#+])|(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;
/** White space and zero-width characters. */
const BLANKS = /[\s\u0085\u200b\u2060]+/;

/** Prepares a text for `hasWord` and `hasPhrase`. */
export function foldText(text: string): FoldedText {
  const words: string[] = [];
  const bounds = new Set<number>();
  const starts = new Set<number>();
  let length = 0;
  for (const chunk of text.split(BLANKS)) {
    const parts = chunkParts(chunk);
    if (parts.length === 0) continue;
    if (words.length > 0) length++;
    for (const [index, part] of parts.entries()) {
      bounds.add(length);
      if (index === 0 || part.length > 1) starts.add(length);
      length += part.length;
    }
    words.push(parts.join(''));
  }
  return { text: words.join(' '), parts: bounds, starts };
}

/** Most chunks: already folded, and without parts. */
const PLAIN = /^[a-z\d]+$/;

/** The folded parts of a chunk: `no_push.md` gives `no_`, `push` and `md`. None if it is only punctuation. */
export function chunkParts(chunk: string): string[] {
  if (PLAIN.test(chunk)) return [chunk];
  const runs = chunk.normalize('NFD').replace(/\p{M}/gu, '').match(RUN) ?? [];
  return runs.flatMap((run) => run.split(PART)).map((part) => part.toLowerCase());
}

/** Whether a word of the text, or a part of one, starts with `word`, which must be folded. */
export function hasWord(folded: FoldedText, word: string): boolean {
  return find(folded, word, () => true);
}

/** Whether the text contains `phrase`, which must be folded, as whole words. */
export function hasPhrase(folded: FoldedText, phrase: string): boolean {
  return find(folded, phrase, (end) => isEnd(folded, end));
}

/** Whether a text has more than punctuation. */
export function hasWords(text: string): boolean {
  return text.split(BLANKS).some((chunk) => chunkParts(chunk).length > 0);
}

/** A text split at white space. */
export function chunksOf(text: string): string[] {
  return text.split(BLANKS).filter((chunk) => chunk !== '');
}

function find({ text, starts }: FoldedText, wanted: string, accepts: (end: number) => boolean): boolean {
  if (wanted === '') return false;
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + 1)) {
    if (starts.has(at) && accepts(at + wanted.length)) return true;
  }
  return false;
}

function isEnd({ text, parts }: FoldedText, at: number): boolean {
  return at === text.length || text[at] === ' ' || text[at] === '_' || parts.has(at);
}

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
