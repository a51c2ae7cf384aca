/** The dates that observations name: in words, and those that lie ahead. */

import type { Observation } from '../format/notebook/observation.ts';
import type { Session } from '../format/session.ts';
import { namedDays } from '../notes/book.ts';
import { fullDay } from '../lib/text/day.ts';
import { daysBetween } from '../lib/calendar-day.ts';
import { compare } from '../lib/compare.ts';
import { type PlacedObservation, wholeBook } from './whole-book.ts';

/**
 * Each date that an observation names: `refers to Sun 28 Mar 2027`, `due Sat 5 Dec 2026, from “next week”`. A computed date
 * before the day it was `made` is not due: “last week” was over by then. With `today`, what is past says `was due`.
 */
export function dateWords(
  { refs, rels }: Pick<Observation, 'refs' | 'rels'>,
  made: string,
  today: string | null = null,
): string[] {
  const due = (date: string) => (date < made ? 'refers to' : today !== null && date < today ? 'was due' : 'due');
  return [
    ...refs.map((date) => `refers to ${fullDay(date)}`),
    ...rels.map(({ date, expression }) => `${due(date)} ${fullDay(date)}, from “${expression}”`),
  ];
}

/** An observation and the first day from today on that it names, `YYYY-MM-DD`. */
export interface DueObservation {
  day: string;
  entry: PlacedObservation;
}

/**
 * What names a day from `today` on, the nearest first. A page that is kept between builds has this in its
 * cache key: what lies ahead changes with the day.
 */
export function datesAhead(entries: readonly PlacedObservation[], today: string): DueObservation[] {
  return entries
    .flatMap((entry) => {
      const day = namedDays(entry.observation).find((each) => each >= today);
      return day === undefined ? [] : [{ day, entry }];
    })
    .sort((a, b) => compare(a.day, b.day));
}

/** What was due longer ago is history (days). */
const STILL_DUE = 60;

/**
 * What was due before `today` in these sessions, which come newest first; the last first, at most `most`: days that an
 * observation computed, such as “by Friday”. One that a later observation supersedes or retires is done. Its days are part of
 * the cache key of a kept page.
 */
export function pastDue(sessions: readonly Session[], today: string, most = 5): DueObservation[] {
  return wholeBook(sessions)
    .entries.flatMap((entry) => {
      const made = entry.at.slice(0, 10);
      const days = entry.observation.rels.map(({ date }) => date).filter((date) => date >= made);
      const day = days.sort(compare).at(-1);
      return day !== undefined && day < today && daysBetween(day, today) <= STILL_DUE ? [{ day, entry }] : [];
    })
    .sort((a, b) => compare(b.day, a.day))
    .slice(0, most);
}
