import { compare } from '../value/compare.ts';
import { editDistance } from '../value/nearest.ts';

/** A word that records have, and how many have it. */
export interface KnownWord {
  term: string;
  records: number;
}

/** A shorter word has too many neighbours. */
const SHORTEST = 4;
/** A word of so many letters may have two wrong. */
const LONG = 8;
/** How many words may stand for one. */
const MOST = 3;

/**
 * The words that somebody may have meant by one that no record has: those with one letter too many, too few or wrong, two in a
 * long word. The first letter is right: people seldom miss it. The closest first, then the most common.
 */
export function nearWords(term: string, known: Iterable<KnownWord>): string[] {
  const { length } = term;
  if (length < SHORTEST) return [];
  const most = length >= LONG ? 2 : 1;
  const near: (KnownWord & { distance: number })[] = [];
  for (const word of known) {
    if (word.term.length < SHORTEST || Math.abs(word.term.length - length) > most || word.term[0] !== term[0]) continue;
    const distance = editDistance(term, word.term);
    if (distance <= most) near.push({ ...word, distance });
  }
  const closest = Math.min(...near.map(({ distance }) => distance));
  return near
    .filter(({ distance }) => distance === closest)
    .sort((a, b) => b.records - a.records || compare(a.term, b.term))
    .slice(0, MOST)
    .map(({ term: found }) => found);
}
