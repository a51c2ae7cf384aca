import { monthName } from '#src/lib/text/day.ts';
import { dayAfter, daysBetween } from '#src/lib/calendar-day.ts';

/** The position at which a month begins on an axis. */
interface MonthTick {
  /** `2026-11` */
  month: string;
  /** From 0 to 1. */
  at: number;
  label: string;
}

/** The most labels side by side on a phone. */
const MOST = 8;
const STEPS = [1, 2, 3, 6, 12, 24, 60, 120];
const WIDEST = 1200;

/** Labels for months: all of them if there is room for `most`, otherwise some. January is labelled with its year. */
export function monthTicks(months: readonly { month: string; at: number }[], most = MOST): MonthTick[] {
  const step = STEPS.find((size) => months.length / size <= most) ?? WIDEST;
  return months
    .filter(({ month }) => numberOf(month) % step === 0)
    .map(({ month, at }) => ({ month, at, label: labelOf(month) }));
}

/** The first period of each month, for periods of a week or a month. A week belongs to the month of its last day. */
export function monthStarts(periods: readonly string[]): { month: string; at: number }[] {
  const months = periods.map((from) => dayAfter(from, 6).slice(0, 7));
  return months.flatMap((month, i) => (month === months[i - 1] ? [] : [{ month, at: i / months.length }]));
}

function labelOf(month: string): string {
  return month.endsWith('-01') ? month.slice(0, 4) : monthName(month).slice(0, 3);
}

function numberOf(month: string): number {
  return Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1;
}

/** Positions of days between two days. */
interface DayAxis {
  /** From 0, the first day, to 1, the last; clamped. */
  at(date: string): number;
  /** The months that begin on the axis. */
  months: { month: string; at: number }[];
}

/** The axis from one day to another. A single day is in the middle. */
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
