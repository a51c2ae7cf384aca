import { grouped } from '../grouped.ts';
import { localTime } from '../local-time.ts';

/**
 * Formats days and times for people, directly from the strings in the files: a `Date` would show the previous day west of
 * Greenwich.
 *
 *     fullDay('2026-09-14')  // Mon 14 Sep 2026        shortDay('2026-09-14')  // 14 Sep
 */
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/** `Mon 14 Sep 2026` for a `YYYY-MM-DD`. */
export function fullDay(date: string): string {
  return `${weekDay(date)} ${date.slice(0, 4)}`;
}

/** `Mon 14 Sep` for a `YYYY-MM-DD`. */
export function weekDay(date: string): string {
  return `${WEEKDAYS[new Date(`${date}T00:00:00Z`).getUTCDay()] ?? ''} ${shortDay(date)}`;
}

/** `14 Sep` for a `YYYY-MM-DD`. */
export function shortDay(date: string): string {
  return `${Number(date.slice(8, 10))} ${monthName(date).slice(0, 3)}`;
}

/** `14 Sep` for a `YYYY-MM-DD` in `year`, `14 Sep 2025` in any other. */
export function dayIn(date: string, year: string): string {
  return date.startsWith(year) ? shortDay(date) : `${shortDay(date)} ${date.slice(0, 4)}`;
}

/** `24 Jul to 20 Nov 2026`, with both years if they differ, or one day if both are the same. */
export function dayRange(first: string, last: string): string {
  if (first === last) return `${shortDay(last)} ${last.slice(0, 4)}`;
  const from = first.slice(0, 4) === last.slice(0, 4) ? shortDay(first) : `${shortDay(first)} ${first.slice(0, 4)}`;
  return `${from} to ${shortDay(last)} ${last.slice(0, 4)}`;
}

/** `September` for a text that begins `YYYY-MM`. */
export function monthName(date: string): string {
  return MONTHS[Number(date.slice(5, 7)) - 1] ?? '';
}

/** `2 h 26` or `44 min` for a number of minutes. */
export function duration(minutes: number): string {
  if (minutes < 60) return `${minutes} min`;
  const rest = minutes % 60;
  return `${Math.floor(minutes / 60)} h${rest === 0 ? '' : ` ${String(rest).padStart(2, '0')}`}`;
}

/** `15:28`: the time of day of a minute since 1970, both local. */
export function clock(minute: number): string {
  const ofDay = ((Math.floor(minute) % 1440) + 1440) % 1440;
  const [hours, minutes] = [Math.floor(ofDay / 60), ofDay % 60];
  return `${hours < 10 ? '0' : ''}${hours}:${minutes < 10 ? '0' : ''}${minutes}`;
}

/** `3 events`, `1 event`, `no events`. */
export function counted(count: number, one: string, several = `${one}s`): string {
  if (count === 0) return `no ${several}`;
  return `${grouped(count)} ${count === 1 ? one : several}`;
}

/** `20 Nov, 18:40` in local time, for an ISO time. */
export function localMinute(isoTime: string): string {
  const { date, time } = localTime(new Date(isoTime));
  return `${shortDay(date)}, ${time}`;
}

/** The local day of an ISO time: `2026-11-20`. */
export function localDay(isoTime: string): string {
  return localTime(new Date(isoTime)).date;
}

/** `24 events`: logged ones and found ones. */
export function countedEvents(logged: number, found: number): string {
  return counted(logged + found, 'event');
}
