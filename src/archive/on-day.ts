import type { Session } from '../chronicle/session.ts';
import { counted, countedEvents } from '../text/day.ts';
import { dayAfter } from '../value/calendar-day.ts';
import { spelled } from '../value/spelled.ts';
import { dayIndex, monthsOf } from './day-index.ts';

/** What happened on one day of the year, whatever the year. */
export interface DayOfYear {
  /** Newest first; none where nothing happened. */
  years: DayInYear[];
  /** How many sessions are not among them, as they are too many for one page: by month (`2025-11`), newest first. */
  more: { month: string; sessions: number }[];
  /** In all years, and how many those are. */
  inYears: number;
  sessions: number;
  events: number;
  candidates: number;
  /** The nearest days of the year that have sessions. */
  earlier: string | null;
  later: string | null;
}

export interface DayInYear {
  /** `2026-11-20` */
  date: string;
  /** Newest first. */
  sessions: Session[];
  /** Events of that date, and candidates; a session that went past midnight has others. */
  events: number;
  candidates: number;
}

/** What a list on one page bears, as in the lists of sessions. */
const ON_ONE_PAGE = 300;

/** Every day that a year can have, `01-01` to `12-31`: those of a leap year. */
export const DAYS_OF_YEAR: readonly string[] = Array.from({ length: 366 }, (_, i) =>
  dayAfter('2024-01-01', i).slice(5),
);

/** What happened on this `MM-DD`, in an archive that is given newest first. */
export function onDay(sessions: readonly Session[], day: string): DayOfYear {
  const { dates, ofYear } = dayIndex(sessions);
  const years: DayInYear[] = [];
  const rest: Session[] = [];
  let [room, events, candidates] = [ON_ONE_PAGE, 0, 0];
  const onIt = ofYear.get(day) ?? [];
  for (const date of onIt) {
    const { sessions: all, ...found } = dates.get(date) ?? { sessions: [], events: 0, candidates: 0 };
    if (room > 0) years.push({ date, sessions: all.slice(0, room), ...found });
    rest.push(...all.slice(room));
    room = Math.max(0, room - all.length);
    events += found.events;
    candidates += found.candidates;
  }
  const place = DAYS_OF_YEAR.indexOf(day);
  return {
    years,
    more: Array.from(monthsOf(rest), ([month, members]) => ({ month, sessions: members.length })),
    inYears: onIt.length,
    sessions: ON_ONE_PAGE - room + rest.length,
    events,
    candidates,
    earlier: DAYS_OF_YEAR.findLast((other, i) => i < place && ofYear.has(other)) ?? null,
    later: DAYS_OF_YEAR.find((other, i) => i > place && ofYear.has(other)) ?? null,
  };
}

/** `5 sessions in 3 years, 21 events.` */
export function daySentence({ inYears, sessions, events, candidates }: DayOfYear): string {
  if (sessions === 0) return 'No session is of this day, in any year.';
  const span = inYears === 1 ? '' : ` in ${counted(inYears, 'year')}`;
  return `${spelled(sessions)} ${sessions === 1 ? 'session' : 'sessions'}${span}, ${countedEvents(events, candidates)}.`;
}
