/**
 * The events of an archive by the day they were logged on: what timelines are cut from. One pass over
 * the archive, then every period of every timeline is a stretch of these days.
 *
 *     { date: '2026-11-19', counts: Map { 'ERROR' => 3, 'PIVOT' => 1 }, runs: [{ session, events }, …] }
 */
import type { ChronicleEvent } from '../../chronicle/chronicle.ts';
import type { Session } from '../../chronicle/session.ts';
import type { Tag } from '../../chronicle/tags.ts';
import { sessionDays } from '../session-days.ts';

export interface TimelineDay {
  date: string;
  /** A tag without events is absent. */
  counts: Map<Tag, number>;
  /** Newest session first. */
  runs: Run[];
}

/** What a session logged on one day, in the order of its file. */
export interface Run {
  session: Session;
  events: ChronicleEvent[];
}

const known = new WeakMap<readonly Session[], TimelineDay[]>();

/** The days with events, oldest first, of sessions that are given newest first. The same array gets the same days. */
export function timelineDays(sessions: readonly Session[]): TimelineDay[] {
  const days = known.get(sessions) ?? collectDays(sessions);
  known.set(sessions, days);
  return days;
}

/** How many events of a day have a tag; of any tag for null. */
export function eventsOn({ counts, runs }: TimelineDay, tag: Tag | null): number {
  return tag === null ? runs.reduce((sum, { events }) => sum + events.length, 0) : (counts.get(tag) ?? 0);
}

function collectDays(sessions: readonly Session[]): TimelineDay[] {
  const days = new Map<string, TimelineDay>();
  for (const session of sessions) {
    for (const { date, events, counts } of sessionDays(session)) {
      const day: TimelineDay = days.get(date) ?? { date, counts: new Map(), runs: [] };
      days.set(date, day);
      day.runs.push({ session, events });
      for (const [tag, count] of counts) day.counts.set(tag, (day.counts.get(tag) ?? 0) + count);
    }
  }
  return [...days.values()].sort((a, b) => (a.date < b.date ? -1 : 1));
}
