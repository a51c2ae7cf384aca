/**
 * The lanes of the timeline: one for each tag, and one for observations. A lane has a mark for each event, stacked by
 * column, or a bar for each column if there are too many. Found events are on top, hollow.
 *
 *     3 ┈┈┈┈┈△┈┈┈┈┈┈┈┈
 *            ▲   △
 *     0      ▲   ▲ ▲
 *
 * Each mark and each part of a bar names its project, so that a script can show some projects alone: it hides the others
 * and stacks what is left (`data-height` is what one adds to its stack, `data-base` where a stack begins).
 */

import { percent } from '#src/chart/drawing.ts';
import { foundGlyph, glyphAddress, laneGlyph } from '#src/chart/glyph-address.ts';
import { dayAxis, monthTicks } from '#src/chart/month-ticks.ts';
import { type Svg, svg } from '#src/chart/svg.ts';
import { isFound } from '#src/format/event-source.ts';
import { clip, oneLine } from '#src/lib/text/clip.ts';
import { counted, dayRange, shortDay, weekDay } from '#src/lib/text/day.ts';
import { dayAddress, sessionAddress } from '#src/lib/text/page-address.ts';
import { type KindWords, kindWords, type LaneKind, OBSERVATION } from '#src/archive/lane-kind.ts';
import type { TimelineDay } from '#src/archive/timeline-days.ts';
import { dayAfter, daysBetween, mondayOf } from '#src/lib/calendar-day.ts';
import { grouped } from '#src/lib/grouped.ts';

interface Column {
  first: string;
  last: string;
}

/** The lanes of some days. */
export interface Lanes {
  lanes: Lane[];
  columns: readonly Column[];
  /** The length of a column: `week`. */
  unit: string;
}

export interface Lane {
  words: KindWords;
  /** Logged events; in the lane of observations, their number. */
  events: number;
  found: number;
  /** The most in one column. */
  most: number;
  /** Whether columns are bars. */
  isBars: boolean;
  /** What is in each column, logged before found, oldest first. */
  stacks: Item[][];
}

/** An event or an observation. */
interface Item {
  href: string;
  project: string;
  isFound: boolean;
  date: string;
  /** What it is: `Wed 11 Nov, 10:21: Plotted nights by date`. */
  title: string;
}

interface Period {
  first: string;
  last: string;
  days: readonly TimelineDay[];
}

const MARK = 10;
const STEP = 12;
/** The heights of the tallest bar and the smallest visible part of one. */
const BAR = 40;
const LEAST = 2;
/** As a share of a column's width, with a limit for a few wide columns. */
const BAR_WIDTH = 0.7;
const BROADEST = 0.03;
const AXIS = 20;
/** A lane with more in one column is drawn as bars, and so are the fullest lanes if all have more marks than these. */
const HIGHEST_STACK = 7;
const MARKS = 400;
/** The most of an event's text in the title of its mark (characters). */
const TITLE = 80;
/** Columns are days up to so many, then weeks, then months, then years; an archive with a mistyped year is long. */
const MOST_DAYS_DRAWN = 70;
const MOST_WEEKS = 60;
const MOST_MONTHS = 120;

/** The days of a period in columns of one unit: oldest first, and the index of the column of a day. */
export function columnsOf(
  first: string,
  last: string,
): { columns: Column[]; unit: string; indexOf: (date: string) => number } {
  const { unit, numberOf, startOf } = unitFor(first, last);
  const before = numberOf(first);
  const indexOf = (date: string) => numberOf(date) - before;
  const columns = Array.from({ length: indexOf(last) + 1 }, (_, i) => ({
    first: startOf(before + i),
    last: dayAfter(startOf(before + i + 1), -1),
  }));
  return { columns, unit, indexOf };
}

/** Numbers the columns of a period, and says where one starts. */
function unitFor(first: string, last: string) {
  const days = daysBetween(first, last) + 1;
  // With a week to spare for the Monday before.
  const isShort = days <= MOST_DAYS_DRAWN;
  if (isShort || (days + 6) / 7 <= MOST_WEEKS) {
    const [start, size] = isShort ? [first, 1] : [mondayOf(first), 7];
    return {
      unit: isShort ? 'day' : 'week',
      numberOf: (date: string) => Math.floor(daysBetween(start, date) / size),
      startOf: (number: number) => dayAfter(start, size * number),
    };
  }
  const months = monthOf(last) - monthOf(first) + 1;
  const years = months <= MOST_MONTHS ? 0 : Math.ceil(months / 12 / MOST_MONTHS);
  const size = years === 0 ? 1 : 12 * years;
  return {
    unit: years === 0 ? 'month' : years === 1 ? 'year' : `${years} years`,
    numberOf: (date: string) => Math.floor(monthOf(date) / size),
    startOf: (number: number) => monthStart(number * size),
  };
}

/** Months since year 0. */
function monthOf(date: string): number {
  return Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1;
}

