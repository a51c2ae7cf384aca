import type { ChronicleEvent } from '../chronicle/chronicle.ts';
import type { Session } from '../chronicle/session.ts';
import type { Tag } from '../chronicle/tags.ts';

/** What a session logged on one day. */
export interface SessionDay {
  date: string;
  /** In the order of the file. */
  events: ChronicleEvent[];
  /** How many have each tag; a tag without events is absent. */
  counts: Map<Tag, number>;
}

const known = new WeakMap<Session, SessionDay[]>();

/**
 * A session's events, cut where the day changes. Worked out once for a session: what is counted over an archive
 * is counted from these, so that a change in one file costs the events of that file.
 */
export function sessionDays(session: Session): readonly SessionDay[] {
  const before = known.get(session);
  if (before) return before;
  const days: SessionDay[] = [];
  for (const event of session.chronicle.events) {
    const last = days.at(-1);
    const day: SessionDay = last?.date === event.date ? last : { date: event.date, events: [], counts: new Map() };
    if (day !== last) days.push(day);
    day.events.push(event);
    day.counts.set(event.tag, (day.counts.get(event.tag) ?? 0) + 1);
  }
  known.set(session, days);
  return days;
}

/** How many events of a session have a tag. */
export function tagCount(session: Session, tag: Tag): number {
  return sessionDays(session).reduce((sum, { counts }) => sum + (counts.get(tag) ?? 0), 0);
}
