/** The dates that an observation names, in words. */

import type { Observation } from '../format/notebook/observation.ts';
import { fullDay } from '../lib/text/day.ts';

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
