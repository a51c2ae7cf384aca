import { isDay, nextDay } from '#src/lib/calendar-day.ts';
import { isTag, type Tag } from './tags.ts';

/**
 * The first line of an event, without its line ending:
 *
 *     - [DECISION] text      - 14:32 [ERROR] text      - 2026-03-25 09:10 [PIVOT] text
 *
 * Offsets count from the beginning of the line.
 */
export type EventLine =
  | { kind: 'event'; tag: Tag; date: string | null; time: string | null; textAt: number }
  /** An event's form with an unknown tag. */
  | { kind: 'unknown-tag'; word: string; wordAt: number }
  /** A known tag in the wrong form: another bullet, `9:05`, a missing space, a day that does not exist, no brackets. */
  | { kind: 'malformed'; tag: Tag; tagAt: number; fault: FormFault };

/** What is wrong with the form of an event: its time or day, in the words of the line, its tag without brackets, or all else. */
export type FormFault = { time: string } | { day: string } | 'no brackets' | 'other';

const FORM =
  /^- (?:(\d{4}-\d\d-\d\d) (?=\d\d:\d\d ))?(?:((?:[01]\d|2[0-3]):[0-5]\d) )?\[(\p{L}[\p{L} _-]{0,30})\](?=[ \t]|$)/u;
const TAG_NEAR_START = /^[-*+•]?[ \t]*[\d:./,;hT -]{0,24}\[([A-Z-]{5,15})\]/;
/** Without a time, a line that begins with such a word is prose. */
const TIME_AND_WORD = /^[-*+•][ \t]+(?:\d{4}-\d\d-\d\d[ \t]+)?\d\d?:\d\d[ \t]+([A-Z-]{5,15})(?=[ \t:]|$)/;
const TIME_LIKE = /^- (?:\d{4}-\d\d-\d\d )?(\d+[:.]\d+(?:[:.]\d+)?) \[/;
const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

/** Reads an event line; null if the line does not even look like one. */
export function readEventLine(line: string): EventLine | null {
  const form = FORM.exec(line);
  if (form) {
    const [all, date = null, time = null, word = ''] = form;
    if (!isTag(word)) return { kind: 'unknown-tag', word, wordAt: all.length - word.length - 1 };
    if (date === null || isDay(date)) return { kind: 'event', tag: word, date, time, textAt: all.length };
  }
  const near = TAG_NEAR_START.exec(line);
  const word = near?.[1];
  if (!near || word === undefined) return withoutBrackets(line);
  if (!isTag(word)) return null;
  return { kind: 'malformed', tag: word, tagAt: near[0].length - word.length - 2, fault: faultOf(line, form?.[1]) };
}

function withoutBrackets(line: string): EventLine | null {
  const [all, word] = TIME_AND_WORD.exec(line) ?? [];
  if (all === undefined || word === undefined || !isTag(word)) return null;
  return { kind: 'malformed', tag: word, tagAt: all.length - word.length, fault: 'no brackets' };
}

/** `day` is that of a line which has the form of an event. */
function faultOf(line: string, day: string | undefined): FormFault {
  if (day !== undefined) return { day };
  const time = TIME_LIKE.exec(line)?.[1];
  return time === undefined || TIME.test(time) ? 'other' : { time };
}

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
