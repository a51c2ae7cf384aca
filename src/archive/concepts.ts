/** What observations are about: the concepts that they name, across all projects. */

import { normalConcept } from '../format/notebook/concept.ts';
import type { Session } from '../format/session.ts';
import { compare } from '../lib/compare.ts';
import { memoised } from '../lib/memo.ts';
import { type PlacedObservation, wholeBook } from './whole-book.ts';

/** A concept with the observations that name it. */
interface Concept {
  name: string;
  /** Newest first. */
  entries: PlacedObservation[];
}

/** The concepts of all observations that no later one supersedes, the most frequent first. */
export const conceptsOf = memoised((sessions: readonly Session[]): Concept[] => {
  const found = new Map<string, PlacedObservation[]>();
  for (const entry of wholeBook(sessions).entries) {
    for (const name of namesOf(entry)) {
      const entries = found.get(name);
      if (entries) entries.push(entry);
      else found.set(name, [entry]);
    }
  }
  return [...found]
    .map(([name, entries]) => ({ name, entries: entries.toReversed() }))
    .sort((a, b) => b.entries.length - a.entries.length || compare(a.name, b.name));
});

function namesOf({ observation }: PlacedObservation): string[] {
  return [...new Set(observation.concepts.map(normalConcept))].filter((name) => name !== '');
}
