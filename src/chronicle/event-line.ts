import { isDay } from '../value/calendar-day.ts';
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
  /** A known tag in the wrong form: another bullet, `9:05`, a missing space, a day that does not exist. */
  | { kind: 'malformed'; tag: Tag; tagAt: number };

const FORM =
  /^- (?:(\d{4}-\d\d-\d\d) (?=\d\d:\d\d ))?(?:((?:[01]\d|2[0-3]):[0-5]\d) )?\[(\p{L}[\p{L} _-]{0,30})\](?=[ \t]|$)/u;
const TAG_NEAR_START = /^[-*+•]?[ \t]*[\d:./,;hT -]{0,24}\[([A-Z-]{5,15})\]/;

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
  if (!near || word === undefined || !isTag(word)) return null;
  return { kind: 'malformed', tag: word, tagAt: near[0].length - word.length - 2 };
}
