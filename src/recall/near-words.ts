import { compare } from '../value/compare.ts';
import { editDistance } from '../value/nearest.ts';

/** A shorter word has too many neighbours. */
const SHORTEST = 4;
/** A word of so many letters may have so many wrong. */
const LONG = 8;
export const MOST_CHANGES = 2;
/** How many words may stand for one. */
const MOST = 3;

/**
 * The words that somebody may have meant by one that no record has: those with one letter too many, too few or wrong, two in a
 * long word. The first letter is right: people seldom miss it. Of the closest ones that records have, the most common.
 */
export function nearWords(term: string, known: Iterable<string>, recordsWith: (word: string) => number): string[] {
  const { length } = term;
  if (length < SHORTEST) return [];
  const most = length >= LONG ? MOST_CHANGES : 1;
  const near: string[][] = Array.from({ length: most + 1 }, () => []);
  for (const word of known) {
    if (word.length < SHORTEST || Math.abs(word.length - length) > most || word[0] !== term[0]) continue;
    near[editDistance(term, word)]?.push(word);
  }
  for (const words of near) {
    const found = words.map((word) => ({ word, records: recordsWith(word) })).filter(({ records }) => records > 0);
    if (found.length === 0) continue;
    const common = found.sort((a, b) => b.records - a.records || compare(a.word, b.word));
    return common.slice(0, MOST).map(({ word }) => word);
  }
  return [];
}
