import { nextDay } from '../value/calendar-day.ts';

/**
 * The day of each event. A file says its first day in `date`; an event may say its own; and where
 * neither does, a time smaller than the one before means that midnight has passed.
 */
export interface EventClock {
  date: string;
  time: string | null;
}

/** The clock after an event with this date and time, given the clock before it. */
export function tick(before: EventClock, date: string | null, time: string | null): EventClock {
  if (date !== null) return { date, time };
  if (time === null) return before;
  const passedMidnight = before.time !== null && time < before.time;
  return { date: passedMidnight ? nextDay(before.date) : before.date, time };
}

/** What to write before the tag so that a reader finds this day and time again: the shortest form that says it. */
export function timePrefix(before: EventClock, now: { date: string; time: string }): string {
  return tick(before, null, now.time).date === now.date && before.date === now.date
    ? now.time
    : `${now.date} ${now.time}`;
}
