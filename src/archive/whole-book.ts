/** The observations of sessions that no later one supersedes, each with its session. */
import type { Session } from '../format/session.ts';
import { allObservations, type BookObservation, bookOf, observedSession } from '../notes/book.ts';
import { memoised } from '../lib/memo.ts';

/** An observation with its session. */
export interface PlacedObservation extends BookObservation {
  from: Session;
}

export interface WholeBook {
  /** Oldest first. */
  entries: PlacedObservation[];
  /** How many observations a later one supersedes. */
  superseded: number;
}

/** The book of these sessions, which come newest first: those of a project, or all. */
export const wholeBook = memoised((sessions: readonly Session[]): WholeBook => {
  const observing = sessions.filter((session) => observedSession(session).length > 0);
  const byId = new Map(observing.map((session) => [session.id, session]));
  const observed = observing.toReversed().flatMap(observedSession);
  const entries = bookOf(observed).flatMap((entry): PlacedObservation[] => {
    const from = byId.get(entry.session);
    return from ? [{ ...entry, from }] : [];
  });
  return { entries, superseded: allObservations(observed).length - entries.length };
});