function monthStart(month: number): string {
  return `${String(Math.floor(month / 12)).padStart(4, '0')}-${String((month % 12) + 1).padStart(2, '0')}-01`;
}

/** The lanes of a period. A phone scrolls them sideways. */
export function lanesOf(period: Period, kinds: readonly LaneKind[]): Lanes {
  const { columns: all, unit, indexOf } = columnsOf(period.first, period.last);
  return { columns: all, unit, lanes: lanesIn(period.days, kinds, all.length, indexOf) };
}

function lanesIn(
  days: readonly TimelineDay[],
  kinds: readonly LaneKind[],
  columns: number,
  indexOf: (date: string) => number,
): Lane[] {
  const lanes = kinds.map((kind): Lane => {
    const stacks = Array.from({ length: columns }, (): Item[] => []);
    for (const day of days) stacks[indexOf(day.date)]?.push(...itemsOf(day, kind));
    for (const stack of stacks) stack.sort((a, b) => Number(a.isFound) - Number(b.isFound));
    const items = stacks.flat();
    const found = items.filter((item) => item.isFound).length;
    const most = stacks.reduce((least, { length }) => Math.max(least, length), 0);
    return { words: kindWords(kind), events: items.length - found, found, most, isBars: most > HIGHEST_STACK, stacks };
  });
  let marks = 0;
  for (const lane of lanes.filter(({ isBars }) => !isBars).sort((a, b) => sizeOf(a) - sizeOf(b))) {
    marks += sizeOf(lane);
    lane.isBars = marks > MARKS;
  }
  return lanes;
}

function sizeOf({ events, found }: Pick<Lane, 'events' | 'found'>): number {
  return events + found;
}

/** What a day has for a lane, oldest first. */
function itemsOf({ date, runs }: TimelineDay, kind: LaneKind): Item[] {
  return runs.toReversed().flatMap(({ session: { project, name }, events, observations }) => {
    const item = (id: string, time: string | null, text: string, found: boolean): Item => ({
      href: sessionAddress(project.slug, name, id),
      ...{ project: project.slug, isFound: found, date },
      title: `${weekDay(date)}${time ? `, ${time}` : ''}: ${clip(oneLine(text), TITLE)}`,
    });
    if (kind === OBSERVATION) return observations.map(({ id, time, title }) => item(id, time, title, false));
    return events
      .filter(({ tag }) => tag === kind)
      .map((event) => item(event.id, event.time, event.text, isFound(event)));
  });
}

/** One lane with its scale. Its marks are out of the tab order, because the list below has the same links. */
export function laneDrawing(lane: Lane, { columns }: Lanes): Svg {
  const { words, stacks, most, isBars } = lane;
  const height = isBars ? BAR + 2 : Math.max(1, most) * STEP + 2;
  const base = isBars ? height - 1 : height - 2;
  const drawn = stacks.flatMap((stack, i) => {
    const [column, at] = [columns[i], (i + 0.5) / columns.length];
    if (stack.length === 0 || !column) return [];
    return isBars ? bar(stack, column, lane, { at, base, columns: columns.length }) : marks(stack, words, at, base);
  });
  const rules = ticksOf(columns).map(
    ({ at }) => svg`<line stroke="var(--rule)" x1="${percent(at)}" x2="${percent(at)}" y1="-12" y2="100%"/>`,
  );
  return svg`<svg class="chart" height="${height}" role="${sizeOf(lane) > 0 ? 'group' : 'img'}" overflow="visible"><title>${words.label}</title><desc>${laneInWords(lane)}</desc>${rules}<line stroke="var(--rule-2)" x1="0" x2="100%" y1="${height - 0.5}" y2="${height - 0.5}"/><g aria-hidden="true">${drawn}</g>${scale(lane, height)}</svg>`;
}

/** The axis below the lanes. */
export function laneAxis({ columns }: Lanes): Svg {
  const labels = ticksOf(columns).map(
    ({ at, label }) =>
      svg`<text x="${percent(at)}" y="14" text-anchor="${at === 0 ? 'start' : 'middle'}">${label}</text>`,
  );
  return svg`<svg class="chart" height="${AXIS}" aria-hidden="true" overflow="visible">${labels}</svg>`;
}

function marks(stack: readonly Item[], words: KindWords, at: number, base: number): Svg {
  const drawn = stack.map((item, i) => {
    const { href, project, title } = item;
    const glyph = glyphAddress(item.isFound ? foundGlyph(words.kind) : laneGlyph(words.kind));
    const found = item.isFound ? svg` data-found=""` : svg``;
    return svg`<a href="${href}" tabindex="-1" data-project="${project}" data-height="${STEP}"${found}><title>${title}</title><use href="${glyph}" x="${-MARK / 2}" y="${base - (i + 1) * STEP + 1}" width="${MARK}" height="${MARK}"/></a>`;
  });
  return svg`<svg x="${percent(at)}" overflow="visible" data-base="${base + 1}">${drawn}</svg>`;
}

interface Place {
  at: number;
  base: number;
  columns: number;
}

