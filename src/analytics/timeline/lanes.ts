import { daysBetween } from '../../chronicle/calendar.ts';
import type { Tag } from '../../chronicle/tags.ts';
import type { Occurrence } from '../misses/miss-group.ts';
import { type Column, type Columns, columnsOf } from './columns.ts';
import type { Period } from './period.ts';
import type { TimelineDay } from './timeline-days.ts';

/** A period's events, tag by tag and column by column. */
export interface Lanes extends Columns {
  lanes: Lane[];
  /** Whether each event can be drawn; else columns are drawn as bars. */
  isByEvent: boolean;
  /** The greatest number of events in one column of one lane. */
  tallest: number;
}

export interface Lane {
  tag: Tag;
  events: number;
  /** The second half of the period against the first: `+27%`, or `–` where the first has too few to tell. */
  change: string;
  /** Events of each column. */
  perColumn: number[];
  /** Those with events, oldest first. */
  stacks: Stack[];
}

export interface Stack {
  column: Column;
  /** The middle of the column, from 0 to 1. */
  at: number;
  events: number;
  /** Oldest day first; empty where `isByEvent` is false. */
  occurrences: Occurrence[];
}

/** Events in one column; a higher stack of marks no longer shows its number at a glance. */
const HIGHEST_STACK = 30;
/** With fewer events in the first half, a percentage would say more than it knows. */
export const ENOUGH_TO_COMPARE = 5;

/** The lanes of the given tags, in their order. The period has at least one event. */
export function lanesOf(period: Period, tags: readonly Tag[]): Lanes {
  const columns = columnsOf(period.first, period.last);
  const tallies = tags.map((tag) => tallyOf(period, tag, columns));
  const tallest = Math.max(...tallies.flatMap(({ perColumn }) => perColumn));
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
  /** Events of the first and second half. The day in the middle of an odd number of days is in neither. */
  halves: [number, number];
}

function tallyOf(period: Period, tag: Tag, { columns, indexOf }: Columns): Tally {
  const length = daysBetween(period.first, period.last);
  const perColumn = columns.map(() => 0);
  const halves: [number, number] = [0, 0];
  for (const { date, counts } of period.days) {
    const count = counts.get(tag) ?? 0;
    const index = indexOf(date);
    const side = 2 * daysBetween(period.first, date) - length;
    perColumn[index] = (perColumn[index] ?? 0) + count;
    if (side < 0) halves[0] += count;
    else if (side > 0) halves[1] += count;
  }
  return { tag, perColumn, halves };
}

function laneOf({ tag, perColumn, halves }: Tally, { columns }: Columns, occurrences: readonly Occurrence[][]): Lane {
  const stacks = columns.flatMap((column, i) => {
    const events = perColumn[i] ?? 0;
    return events === 0 ? [] : [{ column, at: (i + 0.5) / columns.length, events, occurrences: occurrences[i] ?? [] }];
  });
  const events = perColumn.reduce((sum, count) => sum + count, 0);
  return { tag, events, change: changeOf(...halves), perColumn, stacks };
}

function changeOf(first: number, second: number): string {
  if (first < ENOUGH_TO_COMPARE) return '–';
  const percent = Math.round((100 * (second - first)) / first);
  return `${percent > 0 ? '+' : percent < 0 ? '−' : ''}${Math.abs(percent).toLocaleString('en-GB')}%`;
}

/** The events of a tag by the index of their column. */
function occurrencesOf(period: Period, tag: Tag, { columns, indexOf }: Columns): Occurrence[][] {
  const found: Occurrence[][] = columns.map(() => []);
  for (const day of period.days)
    if (day.counts.has(tag)) found[indexOf(day.date)]?.push(...day.runs.flatMap((run) => occurrencesIn(run, tag)));
  return found;
}

function occurrencesIn({ session, events }: TimelineDay['runs'][number], tag: Tag): Occurrence[] {
  return events.filter((event) => event.tag === tag).map((event) => ({ session, event }));
}
