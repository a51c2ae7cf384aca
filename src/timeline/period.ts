/**
 * The periods of a timeline. That of a tag is one page while it fits; otherwise it is split into quarters, a full quarter
 * into months, a full month into weeks, and a full week into days. The timeline of all tags always has months, which list
 * what its first page shows only in part. So no page grows with the archive, and each event is listed in exactly one period.
 *
 *     '' > 2026-q4 > 2026-10 > 2026-w44 > 2026-10-26
 */

import type { Tag } from '../chronicle/tags.ts';
import { fullDay, monthName, shortDay, weekDay } from '../text/day.ts';
import { dayAfter, daysBetween, mondayOf } from '../value/calendar-day.ts';
import { memoised } from '../value/memo.ts';
import { eventsOn, foundOn, hasEventsOf, type TimelineDay } from './timeline-days.ts';

export interface Period {
  /** Its name in addresses, such as `2026-q4`; empty for the whole archive. */
  name: string;
  /** `October to December 2026` */
  title: string;
  /** The title without its year: `Oct to Dec`. */
  label: string;
  /** Its first and last day, within those of the archive. */
  first: string;
  last: string;
  /** The days with events or observations, oldest first. */
  days: TimelineDay[];
  /** Without found events. */
  events: number;
  found: number;
  /** On the timeline of all tags; that of a tag has none. */
  observations: number;
  /** At most as many sessions' days. */
  headings: number;
  /** Oldest first. If it has parts, its events are listed there. */
  parts: Period[];
}

/** The most rows, and headings of sessions, on one page: about 4,000 elements and 300 kB of HTML. */
const ON_ONE_PAGE = 600;
/** The rows that the first page shows without a script. */
export const ROWS_AT_FIRST = 30;

/** A whole timeline: the events of a tag, or of all tags for null, among all `days` of the archive. */
export function wholePeriod(days: readonly TimelineDay[], tag: Tag | null): Period {
  const builder = new PeriodBuilder(days, tag);
  const own = tag === null ? [...days] : days.filter((day) => hasEventsOf(day, tag));
  const whole = builder.period('', 'All events', builder.first, builder.last, own);
  const hasMonths = tag === null && rowsIn(whole) > ROWS_AT_FIRST;
  if (!hasMonths && !isFull(whole)) return whole;
  whole.parts = builder.into(QUARTER, own);
  const quarters = hasMonths ? whole.parts : whole.parts.filter(isFull);
  for (const quarter of quarters) quarter.parts = builder.into(MONTH, quarter.days);
  const months = quarters.flatMap(({ parts }) => parts).filter(isFull);
  // Weeks do not end with months: they are made from all full months together, and one may be part of two.
  const weeks = builder.into(
    WEEK,
    months.flatMap((month) => month.days),
  );
  for (const month of months)
    month.parts = weeks.filter((week) => week.days.some(({ date }) => date.startsWith(month.name)));
  for (const week of weeks.filter(isFull)) if (week.days.length > 1) week.parts = builder.into(DAY, week.days);
  return whole;
}

/** The smallest parts of a period, oldest first, each once. Their pages list the events. */
export const listedPeriods = memoised((period: Period): readonly Period[] => {
  return period.parts.length === 0 ? [period] : [...new Set(period.parts.flatMap((part) => listedPeriods(part)))];
});

/** How many rows a period lists: events, logged or found, and observations. */
export function rowsIn({ events, found, observations }: Period): number {
  return events + found + observations;
}

function isFull(period: Period): boolean {
  return rowsIn(period) + period.headings > ON_ONE_PAGE;
}

class PeriodBuilder {
  readonly #tag: Tag | null;
  readonly first: string;
  readonly last: string;

  constructor(days: readonly TimelineDay[], tag: Tag | null) {
    this.#tag = tag;
    this.first = days[0]?.date ?? '';
    this.last = days.at(-1)?.date ?? '';
  }

  #rowsOn(day: TimelineDay): number {
    const events = eventsOn(day, this.#tag) + foundOn(day, this.#tag);
    return this.#tag === null ? events + day.observations : events;
  }

  into({ nameOf, firstOf, lastOf, titleOf, labelOf }: Unit, days: readonly TimelineDay[]): Period[] {
    return Array.from(
      Map.groupBy(days, ({ date }) => nameOf(date)),
      ([name, members]) => {
        const first = firstOf(members[0]?.date ?? '');
        return { ...this.period(name, titleOf(first), first, lastOf(first), members), label: labelOf(first) };
      },
    );
  }

  period(name: string, title: string, first: string, last: string, days: TimelineDay[]): Period {
    return {
      name,
      title,
      label: title,
      first: first < this.first ? this.first : first,
      last: last > this.last ? this.last : last,
      days,
      events: days.reduce((sum, day) => sum + eventsOn(day, this.#tag), 0),
      found: days.reduce((sum, day) => sum + foundOn(day, this.#tag), 0),
      observations: this.#tag === null ? days.reduce((sum, day) => sum + day.observations, 0) : 0,
      headings: days.reduce((sum, day) => sum + Math.min(day.runs.length, this.#rowsOn(day)), 0),
      parts: [],
    };
  }
}

/** A unit of parts. `nameOf` takes any day of a part, the others its first day. */
interface Unit {
  nameOf(date: string): string;
  firstOf(date: string): string;
  lastOf(first: string): string;
  titleOf(first: string): string;
  labelOf(first: string): string;
}

const QUARTER: Unit = {
  nameOf: (date) => `${date.slice(0, 4)}-q${quarterOf(date) + 1}`,
  firstOf: (date) => monthStart(date, quarterOf(date) * 3),
  lastOf: (first) => dayAfter(monthStart(first, Number(first.slice(5, 7)) + 2), -1),
  titleOf: (first) => `${monthName(first)} to ${monthName(QUARTER.lastOf(first))} ${first.slice(0, 4)}`,
  labelOf: (first) => `${monthName(first).slice(0, 3)} to ${monthName(QUARTER.lastOf(first)).slice(0, 3)}`,
};

const MONTH: Unit = {
  nameOf: (date) => date.slice(0, 7),
  firstOf: (date) => `${date.slice(0, 7)}-01`,
  lastOf: (first) => dayAfter(monthStart(first, Number(first.slice(5, 7))), -1),
  titleOf: (first) => `${monthName(first)} ${first.slice(0, 4)}`,
  labelOf: monthName,
};

/** ISO weeks: from Monday, in the year of their Thursday. */
const WEEK: Unit = {
  nameOf(date) {
    const thursday = dayAfter(mondayOf(date), 3);
    const year = thursday.slice(0, 4);
    const week = Math.floor(daysBetween(`${year}-01-01`, thursday) / 7) + 1;
    return `${year}-w${String(week).padStart(2, '0')}`;
  },
  firstOf: mondayOf,
  lastOf: (first) => dayAfter(first, 6),
  titleOf: (first) => `Week of ${shortDay(first)} ${first.slice(0, 4)}`,
  labelOf: shortDay,
};

const DAY: Unit = {
  nameOf: (date) => date,
  firstOf: (date) => date,
  lastOf: (first) => first,
  titleOf: fullDay,
  labelOf: weekDay,
};

function quarterOf(date: string): number {
  return Math.floor((Number(date.slice(5, 7)) - 1) / 3);
}

/** The first day of a month in a date's year; month 12 is January of the next year. */
function monthStart(date: string, month: number): string {
  const year = Number(date.slice(0, 4)) + Math.floor(month / 12);
  return `${year}-${String((month % 12) + 1).padStart(2, '0')}-01`;
}
