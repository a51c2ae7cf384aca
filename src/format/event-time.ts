import { nextDay } from '../lib/calendar-day.ts';

/**
 * Tracks the day of each event. It starts with the file's `date`. An event can state its own day; otherwise a time earlier
 * than the previous one means that midnight has passed.
 */
export interface EventClock {
  date: string;
  time: string | null;
}

/** The clock after an event with this date and time. */
export function tick(before: EventClock, date: string | null, time: string | null): EventClock {
  if (date !== null) return { date, time };
  if (time === null) return before;
  const passedMidnight = before.time !== null && time < before.time;
  return { date: passedMidnight ? nextDay(before.date) : before.date, time };
}

/** The shortest prefix before the tag from which a reader gets this day and time. */
export function timePrefix(before: EventClock, now: { date: string; time: string }): string {
  return tick(before, null, now.time).date === now.date && before.date === now.date
    ? now.time
    : `${now.date} ${now.time}`;
}
