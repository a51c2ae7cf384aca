import { isEmptySession, type Session } from '../chronicle/session.ts';
import { isDay } from '../value/calendar-day.ts';
import { type Day, dayIndex } from './day-index.ts';

/** A session worth looking back on. */
export interface Anniversary {
  session: Session;
  /** Its day. */
  date: string;
  /** `a year ago` */
  ago: string;
}

/** How many months to look back if no year has a session, in this order. */
const MONTHS = [6, 3, 1];

/**
 * The most notable session on the same day of an earlier year, newest year first; otherwise six, three or one months
 * before. Null if there is none, or if the calendar has no such day, such as a month before 31 March.
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

/** Ranks by narrative, written summary, then number of events. */
function mostNotable(day: Day | undefined): Session | undefined {
  return day?.sessions
    .filter((session) => !isEmptySession(session))
    .sort((a, b) => rank(b) - rank(a) || b.chronicle.events.length - a.chronicle.events.length)[0];
}

function rank({ chronicle }: Session): number {
  return ['none', 'machine', 'agent', 'retro'].indexOf(chronicle.summary.kind);
}

/** The same day of an earlier month; empty if the calendar has none. */
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
