import { isFound } from './event-source.ts';
import { memoised } from '../lib/memo.ts';
import type { Chronicle, ChronicleEvent } from './chronicle.ts';

type Events = Pick<Chronicle, 'events'>;

/** The events for figures about memory: those that the agent or a person logged, in order. Cached per list. */
export function loggedEvents({ events }: Events): readonly ChronicleEvent[] {
  return split(events).logged;
}

/** The events that were found in a transcript, in order. Cached per list. */
export function foundEvents({ events }: Events): readonly ChronicleEvent[] {
  return split(events).found;
}

const split = memoised((events: readonly ChronicleEvent[]) => {
  const found = events.some(isFound) ? events.filter(isFound) : [];
  return { found, logged: found.length === 0 ? events : events.filter((event) => !isFound(event)) };
});
