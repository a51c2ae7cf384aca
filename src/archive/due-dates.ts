/** The dates that observations name: in words, and those that lie ahead. */
import type { Observation } from '../chronicle/notebook/observation.ts';
import { namedDays } from '../notebook/book.ts';
import { fullDay } from '../text/day.ts';
import { compare } from '../value/compare.ts';
import type { PlacedObservation } from './whole-book.ts';

/**
 * Each date that an observation names: `refers to Sun 28 Mar 2027`, `due Sat 5 Dec 2026, from “next week”`. A computed date
 * before the day it was `made` is not due: “last week” was over by then.
 */
export function dateWords({ refs, rels }: Pick<Observation, 'refs' | 'rels'>, made: string): string[] {
  return [
    ...refs.map((date) => `refers to ${fullDay(date)}`),
    ...rels.map(
      ({ date, expression }) => `${date < made ? 'refers to' : 'due'} ${fullDay(date)}, from “${expression}”`,
    ),
  ];
}

/** An observation and the first day from today on that it names, `YYYY-MM-DD`. */
export interface DueObservation {
  day: string;
  entry: PlacedObservation;
}

/**
 * What names a day from `today` on, the nearest first, at most `most`. A page that is kept between builds has this in its
 * cache key: what lies ahead changes with the day.
 */
export function datesAhead(entries: readonly PlacedObservation[], today: string, most: number): DueObservation[] {
  return entries
    .flatMap((entry) => {
      const day = namedDays(entry.observation).find((each) => each >= today);
      return day === undefined ? [] : [{ day, entry }];
    })
    .sort((a, b) => compare(a.day, b.day))
    .slice(0, most);
}
