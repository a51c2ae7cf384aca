import type { Session } from '../chronicle/session.ts';
import { counted } from '../text/day.ts';
import { dayAfter } from '../value/calendar-day.ts';
import { spelled } from '../value/spelled.ts';
import { dayIndex, monthsOf } from './day-index.ts';

/** The sessions of one day of the year, in all years. */
export interface DayOfYear {
  /** Newest first; empty without sessions. */
  years: DayInYear[];
  /** The numbers of sessions that do not fit on the page, by month (`2025-11`), newest first. */
  more: { month: string; sessions: number }[];
  /** The number of years, and the totals of all years. */
  inYears: number;
  sessions: number;
  events: number;
  /** The nearest days of the year that have sessions. */
  earlier: string | null;
  later: string | null;
}

export interface DayInYear {
  /** `2026-11-20` */
  date: string;
  /** Newest first. */
  sessions: Session[];
  /** Only events of that date: a session past midnight has others. */
  events: number;
}

/** The most sessions on one page, as in the lists of sessions. */
const ON_ONE_PAGE = 300;

/** Every day of a leap year, `01-01` to `12-31`. */
export const DAYS_OF_YEAR: readonly string[] = Array.from({ length: 366 }, (_, i) =>
  dayAfter('2024-01-01', i).slice(5),
);

/** The sessions of a day (`MM-DD`), from sessions given newest first. */
export function onDay(sessions: readonly Session[], day: string): DayOfYear {
  const { dates, ofYear } = dayIndex(sessions);
  const years: DayInYear[] = [];
  const rest: Session[] = [];
  let [room, events] = [ON_ONE_PAGE, 0];
  const onIt = ofYear.get(day) ?? [];
  for (const date of onIt) {
    const { sessions: all, ...own } = dates.get(date) ?? { sessions: [], events: 0 };
    if (room > 0) years.push({ date, sessions: all.slice(0, room), ...own });
    rest.push(...all.slice(room));
    room = Math.max(0, room - all.length);
    events += own.events;
  }
  const place = DAYS_OF_YEAR.indexOf(day);
  return {
    years,
    more: Array.from(monthsOf(rest), ([month, members]) => ({ month, sessions: members.length })),
    inYears: onIt.length,
    sessions: ON_ONE_PAGE - room + rest.length,
    events,
    earlier: DAYS_OF_YEAR.findLast((other, i) => i < place && ofYear.has(other)) ?? null,
    later: DAYS_OF_YEAR.find((other, i) => i > place && ofYear.has(other)) ?? null,
  };
}

/** `Five sessions in 3 years, 21 events.` or `No sessions on 1 January.` */
export function daySentence({ inYears, sessions, events }: DayOfYear, dayName: string): string {
  if (sessions === 0) return `No sessions on ${dayName}.`;
  const span = inYears === 1 ? '' : ` in ${counted(inYears, 'year')}`;
  return `${spelled(sessions)} ${sessions === 1 ? 'session' : 'sessions'}${span}, ${counted(events, 'event')}.`;
}
