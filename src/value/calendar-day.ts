/** A day as the format writes it, `2026-03-24`. The years before 1000 and after 2999 are taken for slips of the pen. */
const DAY = /^[12]\d{3}-\d\d-\d\d$/;
const LENGTH = 86_400_000;

/** Whether the calendar has the day: 2026-02-30 is none. */
export function isDay(text: string): boolean {
  return DAY.test(text) && dayAfter(text, 0) === text;
}

/** The day after one of the calendar. What is none stays as it is. */
export function nextDay(day: string): string {
  return isDay(day) ? dayAfter(day, 1) : day;
}

/** The day that is so many days after one of the calendar, or before it. Empty where there is none. */
export function dayAfter(day: string, days: number): string {
  const time = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(time) ? '' : new Date(time + days * LENGTH).toISOString().slice(0, 10);
}

/** The Monday of a day's week. */
export function mondayOf(day: string): string {
  return dayAfter(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));
}

/** How many days lie between two of the calendar; negative where the second is earlier. */
export function daysBetween(from: string, to: string): number {
  return (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / LENGTH;
}
