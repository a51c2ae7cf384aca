import { memoised } from '#src/value/memo.ts';
import { isCandidate } from './candidate.ts';
import type { Chronicle, ChronicleEvent } from './chronicle.ts';
import { isLogged } from './recorded.ts';

/** A chronicle's events by how sure they are, in file order. */
interface SplitEvents {
  confirmed: readonly ChronicleEvent[];
  logged: readonly ChronicleEvent[];
  candidates: readonly ChronicleEvent[];
}

type Events = Pick<Chronicle, 'events'>;

const NONE: readonly ChronicleEvent[] = [];

/**
 * The events that count everywhere but in figures about memory: logged, recorded and confirmed ones, in file order.
 * Returns the list itself if it contains no candidates. Cached per list.
 */
export function confirmedEvents({ events }: Events): readonly ChronicleEvent[] {
  return splitEvents(events).confirmed;
}

/** The events for figures about memory: logged by the agent or confirmed by a person, in file order. Cached per list. */
export function loggedEvents({ events }: Events): readonly ChronicleEvent[] {
  return splitEvents(events).logged;
}

/** The candidates among a chronicle's events, in file order. */
export function candidateEvents({ events }: Events): readonly ChronicleEvent[] {
  return splitEvents(events).candidates;
}

const splitEvents = memoised((events: readonly ChronicleEvent[]): SplitEvents => {
  const candidates = events.some(isCandidate) ? events.filter(isCandidate) : NONE;
  const confirmed = candidates.length === 0 ? events : events.filter((event) => !isCandidate(event));
  return { confirmed, logged: confirmed.every(isLogged) ? confirmed : confirmed.filter(isLogged), candidates };
});
