import { dayRange } from '../text/day.ts';
import { type Column, type Columns, columnsOf, type MostColumns, NARROW, WIDE } from './columns.ts';
import type { KindWords } from './lane-kind.ts';
import type { TimelineRuns } from './timeline-runs.ts';
import { between, type Choice, type Days, shownBy } from './timeline-view.ts';

/** The events of a stretch of time by kind and column, and its observations. */
export interface Lanes extends Columns {
  lanes: Lane[];
}

export interface Lane {
  words: KindWords;
  /** Logged events; in the lane of observations, their number. */
  events: number;
  found: number;
  /** Events in each column. */
  perColumn: number[];
  foundPerColumn: number[];
  /** The most in one column, with found events. */
  most: number;
  /** Whether columns are bars, because there are too many events for marks. */
  isBars: boolean;
  /** The columns that are not empty, oldest first. */
  stacks: Stack[];
}

export interface Stack {
  column: Column;
  /** The middle of the column, from 0 to 1. */
  at: number;
  events: number;
  found: number;
  /** Oldest first, then found ones; empty for a bar. */
  marks: LaneMark[];
}

/** An event or an observation. */
export interface LaneMark {
  /** Null if the timeline has only counts; the row of the mark has the address. */
  href: string | null;
  isFound: boolean;
  /** The place of its run. */
  run: number;
  /** Its place among those of its kind in the run. */
  place: number;
}

export interface LaneForm {
  most: MostColumns;
  /** The highest stack of marks. */
  highest: number;
}

/** A lane with more in one column is drawn as bars. */
const HIGHEST_STACK = 7;

export const ON_DESKTOP: LaneForm = { most: WIDE, highest: HIGHEST_STACK };
export const ON_PHONE: LaneForm = { most: NARROW, highest: HIGHEST_STACK };
/** A file has no lists beside it, so it shows each event as long as it can. */
export const IN_A_FILE: LaneForm = { most: NARROW, highest: 30 };

/** The most marks of all lanes. */
const MARKS = 400;

/** The lanes of these days: those of the chosen kinds, in their order, also empty ones. */
export function lanesOf(timeline: TimelineRuns, days: Days, choice: Choice, { most, highest }: LaneForm): Lanes {
  const { kinds, projects, runs } = timeline;
  const columns = columnsOf(days.first, days.last, most);
  const count = columns.columns.length;
  const shownOf = shownBy(timeline, choice);
  const isChosen = projects.map(({ slug }) => choice.projects.length === 0 || choice.projects.includes(slug));
  const own = [...between(runs, days)].filter(([, { project }]) => isChosen[project]).reverse();
  const all = kinds.map((words) => emptyLane(words, count));
  const columnOf = memoByDate(columns.indexOf);
  for (const [, { date, tallies }] of own) {
    const column = columnOf(date);
    for (const tally of tallies) {
      const lane = all[tally.kind];
      const { events, found } = shownOf(tally);
      if (!lane || events + found === 0) continue;
      lane.perColumn[column] = (lane.perColumn[column] ?? 0) + events;
      lane.foundPerColumn[column] = (lane.foundPerColumn[column] ?? 0) + found;
      lane.events += events;
      lane.found += found;
    }
  }
  const lanes = all.filter(
    ({ words, events, found }) => choice.kinds.length === 0 || choice.kinds.includes(words.word) || events + found > 0,
  );
  for (const lane of lanes) {
    const heights = lane.perColumn.map((events, i) => events + (lane.foundPerColumn[i] ?? 0));
    lane.most = heights.reduce((a, b) => Math.max(a, b), 0);
    lane.isBars ||= lane.most > highest;
    lane.stacks = columns.columns.flatMap((column, i): Stack[] => {
      const counts = { events: lane.perColumn[i] ?? 0, found: lane.foundPerColumn[i] ?? 0 };
      return heights[i] === 0 ? [] : [{ column, at: (i + 0.5) / count, ...counts, marks: [] }];
    });
  }
  limitMarks(lanes);
  const stacks = all.map(({ isBars, stacks }) => (isBars ? null : new Map(stacks.map((each) => [each.column, each]))));
  for (const [run, { date, address, tallies }] of own) {
    const column = columns.columns[columnOf(date)];
    for (const tally of tallies) {
      const marks = column && stacks[tally.kind]?.get(column)?.marks;
      if (!marks) continue;
      const { events, found } = shownOf(tally);
      for (let place = 0; place < tally.events + tally.found; place++) {
        const isFound = place >= tally.events;
        const href = tally.ids && `${address}#${tally.ids[place]}`;
        if ((isFound ? found : events) > 0) marks.push({ href, isFound, run, place });
      }
    }
  }
  for (const { marks } of lanes.flatMap((lane) => lane.stacks))
    marks.sort((a, b) => Number(a.isFound) - Number(b.isFound));
  return { ...columns, lanes };
}

function emptyLane(words: KindWords, columns: number): Lane {
  return {
    ...{ words, events: 0, found: 0, most: 0, isBars: false, stacks: [] },
    perColumn: new Array<number>(columns).fill(0),
    foundPerColumn: new Array<number>(columns).fill(0),
  };
}

/** Many runs have the same day. */
function memoByDate(indexOf: (date: string) => number): (date: string) => number {
  const known = new Map<string, number>();
  return (date) => {
    const index = known.get(date) ?? indexOf(date);
    known.set(date, index);
    return index;
  };
}

/** Makes the fullest lanes bars until the marks of the others are few enough. */
function limitMarks(lanes: readonly Lane[]): void {
  let marks = 0;
  for (const lane of lanes.filter(({ isBars }) => !isBars).sort((a, b) => sizeOf(a) - sizeOf(b))) {
    marks += sizeOf(lane);
    lane.isBars = marks > MARKS;
  }
}

function sizeOf({ events, found }: Lane): number {
  return events + found;
}

/** The lanes as a table with a row for each column that is not empty, newest first, and one column for the found ones among them. */
export function laneTable({ columns, lanes }: Lanes): { header: string[]; rows: (string | number)[][] } {
  const hasFound = lanes.some(({ found }) => found > 0);
  const rows = columns.map(({ first, last }, i) => [
    dayRange(first, last),
    ...lanes.map(({ perColumn, foundPerColumn }) => (perColumn[i] ?? 0) + (foundPerColumn[i] ?? 0)),
    ...(hasFound ? [lanes.reduce((sum, lane) => sum + (lane.foundPerColumn[i] ?? 0), 0)] : []),
  ]);
  return {
    header: ['Days', ...lanes.map(({ words }) => words.label), ...(hasFound ? ['Found in transcripts'] : [])],
    rows: rows.filter((row) => row.some((cell) => typeof cell === 'number' && cell > 0)).reverse(),
  };
}

/** How to read the lanes of a page: `One mark is one event; marks of the same day are stacked.` */
export function laneWords({ unit, lanes }: Lanes): string {
  const marks = lanes.filter(({ isBars, most }) => !isBars && most > 0);
  const bars = lanes.filter(({ isBars }) => isBars);
  return [
    ...(marks.length > 0 ? [`One mark is one event; marks of the same ${unit} are stacked.`] : []),
    ...(bars.length > 0 ? [`A bar counts the events of a ${unit}.`] : []),
    'The number beside a lane is its tallest stack.',
    ...(lanes.some(({ found }) => found > 0) ? ['Hollow: found in transcripts.'] : []),
  ].join(' ');
}
