import { dayAfter, daysBetween, mondayOf } from '../value/calendar-day.ts';

/** The days of a period in columns of equal length, few enough for a phone. */
export interface Columns {
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

/** The most marks side by side in the 350 pixels of a phone. */
const MOST = 40;
const SIZES: Record<number, string> = { 1: 'day', 3.5: 'half week', 7: 'week' };

/** The columns between two days, both included. */
export function columnsOf(first: string, last: string): Columns {
  const size = sizeFor(daysBetween(first, last) + 1);
  const origin = size === 1 ? first : mondayOf(first);
  const numberOf = (date: string) => Math.floor(daysBetween(origin, date) / size);
  // The first half week may be before the period.
  const before = numberOf(first);
  const indexOf = (date: string) => numberOf(date) - before;
  const startOf = (index: number) => dayAfter(origin, Math.ceil((index + before) * size));
  return {
    columns: Array.from({ length: indexOf(last) + 1 }, (_, i) => ({
      first: startOf(i),
      last: dayAfter(startOf(i + 1), -1),
    })),
    unit: SIZES[size] ?? `${size / 7} weeks`,
    indexOf,
  };
}

/** Days, half weeks, weeks, then doubled until they fit; with a week to spare for the Monday before. */
function sizeFor(days: number): number {
  if (days <= MOST) return 1;
  let size = 3.5;
  while ((days + 7) / size > MOST) size *= 2;
  return size;
}
