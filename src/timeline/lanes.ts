import { isCandidate } from '../chronicle/candidate.ts';
import { TAG_WORDS, type Tag } from '../chronicle/tags.ts';
import type { Occurrence } from '../memory/misses/miss-group.ts';
import { dayRange } from '../text/day.ts';
import { daysBetween } from '../value/calendar-day.ts';
import { type Column, type Columns, columnsOf } from './columns.ts';
import type { Period } from './period.ts';
import { candidatesOn, eventsOn, holds, type TimelineDay } from './timeline-days.ts';

/** A period's events, tag by tag and column by column. */
export interface Lanes extends Columns {
  lanes: Lane[];
  /** Whether each event can be drawn; else columns are drawn as bars. */
  isByEvent: boolean;
  /** The greatest number of events and candidates in one column of one lane. */
  tallest: number;
}

export interface Lane {
  tag: Tag;
  /** Without candidates, which are counted apart. */
  events: number;
  candidates: number;
  /** The second half of the period against the first: `+27%`, or `–` where the first has too few to tell. */
  change: string;
  /** Events of each column. */
  perColumn: number[];
  candidatesPerColumn: number[];
  /** Those with events or candidates, oldest first. */
  stacks: Stack[];
}

export interface Stack {
  column: Column;
  /** The middle of the column, from 0 to 1. */
  at: number;
  events: number;
  candidates: number;
  /** Oldest day first, candidates behind the others; empty where `isByEvent` is false. */
  occurrences: Occurrence[];
}

/** Events in one column; a higher stack of marks no longer shows its number at a glance. */
const HIGHEST_STACK = 30;
/** With fewer events in the first half, a percentage would say more than it knows. */
export const ENOUGH_TO_COMPARE = 5;

/** The lanes of the given tags, in their order. The period has at least one event or candidate. */
export function lanesOf(period: Period, tags: readonly Tag[]): Lanes {
  const columns = columnsOf(period.first, period.last);
  const tallies = tags.map((tag) => tallyOf(period, tag, columns));
  const tallest = Math.max(
    ...tallies.flatMap((tally) => tally.perColumn.map((events, i) => events + (tally.candidatesPerColumn[i] ?? 0))),
  );
  const isByEvent = period.parts.length === 0 && tallest <= HIGHEST_STACK;
  return {
    ...columns,
    lanes: tallies.map((tally) => laneOf(tally, columns, isByEvent ? occurrencesOf(period, tally.tag, columns) : [])),
    isByEvent,
    tallest,
  };
}

interface Tally {
  tag: Tag;
  perColumn: number[];
  candidatesPerColumn: number[];
  /** Events of the first and second half. The day in the middle of an odd number of days is in neither. */
  halves: [number, number];
}

function tallyOf(period: Period, tag: Tag, { columns, indexOf }: Columns): Tally {
  const length = daysBetween(period.first, period.last);
  const perColumn = columns.map(() => 0);
  const candidatesPerColumn = columns.map(() => 0);
  const halves: [number, number] = [0, 0];
  for (const day of period.days) {
    const count = eventsOn(day, tag);
    const index = indexOf(day.date);
    const side = 2 * daysBetween(period.first, day.date) - length;
    perColumn[index] = (perColumn[index] ?? 0) + count;
    candidatesPerColumn[index] = (candidatesPerColumn[index] ?? 0) + candidatesOn(day, tag);
    if (side < 0) halves[0] += count;
    else if (side > 0) halves[1] += count;
  }
  return { tag, perColumn, candidatesPerColumn, halves };
}

function laneOf(
  { tag, perColumn, candidatesPerColumn, halves }: Tally,
  { columns }: Columns,
  occurrences: readonly Occurrence[][],
): Lane {
  const stacks = columns.flatMap((column, i): Stack[] => {
    const [events, candidates] = [perColumn[i] ?? 0, candidatesPerColumn[i] ?? 0];
    if (events + candidates === 0) return [];
    return [{ column, at: (i + 0.5) / columns.length, events, candidates, occurrences: occurrences[i] ?? [] }];
  });
  const [events, candidates] = [sum(perColumn), sum(candidatesPerColumn)];
  return { tag, events, candidates, change: changeOf(...halves), perColumn, candidatesPerColumn, stacks };
}

function sum(counts: readonly number[]): number {
  return counts.reduce((all, count) => all + count, 0);
}

function changeOf(first: number, second: number): string {
  if (first < ENOUGH_TO_COMPARE) return '–';
  const percent = Math.round((100 * (second - first)) / first);
  return `${percent > 0 ? '+' : percent < 0 ? '−' : ''}${Math.abs(percent).toLocaleString('en-GB')}%`;
}

/** The events of a tag by the index of their column, candidates behind the others of their column. */
function occurrencesOf(period: Period, tag: Tag, { columns, indexOf }: Columns): Occurrence[][] {
  const found: Occurrence[][] = columns.map(() => []);
  for (const day of period.days)
    if (holds(day, tag)) found[indexOf(day.date)]?.push(...day.runs.flatMap((run) => occurrencesIn(run, tag)));
  return period.candidates === 0 ? found : found.map(candidatesLast);
}

function candidatesLast(occurrences: readonly Occurrence[]): Occurrence[] {
  const isLast = ({ event }: Occurrence) => Number(isCandidate(event));
  return occurrences.toSorted((a, b) => isLast(a) - isLast(b));
}

function occurrencesIn({ session, events }: TimelineDay['runs'][number], tag: Tag): Occurrence[] {
  return events.filter((event) => event.tag === tag).map((event) => ({ session, event }));
}

/**
 * The numbers that lanes show: a row a column that has events, newest first, as a table has them. Candidates of all
 * tags have a column of their own where there are some.
 */
export function laneTable({ columns, lanes }: Lanes): { header: string[]; rows: (string | number)[][] } {
  const hasCandidates = lanes.some(({ candidates }) => candidates > 0);
  const rows = columns.map(({ first, last }, i) => [
    dayRange(first, last),
    ...lanes.map(({ perColumn }) => perColumn[i] ?? 0),
    ...(hasCandidates ? [lanes.reduce((sum, lane) => sum + (lane.candidatesPerColumn[i] ?? 0), 0)] : []),
  ]);
  return {
    header: ['Days', ...lanes.map(({ tag }) => TAG_WORDS[tag].label), ...(hasCandidates ? ['Candidates'] : [])],
    rows: rows.filter((row) => row.some((cell) => typeof cell === 'number' && cell > 0)).reverse(),
  };
}
