/**
 * Which sessions are of which day. A session is of the day of its front matter, and of each day on
 * which one of its events was logged: one that went past midnight is of two.
 */
import type { Session } from '../chronicle/session.ts';

export interface DayIndex {
  /** By date, `2026-11-20`. */
  dates: Map<string, Day>;
  /** The dates of each day of the year, `11-20`, newest first. */
  ofYear: Map<string, string[]>;
}

export interface Day {
  /** In the order of the archive, newest first. */
  sessions: Session[];
  /** How many events they logged on it. */
  events: number;
}

const indexes = new WeakMap<readonly Session[], DayIndex>();

/** The index of an archive's sessions. The same array gets the same index. */
export function dayIndex(sessions: readonly Session[]): DayIndex {
  const known = indexes.get(sessions);
  if (known) return known;
  const dates = new Map<string, Day>();
  for (const session of sessions) {
    for (const [date, events] of eventsByDate(session)) {
      const day = dates.get(date) ?? { sessions: [], events: 0 };
      day.sessions.push(session);
      day.events += events;
      dates.set(date, day);
    }
  }
  const index = { dates, ofYear: Map.groupBy([...dates.keys()].sort().reverse(), (date) => date.slice(5)) };
  indexes.set(sessions, index);
  return index;
}

/** How many events a session has on each day that it is of. */
function eventsByDate({ chronicle }: Session): Map<string, number> {
  const dates = new Map([[chronicle.frontMatter.date, 0]]);
  for (const { date } of chronicle.events) dates.set(date, (dates.get(date) ?? 0) + 1);
  return dates;
}
