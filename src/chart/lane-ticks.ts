import { shortDay } from '../text/day.ts';
import { dayAfter } from '../value/calendar-day.ts';
import { dayAxis } from './day-axis.ts';
import { monthTicks } from './month-ticks.ts';

/** A line across the lanes, and what stands below it. */
export interface LaneTick {
  /** From 0 to 1. */
  at: number;
  label: string;
}

/** Days that can be named side by side on a phone. */
const MOST_DAYS = 8;

/** Where months begin among columns of equal length; where a column is a day, Mondays, or each day if they are few. */
export function laneTicks(columns: readonly { first: string; last: string }[]): LaneTick[] {
  const first = columns[0]?.first ?? '';
  const end = dayAfter(columns.at(-1)?.last ?? '', 1);
  if (columns[0]?.last !== first) return monthTicks(dayAxis(first, end).months);
  return columns
    .map(({ first: day }, i) => ({ at: i / columns.length, label: shortDay(day), day }))
    .filter(({ day }) => columns.length <= MOST_DAYS || isMonday(day))
    .map(({ at, label }) => ({ at, label }));
}

function isMonday(day: string): boolean {
  return new Date(`${day}T00:00:00Z`).getUTCDay() === 1;
}
