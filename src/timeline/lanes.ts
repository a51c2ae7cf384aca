import { isCandidate } from '../chronicle/candidate.ts';
import type { Observation } from '../chronicle/notebook/observation.ts';
import type { Session } from '../chronicle/session.ts';
import type { Occurrence } from '../memory/misses/miss-group.ts';
import { dayRange } from '../text/day.ts';
import { daysBetween } from '../value/calendar-day.ts';
import { grouped } from '../value/grouped.ts';
import { type Column, type Columns, columnsOf } from './columns.ts';
import { type LaneKind, laneLabel, OBSERVATION } from './lane-kind.ts';
import type { Period } from './period.ts';
import { candidatesOn, eventsOn, hasEventsOf, type TimelineDay } from './timeline-days.ts';

/** The events of a period by tag and column, and its observations. */
export interface Lanes extends Columns {
  lanes: Lane[];
  /** Whether each event and observation is drawn as a mark; otherwise columns are drawn as bars. */
  isByEvent: boolean;
  /** The most in one column of one lane, with unconfirmed ones. */
  tallest: number;
}

export interface Lane {
  kind: LaneKind;
  /** Without unconfirmed events; in the lane of observations, their number. */
  events: number;
  candidates: number;
  /** The change from the first half of the period to the second: `+27%`, or `–` if the first has too few. */
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
  occurrences: LaneMark[];
}

/** An event or an observation, with its session. */
export type LaneMark = Occurrence | { session: Session; observation: Observation };

/** Higher stacks are drawn as bars. */
const HIGHEST_STACK = 30;
/** With fewer events in the first half, a percentage means little. */
export const ENOUGH_TO_COMPARE = 5;

/** These lanes, in their order. The period must list something: see `rowsIn`. */
export function lanesOf(period: Period, kinds: readonly LaneKind[]): Lanes {
  const columns = columnsOf(period.first, period.last);
  const tallies = kinds.map((kind) => tallyOf(period, kind, columns));
  const tallest = Math.max(
    ...tallies.flatMap((tally) => tally.perColumn.map((events, i) => events + (tally.candidatesPerColumn[i] ?? 0))),
  );
  const isByEvent = period.parts.length === 0 && tallest <= HIGHEST_STACK;
  return {
    ...columns,
    lanes: tallies.map((tally) => laneOf(tally, columns, isByEvent ? occurrencesOf(period, tally.kind, columns) : [])),
    isByEvent,
    tallest,
  };
}

interface Tally {
  kind: LaneKind;
  perColumn: number[];
  candidatesPerColumn: number[];
  /** Events in the first and second half. The middle day of an odd number is in neither. */
  halves: [number, number];
}

function tallyOf(period: Period, kind: LaneKind, { columns, indexOf }: Columns): Tally {
  const length = daysBetween(period.first, period.last);
  const perColumn = columns.map(() => 0);
  const candidatesPerColumn = columns.map(() => 0);
  const halves: [number, number] = [0, 0];
  for (const day of period.days) {
    const count = eventsOn(day, kind);
    const index = indexOf(day.date);
    const side = 2 * daysBetween(period.first, day.date) - length;
    perColumn[index] = (perColumn[index] ?? 0) + count;
    candidatesPerColumn[index] = (candidatesPerColumn[index] ?? 0) + candidatesOn(day, kind);
    if (side < 0) halves[0] += count;
    else if (side > 0) halves[1] += count;
  }
  return { kind, perColumn, candidatesPerColumn, halves };
}

function laneOf(
  { kind, perColumn, candidatesPerColumn, halves }: Tally,
  { columns }: Columns,
  occurrences: readonly LaneMark[][],
): Lane {
  const stacks = columns.flatMap((column, i): Stack[] => {
    const [events, candidates] = [perColumn[i] ?? 0, candidatesPerColumn[i] ?? 0];
    if (events + candidates === 0) return [];
    return [{ column, at: (i + 0.5) / columns.length, events, candidates, occurrences: occurrences[i] ?? [] }];
  });
  const [events, candidates] = [sum(perColumn), sum(candidatesPerColumn)];
  return { kind, events, candidates, change: changeOf(...halves), perColumn, candidatesPerColumn, stacks };
}

function sum(counts: readonly number[]): number {
  return counts.reduce((all, count) => all + count, 0);
}

function changeOf(first: number, second: number): string {
  if (first < ENOUGH_TO_COMPARE) return '–';
  const percent = Math.round((100 * (second - first)) / first);
  return `${percent > 0 ? '+' : percent < 0 ? '−' : ''}${grouped(Math.abs(percent))}%`;
}

/** What a lane shows by column, unconfirmed events last. */
function occurrencesOf(period: Period, kind: LaneKind, { columns, indexOf }: Columns): LaneMark[][] {
  const found: LaneMark[][] = columns.map(() => []);
  for (const day of period.days)
    if (hasEventsOf(day, kind)) found[indexOf(day.date)]?.push(...day.runs.flatMap((run) => occurrencesIn(run, kind)));
  return period.candidates === 0 ? found : found.map(candidatesLast);
}

function candidatesLast(occurrences: readonly LaneMark[]): LaneMark[] {
  const isLast = (one: LaneMark) => Number('event' in one && isCandidate(one.event));
  return occurrences.toSorted((a, b) => isLast(a) - isLast(b));
}

function occurrencesIn({ session, events, observations }: TimelineDay['runs'][number], kind: LaneKind): LaneMark[] {
  if (kind === OBSERVATION) return observations.map((observation) => ({ session, observation }));
  return events.filter((event) => event.tag === kind).map((event) => ({ session, event }));
}

/** The lanes as a table with a row for each column that is not empty, newest first, and one column for all unconfirmed events. */
export function laneTable({ columns, lanes }: Lanes): { header: string[]; rows: (string | number)[][] } {
  const hasCandidates = lanes.some(({ candidates }) => candidates > 0);
  const rows = columns.map(({ first, last }, i) => [
    dayRange(first, last),
    ...lanes.map(({ perColumn }) => perColumn[i] ?? 0),
    ...(hasCandidates ? [lanes.reduce((sum, lane) => sum + (lane.candidatesPerColumn[i] ?? 0), 0)] : []),
  ]);
  return {
    header: ['Days', ...lanes.map(({ kind }) => laneLabel(kind)), ...(hasCandidates ? ['Unconfirmed'] : [])],
    rows: rows.filter((row) => row.some((cell) => typeof cell === 'number' && cell > 0)).reverse(),
  };
}
