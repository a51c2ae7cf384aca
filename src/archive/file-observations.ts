/** The observations about each file of a project. */
import type { Session } from '../format/session.ts';
import { memoised } from '../lib/memo.ts';
import { type PlacedObservation, wholeBook } from './whole-book.ts';

/** The observations of these sessions that no later one supersedes, by the paths that they name, newest first. */
export const observationsByFile = memoised(
  (sessions: readonly Session[]): ReadonlyMap<string, readonly PlacedObservation[]> => {
    const found = new Map<string, PlacedObservation[]>();
    for (const entry of wholeBook(sessions).entries.toReversed()) {
      for (const path of new Set(entry.observation.files)) {
        const own = found.get(path);
        if (own) own.push(entry);
        else found.set(path, [entry]);
      }
    }
    return found;
  },
);
