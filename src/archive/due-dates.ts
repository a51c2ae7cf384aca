/** The dates that observations name: in words, and those that lie ahead. */

import type { Observation } from '../format/notebook/observation.ts';
import { namedDays } from '../notes/book.ts';
import { fullDay } from '../lib/text/day.ts';
import { compare } from '../lib/compare.ts';
import type { PlacedObservation } from './whole-book.ts';

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

/** What names a day from `today` on, the nearest first. */
export function datesAhead(entries: readonly PlacedObservation[], today: string): DueObservation[] {
  return entries
    .flatMap((entry) => {
      const day = namedDays(entry.observation).find((each) => each >= today);
      return day === undefined ? [] : [{ day, entry }];
    })
    .sort((a, b) => compare(a.day, b.day));
}