/** A bar with a part for what each project logged, and an outlined one for what was found. Leads to its newest day. */
function bar(stack: readonly Item[], column: Column, { words, most }: Lane, { at, base, columns }: Place): Svg {
  const width = Math.min(BROADEST, BAR_WIDTH / columns);
  const parts = Map.groupBy(stack, ({ project, isFound }) => `${isFound ? 'found' : ''} ${project}`);
  let [y, count] = [base, 0];
  const drawn = Array.from(parts.values(), (items) => {
    const [first] = items;
    count += items.length;
    const height = Math.max(
      count === stack.length && y === base ? LEAST : 0,
      y - base + Math.round((BAR * count) / most),
    );
    y -= height;
    const look = first?.isFound
      ? svg`fill="none" stroke="var(--tag)" stroke-dasharray="2 2" data-found=""`
      : svg`fill="var(--tag)"`;
    return svg`<rect ${look} data-project="${first?.project ?? ''}" data-height="${height}" x="${percent(at - width / 2)}" width="${percent(width)}" y="${y}" height="${height}"/>`;
  });
  const newest = stack.reduce((last, { date }) => (date > last ? date : last), '');
  return svg`<a href="${dayAddress(newest)}" tabindex="-1" data-base="${base}"><title>${barName(stack, column, words)}</title>${drawn}</a>`;
}

/** `12 Oct to 14 Oct 2026: 3 errors (1 found in transcripts)` */
function barName(stack: readonly Item[], { first, last }: Column, words: KindWords): string {
  const found = stack.filter(({ isFound }) => isFound).length;
  return `${dayRange(first, last)}: ${countedLane(stack.length, words)}${andFound(found)}`;
}

/** The most in one column, at its height, and zero at the bottom. */
function scale({ most, isBars }: Lane, height: number): Svg {
  if (most === 0) return svg``;
  const base = isBars ? height - 1 : height - 1 - STEP / 2;
  const top = isBars ? height - 1 - BAR : base - (most - 1) * STEP;
  const label = (number: number, y: number) =>
    svg`<text x="-10" y="${y + 4}" text-anchor="end" aria-hidden="true">${grouped(number)}</text>`;
  const line = isBars ? svg`<line stroke="var(--rule)" x1="0" x2="100%" y1="${top}" y2="${top}"/>` : svg``;
  return svg`${line}${label(most, top)}${top === base ? svg`` : label(0, base)}`;
}

/** The most labels of single days side by side. */
const MOST_DAYS = 8;

/** Ticks at the beginning of months; if a column is a day, at Mondays, or at each day if there are few. */
function ticksOf(columns: readonly Column[]): { at: number; label: string }[] {
  const first = columns[0]?.first ?? '';
  if (columns[0]?.last !== first) return monthTicks(dayAxis(first, dayAfter(columns.at(-1)?.last ?? '', 1)).months);
  return columns
    .map(({ first: day }, i) => ({ at: i / columns.length, label: shortDay(day), day }))
    .filter(({ day }) => columns.length <= MOST_DAYS || new Date(`${day}T00:00:00Z`).getUTCDay() === 1);
}

/** `7 errors (1 found in transcripts).` */
function laneInWords({ words, events, found }: Lane): string {
  return `${countedLane(events + found, words)}${andFound(found)}.`;
}

/** `3 memory misses` */
function countedLane(count: number, { label, several }: KindWords): string {
  return counted(count, label.toLowerCase(), several);
}

function andFound(found: number): string {
  return found === 0 ? '' : ` (${grouped(found)} found in transcripts)`;
}

/** The lanes as a table with a row for each column that is not empty, newest first, and one column for the found ones among them. */
export function laneTable({ columns, lanes }: Lanes): { header: string[]; rows: (string | number)[][] } {
  const hasFound = lanes.some(({ found }) => found > 0);
  const rows = columns.map(({ first, last }, i) => [
    dayRange(first, last),
    ...lanes.map(({ stacks }) => stacks[i]?.length ?? 0),
    ...(hasFound ? [lanes.flatMap(({ stacks }) => stacks[i] ?? []).filter(({ isFound }) => isFound).length] : []),
  ]);
  return {
    header: ['Days', ...lanes.map(({ words }) => words.label), ...(hasFound ? ['Found in transcripts'] : [])],
    rows: rows.filter((row) => row.some((cell) => typeof cell === 'number' && cell > 0)).reverse(),
  };
}

/** How to read the lanes of a page: `One mark is one event; marks of the same day are stacked.` */
export function laneWords({ unit, lanes }: Lanes): string {
  return [
    ...(lanes.some(({ isBars, most }) => !isBars && most > 0)
      ? [`One mark is one event; marks of the same ${unit} are stacked.`]
      : []),
    ...(lanes.some(({ isBars }) => isBars) ? [`A bar counts the events of a ${unit}.`] : []),
    'The number beside a lane is its tallest stack.',
    ...(lanes.some(({ found }) => found > 0) ? ['Hollow: found in transcripts.'] : []),
  ].join(' ');
}
