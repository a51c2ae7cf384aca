/** A day as the format writes it, `2026-03-24`. Years before 1000 and after 2999 are taken for typos. */
const DAY = /^[12]\d{3}-\d\d-\d\d$/;
const LENGTH = 86_400_000;

/** Whether a text is a day of the calendar; 2026-02-30 is not. */
export function isDay(text: string): boolean {
  return DAY.test(text) && dayAfter(text, 0) === text;
}

/** The next day. A text that is not a day is returned unchanged. */
export function nextDay(day: string): string {
  return isDay(day) ? dayAfter(day, 1) : day;
}

/** The day that is `days` days later, or earlier if negative. Empty if `day` is not a day. */
export function dayAfter(day: string, days: number): string {
  const time = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(time) ? '' : new Date(time + days * LENGTH).toISOString().slice(0, 10);
}

/** The Monday of the week that contains a day. */
export function mondayOf(day: string): string {
  return dayAfter(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));
}

/** The number of days from one day to another; negative if the second is earlier. */
export function daysBetween(from: string, to: string): number {
  return (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / LENGTH;
}
