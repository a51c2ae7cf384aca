/**
 * The events of an archive by the day they were logged on: what timelines are cut from. One pass over
 * the archive, then every period of every timeline is a stretch of these days.
 *
 *     { date: '2026-11-19', counts: Map { 'ERROR' => 3, 'PIVOT' => 1 }, runs: [{ session, events }, …] }
 */
import type { ChronicleEvent } from '../chronicle/chronicle.ts';
import type { Session } from '../chronicle/session.ts';
import type { Tag } from '../chronicle/tags.ts';

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
    for (const events of runsOf(session)) {
      const [{ date } = { date: '' }] = events;
      const day: TimelineDay = days.get(date) ?? { date, counts: new Map(), runs: [] };
      days.set(date, day);
      day.runs.push({ session, events });
      for (const { tag } of events) day.counts.set(tag, (day.counts.get(tag) ?? 0) + 1);
    }
  }
  return [...days.values()].sort((a, b) => (a.date < b.date ? -1 : 1));
}

/** A session's events, cut where the day changes. */
function runsOf({ chronicle: { events } }: Session): ChronicleEvent[][] {
  const runs: ChronicleEvent[][] = [];
  let start = 0;
  for (let i = 1; i <= events.length; i++) {
    if (events[i]?.date === events[start]?.date) continue;
    runs.push(events.slice(start, i));
    start = i;
  }
  return runs;
}
