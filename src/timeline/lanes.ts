import { isCandidate } from '../chronicle/candidate.ts';
import { TAG_WORDS, type Tag } from '../chronicle/tags.ts';
import type { Occurrence } from '../memory/misses/miss-group.ts';
import { dayRange } from '../text/day.ts';
import { daysBetween } from '../value/calendar-day.ts';
import { type Column, type Columns, columnsOf } from './columns.ts';
import type { Period } from './period.ts';
import { candidatesOn, eventsOn, hasEventsOf, type TimelineDay } from './timeline-days.ts';

/** The events of a period by tag and column. */
export interface Lanes extends Columns {
  lanes: Lane[];
  /** Whether each event is drawn as a mark; otherwise columns are drawn as bars. */
  isByEvent: boolean;
  /** The most events in one column of one lane, with unconfirmed ones. */
  tallest: number;
}

export interface Lane {
  tag: Tag;
  /** Without unconfirmed events. */
  events: number;
  candidates: number;
  /** The change from the first half of the period to the second: `+27%`, or `–` if the first has too few events. */
  change: string;
  /** Events in each column. */
  perColumn: number[];
  candidatesPerColumn: number[];
  /** The columns that are not empty, oldest first. */
  stacks: Stack[];
}

export interface Stack {
  column: Column;
  /** The middle of the column, from 0 to 1. */
  at: number;
  events: number;
  candidates: number;
  /** Oldest first, then unconfirmed ones; empty if `isByEvent` is false. */
  occurrences: Occurrence[];
}

/** Higher stacks are drawn as bars. */
const HIGHEST_STACK = 30;
/** With fewer events in the first half, a percentage means little. */
export const ENOUGH_TO_COMPARE = 5;

/** The lanes of these tags, in their order. The period must have at least one event, confirmed or not. */
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
  /** Events in the first and second half. The middle day of an odd number is in neither. */
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

/** The events of a tag by column, unconfirmed ones last. */
function occurrencesOf(period: Period, tag: Tag, { columns, indexOf }: Columns): Occurrence[][] {
  const found: Occurrence[][] = columns.map(() => []);
  for (const day of period.days)
    if (hasEventsOf(day, tag)) found[indexOf(day.date)]?.push(...day.runs.flatMap((run) => occurrencesIn(run, tag)));
  return period.candidates === 0 ? found : found.map(candidatesLast);
}

function candidatesLast(occurrences: readonly Occurrence[]): Occurrence[] {
  const isLast = ({ event }: Occurrence) => Number(isCandidate(event));
  return occurrences.toSorted((a, b) => isLast(a) - isLast(b));
}

function occurrencesIn({ session, events }: TimelineDay['runs'][number], tag: Tag): Occurrence[] {
  return events.filter((event) => event.tag === tag).map((event) => ({ session, event }));
}

/** The lanes as a table with a row for each column that has events, newest first, and one column for all unconfirmed events. */
export function laneTable({ columns, lanes }: Lanes): { header: string[]; rows: (string | number)[][] } {
  const hasCandidates = lanes.some(({ candidates }) => candidates > 0);
  const rows = columns.map(({ first, last }, i) => [
    dayRange(first, last),
    ...lanes.map(({ perColumn }) => perColumn[i] ?? 0),
    ...(hasCandidates ? [lanes.reduce((sum, lane) => sum + (lane.candidatesPerColumn[i] ?? 0), 0)] : []),
  ]);
  return {
    header: ['Days', ...lanes.map(({ tag }) => TAG_WORDS[tag].label), ...(hasCandidates ? ['Unconfirmed'] : [])],
    rows: rows.filter((row) => row.some((cell) => typeof cell === 'number' && cell > 0)).reverse(),
  };
}
