import { memoised } from '#src/value/memo.ts';
import { isCandidate } from './candidate.ts';
import type { Chronicle, ChronicleEvent } from './chronicle.ts';

/** A chronicle's events, split into those that count and the unconfirmed ones, both in file order. */
interface SplitEvents {
  logged: readonly ChronicleEvent[];
  candidates: readonly ChronicleEvent[];
}

type Events = Pick<Chronicle, 'events'>;

const NONE: readonly ChronicleEvent[] = [];

/**
 * The logged and confirmed events of a chronicle, in file order. Returns the list itself if it contains no candidates.
 * Cached per list.
 */
export function loggedEvents({ events }: Events): readonly ChronicleEvent[] {
  return splitEvents(events).logged;
}

/** The candidates among a chronicle's events, in file order. */
export function candidateEvents({ events }: Events): readonly ChronicleEvent[] {
  return splitEvents(events).candidates;
}

const splitEvents = memoised((events: readonly ChronicleEvent[]): SplitEvents => {
  return events.some(isCandidate)
    ? { logged: events.filter((event) => !isCandidate(event)), candidates: events.filter(isCandidate) }
    : { logged: events, candidates: NONE };
});
