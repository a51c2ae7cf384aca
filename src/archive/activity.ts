/**
 * The sessions and events of each day, in weeks from Monday, for the calendar of the overview. It ends with the archive's
 * last day, so a site looks the same whenever it is opened.
 *
 *     { date: '2026-09-14', sessions: 2, events: 12, label: 'Mon 14 Sep: 2 sessions, 12 events', … }
 */

import type { Session } from '../chronicle/session.ts';
import type { MissGroup } from '../memory/misses/miss-group.ts';
import { counted, weekDay } from '../text/day.ts';
import { dayAddress } from '../text/page-address.ts';
import { dayAfter, daysBetween, mondayOf } from '../value/calendar-day.ts';
import { dayIndex } from './day-index.ts';
import { sessionsWords } from './imported-counts.ts';

export interface ActivityDay {
  date: string;
  sessions: number;
  events: number;
  /** Whether the archive begins after this day. */
  isBefore: boolean;
  /** Whether it is left out: in the calendar of a year, a day of another year, or after the last one. */
  isBlank: boolean;
  /** Whether a miss of this day broke an existing rule. */
  isDespite: boolean;
  /** The day's page; null without sessions. */
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
  isBackfilled: boolean;
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
  return weeksFrom(sessions, despite, { first: dayAfter(mondayOf(today), -7 * (WEEKS - 1)), last: today });
}

/** A calendar year (`2026`) from 1 January on, given all sessions; null without a session in it. */
export function yearActivity(
  sessions: readonly Session[],
  despite: ReadonlySet<string>,
  year: string,
): Activity | null {
  const last = lastDay(sessions, `${year}-12-31`);
  if (!last?.startsWith(year)) return null;
  const begin = `${year}-01-01`;
  const monday = mondayOf(begin);
  // A leap year that begins on a Sunday has a 54th week.
  const first = daysBetween(monday, last) < 7 * WEEKS ? monday : dayAfter(monday, 7);
  const { weeks, ...activity } = weeksFrom(sessions, despite, { first, last, begin });
  return { ...activity, weeks, first: begin };
}

/** An activity in parts of about equal length, at most so many weeks each; without parts before the archive begins. */
export function inParts(activity: Activity, most: number): Activity[] {
  const { weeks } = activity;
  const size = Math.ceil(weeks.length / Math.max(1, Math.ceil(weeks.length / most)));
  return Array.from({ length: Math.ceil(weeks.length / size) }, (_, i) =>
    weeks.slice(i * size, (i + 1) * size),
  ).flatMap((part) => {
    const days = part.flat().filter(({ isBlank }) => !isBlank);
    const [first, last] = [days[0]?.date, days.at(-1)?.date];
    return first && last && days.some(({ isBefore }) => !isBefore) ? [{ ...activity, weeks: part, first, last }] : [];
  });
}

interface Range {
  /** A Monday. */
  first: string;
  last: string;
  /** The first day of a calendar year, whose weeks are filled up with blank days. */
  begin?: string;
}

function weeksFrom(
  sessions: readonly Session[],
  despite: ReadonlySet<string>,
  { first, last, begin }: Range,
): Activity {
  const { dates } = dayIndex(sessions);
  const earliest = [...dates.keys()].reduce((a, b) => (b < a ? b : a), last);
  const dayOf = (date: string): ActivityDay => {
    const isBlank = date > last || (begin !== undefined && date < begin);
    const own = isBlank ? undefined : dates.get(date);
    const { sessions, events } = own ?? { sessions: [], events: 0 };
    const isDespite = !isBlank && despite.has(date);
    const href = own ? dayAddress(date) : null;
    return {
      date,
      sessions: sessions.length,
      events,
      isBefore: date < earliest,
      isBlank,
      isDespite,
      href,
      label: labelOf(date, sessions, counted(events, 'event'), isDespite),
    };
  };
  const weeks = Array.from({ length: WEEKS }, (_, week) =>
    Array.from({ length: 7 }, (_, day) => dayAfter(first, 7 * week + day))
      .filter((date) => date <= last || begin !== undefined)
      .map(dayOf),
  );
  const isBackfilled = sessions.some(({ chronicle }) => chronicle.frontMatter.source !== undefined);
  return { weeks, first, last, begins: earliest < (begin ?? first) ? null : earliest, isBackfilled };
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
