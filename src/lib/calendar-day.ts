/** A day as the format writes it, `2026-03-24`. Years before 1000 and after 2999 are taken for typos. */
const DAY = /^[12]\d{3}-\d\d-\d\d$/;

/** A day in ms. */
export const DAY_MS = 86_400_000;

/** Whether a text is a day of the calendar; 2026-02-30 is not. */
export function isDay(text: string): boolean {
  if (!DAY.test(text)) return false;
  const [year, month, day] = [text.slice(0, 4), text.slice(5, 7), text.slice(8)].map(Number) as [
    number,
    number,
    number,
  ];
  // The day before the first of the next month is the last of this one.
  return month >= 1 && month <= 12 && day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** The next day. A text that is not a day is returned unchanged. */
export function nextDay(day: string): string {
  return isDay(day) ? dayAfter(day, 1) : day;
}

/** The day that is `days` days later, or earlier if negative. Empty if `day` is not a day. */
export function dayAfter(day: string, days: number): string {
  return dayAt(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS);
}

/** The Monday of the week that contains a day. Empty if `day` is not a day. */
export function mondayOf(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  return dayAt(date.getTime() - ((date.getUTCDay() + 6) % 7) * DAY_MS);
}

function dayAt(time: number): string {
  return Number.isNaN(time) ? '' : new Date(time).toISOString().slice(0, 10);
}

/** The number of days from one day to another; negative if the second is earlier. */
export function daysBetween(from: string, to: string): number {
  return (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS;
}
