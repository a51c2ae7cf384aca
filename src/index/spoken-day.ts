import { DAY_MS } from '../lib/calendar-day.ts';
import { type Day, readDay } from './query-day.ts';

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
/** Nobody counts further back in days. */
const MOST = 10_000;

/** How a day can be written, for a sentence that refuses another. */
export const SPOKEN_DAYS =
  'a year, month or day such as 2026-10 or 2026-10-14, or yesterday, 3 days ago, last week, monday';

/**
 * Reads a day as people say it, as the beginning of a time: `2026-10`, `yesterday`, `3 days ago`, `last week` (seven days
 * back), `this month`, `last month`, `last year`, `monday` (the last one). `today` is local, `YYYY-MM-DD`. Undefined for
 * anything else.
 */
export function readSpokenDay(text: string, today: string): Day | undefined {
  const words = text.trim().toLowerCase().replace(/\s+/g, ' ');
  const fixed = readDay(words);
  if (fixed !== undefined) return fixed;
  const now = Date.parse(`${today}T00:00:00Z`);
  const back = (days: number) => new Date(now - days * DAY_MS).toISOString().slice(0, 10);
  if (words === 'today') return today;
  if (words === 'yesterday') return back(1);
  if (words === 'last week' || words === 'a week ago') return back(7);
  const weekdayNow = new Date(now).getUTCDay();
  if (words === 'this week') return back((weekdayNow + 6) % 7);
  if (words === 'this month') return today.slice(0, 7);
  if (words === 'this year') return today.slice(0, 4);
  if (words === 'last month') return monthsBefore(today, 1);
  if (words === 'last year') return String(Number(today.slice(0, 4)) - 1);
  const weekday = WEEKDAYS.indexOf(words.replace(/^(?:last|on) /, ''));
  if (weekday !== -1) return back((weekdayNow - weekday + 7) % 7 || 7);
  const [, count = '', unit = ''] = /^(\d{1,5}) (day|week|month|year)s?(?: ago)?$/.exec(words) ?? [];
  const number = Number(count);
  if (unit === '' || number > MOST) return undefined;
  if (unit === 'day' || unit === 'week')
    return number * (unit === 'week' ? 7 : 1) > MOST ? undefined : back(number * (unit === 'week' ? 7 : 1));
  return unit === 'month' ? monthsBefore(today, number) : readDay(String(Number(today.slice(0, 4)) - number));
}

function monthsBefore(today: string, count: number): Day | undefined {
  const months = Number(today.slice(0, 4)) * 12 + Number(today.slice(5, 7)) - 1 - count;
  const year = Math.floor(months / 12);
  return year < 1000 ? undefined : `${year}-${String((months % 12) + 1).padStart(2, '0')}`;
}
