import type { Session } from '../format/session.ts';
import { sessionDays, sumOf } from '../format/session-days.ts';
import { momentOf } from '../transcript/moment.ts';
import { isDay } from '../lib/calendar-day.ts';
import { memoised } from '../lib/memo.ts';

/**
 * The sessions of each day. A session belongs to the day in its front matter, to each day on which it logged an event, and
 * to the day of its last message: a session past midnight belongs to two days.
 */

interface DayIndex {
  /** By date, `2026-11-20`, in no order. */
  dates: ReadonlyMap<string, Day>;
}

interface Day {
  /** In the order of the archive, newest first. */
  sessions: Session[];
  /** The events of this day, logged and found. */
  events: number;
}

/** The index of an archive's sessions. The same array gets the same index. */
export const dayIndex = memoised((sessions: readonly Session[]): DayIndex => ({ dates: daysOf(sessions) }));

function daysOf(sessions: readonly Session[]): Map<string, Day> {
  const days = new Map<string, Day>();
  for (const session of sessions) {
    const own = session.chronicle.frontMatter.date;
    for (const date of new Set([own, ...sessionDays(session).map((day) => day.date), ...lastDayOf(session)])) {
      const day = days.get(date) ?? { sessions: [], events: 0 };
      day.sessions.push(session);
      days.set(date, day);
    }
    for (const { date, counts, found } of sessionDays(session)) {
      const day = days.get(date);
      if (day) day.events += sumOf(counts) + sumOf(found);
    }
  }
  return days;
}

/** The day of the last message in a session's facts, unless the clock ran backwards. */
function lastDayOf({ chronicle: { frontMatter }, facts }: Session): string[] {
  if (!facts?.to) return [];
  const { date } = momentOf(facts.to, frontMatter.utc_offset);
  return date > frontMatter.date && isDay(date) ? [date] : [];
}

/** The sessions by the month in their front matter (`2026-03`), in the given order. The same array gets the same map. */
export const monthsOf = memoised(
  (sessions: readonly Session[]): ReadonlyMap<string, Session[]> =>
    Map.groupBy(sessions, ({ chronicle }) => chronicle.frontMatter.date.slice(0, 7)),
);
