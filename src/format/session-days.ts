import { memoised } from '#src/lib/memo.ts';
import { isFound } from './event-source.ts';
import type { ChronicleEvent } from './chronicle.ts';
import type { Session } from './session.ts';
import type { Tag } from './tags.ts';

/** A session's events on one day. */
export interface SessionDay {
  date: string;
  /** In file order, including found. */
  events: ChronicleEvent[];
  /** The number of events by tag, without found; a tag without events is absent. */
  counts: Map<Tag, number>;
  /** The number of found by tag. */
  found: Map<Tag, number>;
}

/**
 * A session's events, grouped by day. Cached per session: counts over the whole archive add these up, so a changed file
 * costs only a pass over its own events.
 */
export const sessionDays = memoised((session: Session): readonly SessionDay[] => {
  const days: SessionDay[] = [];
  for (const event of session.chronicle.events) {
    const last = days.at(-1);
    const day = last?.date === event.date ? last : emptyDay(event.date);
    if (day !== last) days.push(day);
    day.events.push(event);
    const counts = isFound(event) ? day.found : day.counts;
    counts.set(event.tag, (counts.get(event.tag) ?? 0) + 1);
  }
  return days;
});

/** The number of a session's events with a tag, without found. */
export function tagCount(session: Session, tag: Tag): number {
  return sessionDays(session).reduce(
    (sum, { counts, found }) => sum + (counts.get(tag) ?? 0) + (found.get(tag) ?? 0),
    0,
  );
}

function emptyDay(date: string): SessionDay {
  return { date, events: [], counts: new Map(), found: new Map() };
}
