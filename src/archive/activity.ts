/**
 * The sessions and events of each day, in weeks from Monday, for the calendar of the overview. It ends with the archive's
 * last day, so a site looks the same whenever it is opened.
 *
 *     { date: '2026-09-14', sessions: 2, events: 12, label: 'Mon 14 Sep: 2 sessions, 12 events', … }
 */

import type { Session } from '../format/session.ts';
import type { MissGroup } from '../memory/misses/miss-group.ts';
import { counted, weekDay } from '../lib/text/day.ts';
import { dayAddress } from '../lib/text/page-address.ts';
import { dayAfter, mondayOf } from '../lib/calendar-day.ts';
import { dayIndex } from './day-index.ts';
import { sessionsWords } from './imported-counts.ts';

export interface ActivityDay {
  date: string;
  sessions: number;
  events: number;
  /** Whether the archive begins after this day. */
  isBefore: boolean;
  /** Whether a miss of this day broke an existing rule. */
  isDespite: boolean;
  /** The day in the timeline, or without events its month of sessions; null without sessions. */
  href: string | null;
  label: string;
}

export interface Activity {
  /** A year of weeks from Monday, oldest first. The last week ends with the last day. */
  weeks: ActivityDay[][];
  first: string;
  last: string;
  /** The day of its first session, if that is in these weeks, and whether transcripts of earlier sessions were imported. */
  begins: string | null;
  isFromTranscript: boolean;
}

const WEEKS = 53;

/**
 * The last year of an archive; null without sessions. `despite` has the days with a miss despite a memory. A
 * session dated after `limit` is a typing error and does not shift the weeks.
 */
export function activityOf(
  sessions: readonly Session[],
  despite: ReadonlySet<string>,
  limit = '9999-12-31',
): Activity | null {
  const today = lastDay(sessions, limit);
  if (today === null) return null;
  return weeksFrom(sessions, despite, dayAfter(mondayOf(today), -7 * (WEEKS - 1)), today);
}

/** The weeks from a Monday to a last day. */
function weeksFrom(sessions: readonly Session[], despite: ReadonlySet<string>, first: string, last: string): Activity {
  const { dates } = dayIndex(sessions);
  const earliest = [...dates.keys()].reduce((a, b) => (b < a ? b : a), last);
  const dayOf = (date: string): ActivityDay => {
    const own = dates.get(date);
    const { sessions, events } = own ?? { sessions: [], events: 0 };
    const isDespite = despite.has(date);
    return {
      date,
      sessions: sessions.length,
      events,
      isBefore: date < earliest,
      isDespite,
      href: own ? (events > 0 ? dayAddress(date) : `/sessions/?from=${date}&to=${date}`) : null,
      label: labelOf(date, sessions, counted(events, 'event'), isDespite),
    };
  };
  const weeks = Array.from({ length: WEEKS }, (_, week) =>
    Array.from({ length: 7 }, (_, day) => dayAfter(first, 7 * week + day))
      .filter((date) => date <= last)
      .map(dayOf),
  );
  const isFromTranscript = sessions.some(({ chronicle }) => chronicle.frontMatter.source !== undefined);
  return { weeks, first, last, begins: earliest < first ? null : earliest, isFromTranscript };
}

/** The days with a miss despite a memory. */
export function despiteDays(groups: readonly MissGroup[]): Set<string> {
  return new Set(
    groups.flatMap(({ misses }) => misses.filter(({ kind }) => kind === 'despite').map(({ event }) => event.date)),
  );
}

/** The last day up to the limit; if there is none, the last day of all. */
function lastDay(sessions: readonly Session[], limit: string): string | null {
  const dates = [...dayIndex(sessions).dates.keys()].sort();
  return dates.findLast((date) => date <= limit) ?? dates.at(-1) ?? null;
}

function labelOf(date: string, sessions: readonly Session[], events: string, isDespite: boolean): string {
  const counts = sessions.length === 0 ? 'no sessions' : `${sessionsWords(sessions)}, ${events}`;
  return `${weekDay(date)}: ${counts}${isDespite ? ', missed despite a memory' : ''}`;
}
