import type { Session } from '../chronicle/session.ts';
import { sessionDays, sumOf } from '../chronicle/session-days.ts';
import { memoised } from '../value/memo.ts';

/**
 * Which sessions are of which day. A session is of the day of its front matter, and of each day on
 * which one of its events was logged: one that went past midnight is of two.
 */

interface DayIndex {
  /** By date, `2026-11-20`. */
  dates: Map<string, Day>;
  /** The dates of each day of the year, `11-20`, newest first. */
  ofYear: Map<string, string[]>;
}

export interface Day {
  /** In the order of the archive, newest first. */
  sessions: Session[];
  /** How many events they logged on it, and how many candidates there are of it. */
  events: number;
  candidates: number;
}

/** The index of an archive's sessions. The same array gets the same index. */
export const dayIndex = memoised((sessions: readonly Session[]): DayIndex => {
  const dates = new Map<string, Day>();
  for (const session of sessions) {
    const own = session.chronicle.frontMatter.date;
    for (const date of new Set([own, ...sessionDays(session).map((day) => day.date)])) {
      const day = dates.get(date) ?? { sessions: [], events: 0, candidates: 0 };
      day.sessions.push(session);
      dates.set(date, day);
    }
    for (const { date, counts, candidates } of sessionDays(session)) {
      const day = dates.get(date);
      if (!day) continue;
      day.events += sumOf(counts);
      day.candidates += sumOf(candidates);
    }
  }
  return { dates, ofYear: Map.groupBy([...dates.keys()].sort().reverse(), (date) => date.slice(5)) };
});

/**
 * The sessions by the month of their front matter's date (`2026-03`), each month in the order
 * given. Worked out once for a list: the collection is asked for one month after the other.
 */
export const monthsOf = memoised(
  (sessions: readonly Session[]): ReadonlyMap<string, Session[]> =>
    Map.groupBy(sessions, ({ chronicle }) => chronicle.frontMatter.date.slice(0, 7)),
);
