/**
 * How much was logged on each day, in weeks from Monday: what the calendar on the overview shows. It ends
 * with the archive's last day, not with the reader's, so a site looks the same whenever it is opened.
 *
 *     { date: '2026-09-14', events: 12, isDespite: true, label: 'Mon 14 Sep: 12 events, missed despite a memory', … }
 */
import { dayAfter, mondayOf } from '../chronicle/calendar.ts';
import type { Session } from '../chronicle/session.ts';
import { counted, weekDay } from '../text/day.ts';
import { dayAddress, sessionAddress } from '../text/page-address.ts';
import type { MissGroup } from './miss-group.ts';

export interface ActivityDay {
  date: string;
  events: number;
  /** Whether a miss of this day had a memory on file. */
  isDespite: boolean;
  /** The day's page, or the first of its events where they belong to a session of another day. */
  href: string | null;
  label: string;
}

export interface Activity {
  /** Eighteen, oldest first. Each has seven days from Monday, but the last ends with the last day. */
  weeks: ActivityDay[][];
  first: string;
  last: string;
}

const WEEKS = 18;

/**
 * The last eighteen weeks of an archive up to its last day or `today`; null if it has no sessions.
 * `despite` holds the days with a miss despite a memory.
 */
export function activityOf(
  sessions: readonly Session[],
  despite: ReadonlySet<string>,
  today: string | null = lastDay(sessions),
): Activity | null {
  if (today === null) return null;
  const first = dayAfter(mondayOf(today), -7 * (WEEKS - 1));
  const tallies = talliesOf(sessions, first);
  const dayOf = (date: string): ActivityDay => {
    const { events, href } = tallies.get(date) ?? { events: 0, href: null };
    const isDespite = despite.has(date);
    return { date, events, isDespite, href, label: labelOf(date, events, isDespite) };
  };
  const weeks = Array.from({ length: WEEKS }, (_, week) =>
    Array.from({ length: 7 }, (_, day) => dayAfter(first, 7 * week + day))
      .filter((date) => date <= today)
      .map(dayOf),
  );
  return { weeks, first, last: today };
}

/** The days with a miss that happened despite a memory. */
export function despiteDays(groups: readonly MissGroup[]): Set<string> {
  return new Set(
    groups.flatMap(({ misses }) => misses.filter(({ kind }) => kind === 'despite').map(({ event }) => event.date)),
  );
}

interface Tally {
  events: number;
  href: string;
}

function talliesOf(sessions: readonly Session[], first: string): Map<string, Tally> {
  const tallies = new Map<string, Tally>();
  const tallyOf = (date: string, href: string): Tally => {
    const tally = tallies.get(date) ?? { events: 0, href };
    tallies.set(date, tally);
    return tally;
  };
  const days = new Set<string>();
  for (const { project, name, chronicle } of sessions) {
    days.add(chronicle.frontMatter.date);
    for (const { id, date } of chronicle.events)
      if (date >= first) tallyOf(date, sessionAddress(project.slug, name, id)).events++;
  }
  for (const day of days) if (day >= first) tallyOf(day, '').href = dayAddress(day);
  return tallies;
}

function lastDay(sessions: readonly Session[]): string | null {
  let last: string | null = null;
  for (const { chronicle } of sessions)
    for (const { date } of [chronicle.frontMatter, ...chronicle.events]) if (last === null || date > last) last = date;
  return last;
}

function labelOf(date: string, events: number, isDespite: boolean): string {
  return `${weekDay(date)}: ${counted(events, 'event')}${isDespite ? ', missed despite a memory' : ''}`;
}
