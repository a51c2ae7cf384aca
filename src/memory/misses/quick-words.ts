/**
 * The words of a miss for hooks, which must be fast and small: names of called code, and the first letters of other words
 * as a rough stem. The lookup for hooks is made with `miss-words`, so words that say little have no match there. The
 * archive itself groups by `miss-words`: with these words alone, a fifth of the pairs put together in the held-out set
 * are different mistakes (`npm run bench -- groups`).
 */

/** Words with their weights. */
export type QuickWords = Record<string, number>;

/** The start of a text is enough to tell what a miss is about. */
const LONGEST_TEXT = 600;
/** This many letters tell words apart. Tuned on the development set. */
export const BEGINNING = 5;
/** As in `miss-words`. */
const NAME = 2;

const FILE = /\.(?:\w\w?|json|ya?ml|toml|tsx|css|html|lock|sql)$/;
const SILENT = new Set(
  'the and for was were are not but that this with witho from into out had has have did does its again inste still only also when where which while after befor becau there then than them they all any one two use used using'.split(
    ' ',
  ),
);

/** The subject of a text: words with their weights. */
export function quickWords(text: string): QuickWords {
  const words: QuickWords = {};
  const plain = text.slice(0, LONGEST_TEXT).normalize('NFKD').replace(/\p{M}/gu, '');
  for (const chunk of plain.split(/\s+/)) {
    for (const [name] of chunk.matchAll(callPattern()))
      if (!FILE.test(name)) words[`name ${name.toLowerCase()}`] = NAME;
    const parts = (chunk.match(/\p{Lu}?\p{Ll}+|\p{L}+/gu) ?? [])
      .map((part) => part.toLowerCase().slice(0, BEGINNING))
      .filter((part) => part.length > 2 && !SILENT.has(part));
    for (const part of parts) words[part] = Math.max(words[part] ?? 0, 1 / parts.length);
  }
  return words;
}

/** Names of called code. In a function, since loading a pattern with `\p` costs 2 ms, and most hooks do not need it. */
function callPattern(): RegExp {
  return /[\p{L}_][\p{L}\p{N}_]{1,60}(?:(?:\.|::|->)[\p{L}_][\p{L}\p{N}_]{1,60}){1,6}|[\p{L}_][\p{L}\p{N}_]{1,60}(?=!?\()/gu;
}

/** The least similarity of misses that are one mistake. Wrongly saying "again" is worse than saying nothing. */
const ALIKE = 0.2;
/** The share of the strongest common word that does not count: one word proves nothing, unless it is called code. */
const DISCOUNT = 0.7;
/** Imaginary misses with unique words, as in `miss-clusters`. */
const IMAGINED = 300;

/** The index of the mistake, given as the words of some of its misses, that a miss resembles most; -1 if none. */
export function likestOf(mistakes: readonly (readonly QuickWords[])[], miss: QuickWords): number {
  const texts = [...mistakes.flat(), miss];
  const counts: QuickWords = {};
  for (const words of texts) for (const word in words) counts[word] = (counts[word] ?? 0) + 1;
  const scores = mistakes.map(
    (misses) => misses.reduce((sum, other) => sum + inCommon(miss, other), 0) / misses.length,
  );
  const most = Math.max(...scores);
  return most > ALIKE ? scores.indexOf(most) : -1;

  /** The product of two texts as unit vectors, in which rare words weigh more. */
  function inCommon(a: QuickWords, b: QuickWords): number {
    let [all, most] = [0, 0];
    for (const word in a) {
      const product = lengthIn(a, word) * lengthIn(b, word);
      all += product;
      if (!word.includes(' ')) most = Math.max(most, product);
    }
    return (all - DISCOUNT * most) / (norm(a) * norm(b));
  }

  function lengthIn(words: QuickWords, word: string): number {
    return (words[word] ?? 0) * Math.log((texts.length + IMAGINED) / ((counts[word] ?? 0) + 0.5));
  }

  function norm(words: QuickWords): number {
    return Math.hypot(...Object.keys(words).map((word) => lengthIn(words, word))) || 1;
  }
}
