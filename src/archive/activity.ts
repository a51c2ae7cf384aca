/**
 * The sessions and events of each day, in weeks from Monday, for the calendar of the overview. It ends with the archive's
 * last day, so a site looks the same whenever it is opened.
 *
 *     { date: '2026-09-14', sessions: 2, events: 12, label: 'Mon 14 Sep: 2 sessions, 12 events', … }
 */
import type { Session } from '#src/format/session.ts';
import type { Mistake } from '#src/memory/mistakes.ts';
import { momentOf } from '#src/transcript/moment.ts';
import { counted, weekDay } from '#src/lib/text/day.ts';
import { dayAddress, sessionsSearch } from '#src/lib/text/page-address.ts';
import { dayAfter, isDay, mondayOf } from '#src/lib/calendar-day.ts';
import { sessionsWords } from './counts.ts';

export interface ActivityDay {
  date: string;
  sessions: number;
  events: number;
  /** Whether the archive begins after this day. */
  isBefore: boolean;
  /** Whether a miss of this day broke an existing rule. */
  isDespite: boolean;
  /** The day in the timeline, or without events its sessions; null without sessions. */
  href: string | null;
  label: string;
}

export interface Activity {
  /** A year of weeks from Monday, oldest first. The last week ends with the last day. */
  weeks: ActivityDay[][];
  first: string;
  last: string;
}

const WEEKS = 53;

/**
 * The last year of an archive; null without sessions. A session dated after `limit` is a typing error and does not shift the
 * weeks.
 */
export function activityOf(
  sessions: readonly Session[],
  mistakes: readonly Mistake[],
  limit = '9999-12-31',
): Activity | null {
  const days = daysOf(sessions);
  const dates = [...days.keys()].sort();
  const last = dates.findLast((date) => date <= limit) ?? dates.at(-1);
  if (last === undefined) return null;
  const first = dayAfter(mondayOf(last), -7 * (WEEKS - 1));
  const earliest = dates[0] ?? last;
  const despite = new Set(
    mistakes.flatMap(({ misses }) => misses.filter(({ kind }) => kind === 'despite').map(({ event }) => event.date)),
  );
  const dayOf = (date: string): ActivityDay => {
    const { sessions: own, events } = days.get(date) ?? { sessions: [], events: 0 };
    const isDespite = despite.has(date);
    const address = events > 0 ? dayAddress(date) : sessionsSearch({ since: date, until: date });
    const counts = own.length === 0 ? 'no sessions' : `${sessionsWords(own)}, ${counted(events, 'event')}`;
    return {
      ...{ date, sessions: own.length, events, isBefore: date < earliest, isDespite },
      href: own.length > 0 ? address : null,
      label: `${weekDay(date)}: ${counts}${isDespite ? ', missed despite a memory' : ''}`,
    };
  };
  const weeks = Array.from({ length: WEEKS }, (_, week) =>
    Array.from({ length: 7 }, (_, day) => dayAfter(first, 7 * week + day))
      .filter((date) => date <= last)
      .map(dayOf),
  );
  return { weeks, first, last };
}

/**
 * The sessions and the number of events of each day. A session belongs to the day in its front matter, to each day on which
 * it has an event, and to the day of its last message: a session past midnight belongs to two days.
 */
function daysOf(sessions: readonly Session[]): Map<string, { sessions: Session[]; events: number }> {
  const days = new Map<string, { sessions: Session[]; events: number }>();
  for (const session of sessions) {
    const own = Map.groupBy(session.chronicle.events, ({ date }) => date);
    for (const date of new Set([session.chronicle.frontMatter.date, ...own.keys(), ...lastDayOf(session)])) {
      const day = days.get(date) ?? { sessions: [], events: 0 };
      days.set(date, day);
      day.sessions.push(session);
      day.events += own.get(date)?.length ?? 0;
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
