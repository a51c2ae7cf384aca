import { daysBetween } from '../value/calendar-day.ts';

/** Where days lie between two of them. */
export interface DayAxis {
  /** From 0, the first day, to 1, the last; what lies outside is at the edge. */
  at(date: string): number;
  /** The months that begin between them. */
  months: { month: string; at: number }[];
}

/** The axis from one day of the calendar to another; a single day stands in the middle. */
export function dayAxis(from: string, to: string): DayAxis {
  const length = daysBetween(from, to);
  const at = (date: string) => (length > 0 ? Math.min(1, Math.max(0, daysBetween(from, date) / length)) : 0.5);
  return { at, months: monthsBetween(from, to).map((month) => ({ month, at: at(`${month}-01`) })) };
}

function monthsBetween(from: string, to: string): string[] {
  const months: string[] = [];
  let [year, month] = [Number(from.slice(0, 4)), Number(from.slice(5, 7))];
  for (;;) {
    const name = `${year}-${String(month).padStart(2, '0')}`;
    if (`${name}-01` > to) return months;
    if (`${name}-01` >= from) months.push(name);
    month = (month % 12) + 1;
    if (month === 1) year++;
  }
}
