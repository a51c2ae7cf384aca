import { dayAfter, mondayOf } from '../value/calendar-day.ts';

/** The Mondays from the week of one day to that of another, at most so many of the last. */
export function lastWeeks(first: string, last: string, most: number): string[] {
  const weeks: string[] = [];
  for (let week = mondayOf(last); week >= mondayOf(first) && weeks.length < most; week = dayAfter(week, -7)) {
    weeks.unshift(week);
  }
  return weeks;
}

/** The months, `YYYY-MM`, from that of one day to that of another, at most so many of the last. */
export function lastMonths(first: string, last: string, most: number): string[] {
  const months: string[] = [];
  for (let month = last.slice(0, 7); month >= first.slice(0, 7) && months.length < most; month = monthBefore(month)) {
    months.unshift(month);
  }
  return months;
}

function monthBefore(month: string): string {
  return dayAfter(`${month}-01`, -1).slice(0, 7);
}
