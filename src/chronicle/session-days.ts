import { memoised } from '#src/value/memo.ts';
import { isCandidate } from './candidate.ts';
import type { ChronicleEvent } from './chronicle.ts';
import type { Session } from './session.ts';
import type { Tag } from './tags.ts';

/** What a session logged on one day. */
export interface SessionDay {
  date: string;
  /** In the order of the file, candidates among them. */
  events: ChronicleEvent[];
  /** How many have each tag, without candidates; a tag without events is absent. */
  counts: Map<Tag, number>;
  /** How many candidates have each tag: they are counted apart. */
  candidates: Map<Tag, number>;
}

/**
 * A session's events, cut where the day changes. Worked out once for a session: what is counted over an archive
 * is counted from these, so that a change in one file costs the events of that file.
 */
export const sessionDays = memoised((session: Session): readonly SessionDay[] => {
  const days: SessionDay[] = [];
  for (const event of session.chronicle.events) {
    const last = days.at(-1);
    const day = last?.date === event.date ? last : emptyDay(event.date);
    if (day !== last) days.push(day);
    day.events.push(event);
    const counts = isCandidate(event) ? day.candidates : day.counts;
    counts.set(event.tag, (counts.get(event.tag) ?? 0) + 1);
  }
  return days;
});

/** How many events of a session have a tag, without candidates. */
export function tagCount(session: Session, tag: Tag): number {
  return sessionDays(session).reduce((sum, { counts }) => sum + (counts.get(tag) ?? 0), 0);
}

/** How many events there are of all tags. */
export function sumOf(counts: ReadonlyMap<Tag, number>): number {
  let sum = 0;
  for (const count of counts.values()) sum += count;
  return sum;
}

function emptyDay(date: string): SessionDay {
  return { date, events: [], counts: new Map(), candidates: new Map() };
}
