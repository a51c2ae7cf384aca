import { DAY_MS } from '#src/lib/calendar-day.ts';

/** A year, month or day: `2026`, `2026-10` or `2026-10-14`. */
export type Day = string;

/** Reads a year, month or day; undefined if the calendar does not have it. `2026-1-4` is read as 2026-01-04. */
export function readDay(text: string): Day | undefined {
  const match = /^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?$/.exec(text);
  if (!match) return undefined;
  const [, year = '', month, day] = match;
  const parts = [year, ...[month, day].flatMap((part) => part?.padStart(2, '0') ?? [])];
  const date = new Date(Date.UTC(Number(year), Number(month ?? 1) - 1, Number(day ?? 1)));
  const isReal = date.getUTCMonth() === Number(month ?? 1) - 1 && date.getUTCDate() === Number(day ?? 1);
  return isReal ? parts.join('-') : undefined;
}

/** Reads a month such as `2026-10`. */
export function readMonth(text: string): string | undefined {
  const day = readDay(text);
  return day?.length === 7 ? day : undefined;
}

/** Whether a `YYYY-MM-DD` is between the two, both inclusive; null means no bound. */
export function isBetween(date: string, since: Day | null, until: Day | null): boolean {
  return (
    (since === null || date.slice(0, since.length) >= since) && (until === null || date.slice(0, until.length) <= until)
  );
}

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
/** Nobody counts further back in days. */
const MOST = 10_000;

/** How a day can be written, for a sentence that refuses another. */
export const SPOKEN_DAYS =
  'a year, month or day such as 2026-10 or 2026-10-14, or yesterday, 3 days ago, last week, monday';

/**
 * Reads a day as people say it, as the beginning of a time: `2026-10`, `yesterday`, `3 days ago`, `last week` (seven days
 * back), `this month`, `last year`, `monday` (the last one). `today` is local, `YYYY-MM-DD`. Undefined for anything else.
 */
export function readSpokenDay(text: string, today: string): Day | undefined {
  const words = text.trim().toLowerCase().replace(/\s+/g, ' ').replace('yesterday', '1 day ago');
  const fixed = readDay(words);
  if (fixed !== undefined) return fixed;
  const now = Date.parse(`${today}T00:00:00Z`);
  const back = (days: number) => new Date(now - days * DAY_MS).toISOString().slice(0, 10);
  const weekdayNow = new Date(now).getUTCDay();
  const weekday = WEEKDAYS.indexOf(words.replace(/^(?:last|on) /, ''));
  if (weekday !== -1) return back((weekdayNow - weekday + 7) % 7 || 7);
  if (words === 'today') return today;
  if (words === 'this week') return back((weekdayNow + 6) % 7);
  const [, given = '', unit = ''] = /^(\d{1,5}|an?|last|this) (day|week|month|year)s?(?: ago)?$/.exec(words) ?? [];
  const count = given === 'this' ? 0 : /\d/.test(given) ? Number(given) : 1;
  if (unit === '' || count > MOST) return undefined;
  if (unit === 'day') return back(count);
  if (unit === 'week') return 7 * count > MOST ? undefined : back(7 * count);
  const month = Number(today.slice(0, 4)) * 12 + Number(today.slice(5, 7)) - 1 - count * (unit === 'year' ? 12 : 1);
  const year = Math.floor(month / 12);
  if (year < 1000) return undefined;
  return unit === 'year' ? String(year) : `${year}-${String((month % 12) + 1).padStart(2, '0')}`;
}
