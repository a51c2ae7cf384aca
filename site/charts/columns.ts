import { dayAfter, daysBetween, mondayOf } from '#src/lib/calendar-day.ts';

/** The days of a period in columns of one unit. */
interface Columns {
  /** Oldest first. Columns longer than a day may begin before the period and end after it. */
  columns: Column[];
  /** The length of a column: `half week`. */
  unit: string;
  /** The index of the column of a day. */
  indexOf(date: string): number;
}

export interface Column {
  first: string;
  last: string;
}

/** The most columns of a unit; with more, the next longer unit is taken. */
interface MostColumns {
  days: number;
  halfWeeks: number;
  weeks: number;
}

/** On a desktop: days up to ten weeks, half weeks up to half a year, weeks up to 60. */
export const WIDE: MostColumns = { days: 70, halfWeeks: 52, weeks: 60 };
/** On a phone: marks side by side in 350 pixels. */
export const NARROW: MostColumns = { days: 35, halfWeeks: 40, weeks: 40 };

/** Further units, in months; an archive with a mistyped year is long. */
const MONTHS: Record<number, string> = { 1: 'month', 3: 'quarter', 12: 'year' };
const MOST_MONTHS = 120;

/** The columns between two days, both included. */
export function columnsOf(first: string, last: string, most: MostColumns): Columns {
  const days = daysBetween(first, last) + 1;
  if (days <= most.days) return byDays(first, last, 1, 'day');
  // With a week to spare for the Monday before.
  if ((days + 6) / 3.5 <= most.halfWeeks) return byDays(first, last, 3.5, 'half week');
  if ((days + 6) / 7 <= most.weeks) return byDays(first, last, 7, 'week');
  return byMonths(first, last);
}

function byDays(first: string, last: string, size: number, unit: string): Columns {
  const origin = size === 1 ? first : mondayOf(first);
  const numberOf = (date: string) => Math.floor(daysBetween(origin, date) / size);
  // The first half week may be before the period.
  return counted(numberOf, (number) => dayAfter(origin, Math.ceil(number * size)), first, last, unit);
}

function byMonths(first: string, last: string): Columns {
  const months = monthOf(last) - monthOf(first) + 1;
  let size = [1, 3].find((each) => months / each <= MOST_MONTHS) ?? 12;
  while (months / size > MOST_MONTHS) size *= 2;
  return counted(
    (date) => Math.floor(monthOf(date) / size),
    (number) => monthStart(number * size),
    first,
    last,
    MONTHS[size] ?? `${size / 12} years`,
  );
}

function counted(
  numberOf: (date: string) => number,
  startOf: (number: number) => string,
  first: string,
  last: string,
  unit: string,
): Columns {
  const before = numberOf(first);
  const indexOf = (date: string) => numberOf(date) - before;
  const columns = Array.from({ length: indexOf(last) + 1 }, (_, i) => ({
    first: startOf(before + i),
    last: dayAfter(startOf(before + i + 1), -1),
  }));
  return { columns, unit, indexOf };
}

/** Months since year 0. */
function monthOf(date: string): number {
  return Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1;
}

function monthStart(month: number): string {
  return `${String(Math.floor(month / 12)).padStart(4, '0')}-${String((month % 12) + 1).padStart(2, '0')}-01`;
}
