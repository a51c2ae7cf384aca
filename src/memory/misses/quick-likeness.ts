import type { QuickWords } from './quick-words.ts';

/** From this likeness on, a miss is taken for the same mistake. A wrong word of "again" is worse than none. */
const ALIKE = 0.2;
/** How much of what two misses have most in common does not count: one word, however rare, is no proof. What code calls is. */
const DISCOUNT = 0.7;
/** As in `miss-similarity`: misses without a word in common with any other that are taken for granted. */
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
