import { loggedEvents } from '../chronicle/logged-events.ts';
import type { Session } from '../chronicle/session.ts';
import { isDay } from '../value/calendar-day.ts';
import { type Day, dayIndex } from './day-index.ts';
import { isQuiet } from './session-index.ts';

/** A session that is worth looking back on. */
export interface Anniversary {
  session: Session;
  /** The day it is of. */
  date: string;
  /** `a year ago` */
  ago: string;
}

/** How many months back to look where no year has anything, in this order. */
const MONTHS = [6, 3, 1];

/**
 * The most telling session of exactly some years before a day, the nearest
 * year first, else of six, three months or one month before it; null if there is none. A day that the
 * calendar lacks, as a month before 31 March, has none.
 */
export function onThisDay(sessions: readonly Session[], today: string): Anniversary | null {
  const { dates, ofYear } = dayIndex(sessions);
  const years = (ofYear.get(today.slice(5)) ?? []).filter((date) => date < today);
  for (const date of [...years, ...MONTHS.map((months) => monthsBefore(today, months))]) {
    const session = mostNotable(dates.get(date));
    if (session) return { session, date, ago: ago(date, today) };
  }
  return null;
}

/** A narrative tells most, then a summary that somebody wrote, then many events. */
function mostNotable(day: Day | undefined): Session | undefined {
  return day?.sessions
    .filter((session) => !isQuiet(session))
    .sort((a, b) => rank(b) - rank(a) || loggedEvents(b.chronicle).length - loggedEvents(a.chronicle).length)[0];
}

function rank({ chronicle }: Session): number {
  return ['none', 'machine', 'agent', 'retro'].indexOf(chronicle.summary.kind);
}

/** The same day of an earlier month; empty where the calendar has none. */
function monthsBefore(date: string, months: number): string {
  const month = monthOf(date) - months;
  const found = `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}${date.slice(7)}`;
  return isDay(found) ? found : '';
}

function ago(date: string, today: string): string {
  const months = monthOf(today) - monthOf(date);
  if (months % 12 === 0) return months === 12 ? 'a year ago' : `${months / 12} years ago`;
  return months === 1 ? 'a month ago' : `${months} months ago`;
}

/** Months since the year 0. */
function monthOf(date: string): number {
  return Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1;
}
