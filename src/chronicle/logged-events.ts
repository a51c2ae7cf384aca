import { isCandidate } from './candidate.ts';
import type { Chronicle, ChronicleEvent } from './chronicle.ts';

/** A chronicle's events, parted into what counts and what waits for a person's yes. Both in the order of the file. */
interface Parted {
  logged: readonly ChronicleEvent[];
  candidates: readonly ChronicleEvent[];
}

type Events = Pick<Chronicle, 'events'>;

const NONE: readonly ChronicleEvent[] = [];
const known = new WeakMap<readonly ChronicleEvent[], Parted>();

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

function parted(events: readonly ChronicleEvent[]): Parted {
  const before = known.get(events);
  if (before) return before;
  const made = events.some(isCandidate)
    ? { logged: events.filter((event) => !isCandidate(event)), candidates: events.filter(isCandidate) }
    : { logged: events, candidates: NONE };
  known.set(events, made);
  return made;
}
