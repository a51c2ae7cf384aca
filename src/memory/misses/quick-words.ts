/**
 * The words of a miss for a hook that has to answer at once and stay small: names that code calls, and how other words
 * begin, which is their stem more or less. What the archive keeps for hooks comes from `miss-words`, so that words that
 * say little find no partner there. The archive groups by `miss-words`: by these words alone, a fifth of the held-out pairs
 * that are put together are different mistakes (`npm run bench -- groups`).
 */

/** Words with what each weighs. */
export type QuickWords = Record<string, number>;

/** Nobody reads further to see what a miss is about. */
const LONGEST_TEXT = 600;
/** So many letters tell one word from another. Found with the misses of development. */
export const BEGINNING = 5;
/** As `miss-words` weighs it. */
const NAME = 2;

const FILE = /\.(?:\w\w?|json|ya?ml|toml|tsx|css|html|lock|sql)$/;
const SILENT = new Set(
  'the and for was were are not but that this with witho from into out had has have did does its again inste still only also when where which while after befor becau there then than them they all any one two use used using'.split(
    ' ',
  ),
);

/** What a text is about: words with what each weighs. */
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

/** What code calls. In a function, since a pattern with `\p` costs 2 ms when it is loaded, which most hooks do in vain. */
function callPattern(): RegExp {
  return /[\p{L}_][\p{L}\p{N}_]{1,60}(?:(?:\.|::|->)[\p{L}_][\p{L}\p{N}_]{1,60}){1,6}|[\p{L}_][\p{L}\p{N}_]{1,60}(?=!?\()/gu;
}

/** From this likeness on, a miss is taken for the same mistake. A wrong word of "again" is worse than none. */
const ALIKE = 0.2;
/** How much of what two misses have most in common does not count: one word, however rare, is no proof. What code calls is. */
const DISCOUNT = 0.7;
/** As in `miss-clusters`: misses without a word in common with any other that are taken for granted. */
const IMAGINED = 300;

/** Of mistakes, each given by the words of some of its misses, the index of the one that a miss is most alike; -1 if it is like none. */
export function likestOf(mistakes: readonly (readonly QuickWords[])[], miss: QuickWords): number {
  const texts = [...mistakes.flat(), miss];
  const counts: QuickWords = {};
  for (const words of texts) for (const word in words) counts[word] = (counts[word] ?? 0) + 1;
  const scores = mistakes.map(
    (misses) => misses.reduce((sum, other) => sum + inCommon(miss, other), 0) / misses.length,
  );
  const most = Math.max(...scores);
  return most > ALIKE ? scores.indexOf(most) : -1;

  /** Of two texts as vectors of the length 1, in which rare words are long. */
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
