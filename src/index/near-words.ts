import { compare } from '#src/lib/compare.ts';
import { editDistance } from '#src/lib/nearest.ts';

/** A shorter word has too many neighbours. */
const SHORTEST = 4;
/** A word of so many letters may have two wrong. */
const LONG = 8;
/** How many words may stand for one. */
const MOST = 3;

/**
 * The words that somebody may have meant by one that no record has: those with one letter too many, too few or wrong, two in a
 * long word. The first letter is right: people seldom miss it. Of the closest ones that records have, the most common.
 * `known` has how many records have each word.
 */
export function nearWords(term: string, known: ReadonlyMap<string, number>): string[] {
  const { length } = term;
  if (length < SHORTEST) return [];
  const most = length >= LONG ? 2 : 1;
  const near: { word: string; records: number }[][] = Array.from({ length: most + 1 }, () => []);
  for (const [word, records] of known) {
    if (word.length < SHORTEST || Math.abs(word.length - length) > most || word[0] !== term[0]) continue;
    near[editDistance(term, word)]?.push({ word, records });
  }
  const closest = near.find((words) => words.length > 0) ?? [];
  return closest
    .sort((a, b) => b.records - a.records || compare(a.word, b.word))
    .slice(0, MOST)
    .map(({ word }) => word);
}
