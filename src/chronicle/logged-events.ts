import { memoised } from '#src/value/memo.ts';
import { isCandidate } from './candidate.ts';
import type { Chronicle, ChronicleEvent } from './chronicle.ts';

/** A chronicle's events, parted into what counts and what waits for a person's yes. Both in the order of the file. */
interface Parted {
  logged: readonly ChronicleEvent[];
  candidates: readonly ChronicleEvent[];
}

type Events = Pick<Chronicle, 'events'>;

const NONE: readonly ChronicleEvent[] = [];
/**
 * The events of a chronicle that count: those that were logged, and candidates that somebody confirmed. In their order;
 * the list itself where it holds no candidate. Worked out once for a list of events.
 */
export function loggedEvents({ events }: Events): readonly ChronicleEvent[] {
  return parted(events).logged;
}

/** The candidates among a chronicle's events, in their order. */
export function candidateEvents({ events }: Events): readonly ChronicleEvent[] {
  return parted(events).candidates;
}

const parted = memoised((events: readonly ChronicleEvent[]): Parted => {
  return events.some(isCandidate)
    ? { logged: events.filter((event) => !isCandidate(event)), candidates: events.filter(isCandidate) }
    : { logged: events, candidates: NONE };
});
