/**
 * The lanes of the timeline: one for each tag, and one for observations. A lane has a mark for each event, stacked by day, or
 * a bar for each day if there are too many. Found events are on top, hollow.
 *
 *     3 ┈┈┈┈┈△┈┈┈┈┈┈┈┈
 *            ▲   △
 *     0      ▲   ▲ ▲
 *
 * Each mark and each part of a bar names its project, so that a script can dim those of others.
 */
import { type KindWords, kindWords, type LaneKind, OBSERVATION } from '#src/archive/lane-kind.ts';
import type { TimelineDay } from '#src/archive/timeline-days.ts';
import { percent } from '#src/chart/drawing.ts';
import { foundGlyph, glyphAddress, laneGlyph } from '#src/chart/glyph-address.ts';
import { type Svg, svg } from '#src/chart/svg.ts';
import { isFound } from '#src/format/event-source.ts';
import { dayAfter, daysBetween, mondayOf } from '#src/lib/calendar-day.ts';
import { grouped } from '#src/lib/grouped.ts';
import { clip, oneLine } from '#src/lib/text/clip.ts';
import { counted, dayRange, shortDay, weekDay } from '#src/lib/text/day.ts';
import { dayAddress, sessionAddress } from '#src/lib/text/page-address.ts';

/** The lanes of some days. */
export interface Lanes {
  /** Its columns. */
  dates: string[];
  lanes: Lane[];
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
  /** What it is: `Wed 11 Nov, 10:21: Plotted nights by date`. */
  title: string;
}

const MARK = 10;
const STEP = 12;
/** The heights of the tallest bar and the smallest visible one, and the width as a share of a column's. */
const BAR = 40;
const LEAST = 2;
const BAR_WIDTH = 0.7;
const AXIS = 20;
/** A lane with more in one column is drawn as bars, and so are the fullest lanes if all have more marks than these. */
const HIGHEST_STACK = 7;
const MARKS = 400;
/** The most of an event's text in the title of its mark (characters). */
const TITLE = 80;
/** With more days, every other Monday is labelled. */
const MANY_DAYS = 60;

/** The lanes of a period. A phone scrolls them sideways. */
export function lanesOf(
  { first, last, days }: { first: string; last: string; days: readonly TimelineDay[] },
  kinds: readonly LaneKind[],
): Lanes {
  const dates = Array.from({ length: daysBetween(first, last) + 1 }, (_, at) => dayAfter(first, at));
  const byDate = new Map(days.map((day) => [day.date, day]));
  const lanes = kinds.map((kind): Lane => {
    const stacks = dates.map((date) => itemsOf(byDate.get(date), kind));
    const items = stacks.flat();
    const found = items.filter((item) => item.isFound).length;
    const most = Math.max(...stacks.map(({ length }) => length));
    return { words: kindWords(kind), events: items.length - found, found, most, isBars: most > HIGHEST_STACK, stacks };
  });
  let marks = 0;
  for (const lane of lanes.filter(({ isBars }) => !isBars).sort((a, b) => sizeOf(a) - sizeOf(b))) {
    marks += sizeOf(lane);
    lane.isBars = marks > MARKS;
  }
  return { dates, lanes };
}

function sizeOf({ events, found }: Lane): number {
  return events + found;
}

/** What a day has for a lane: logged before found, oldest first. */
function itemsOf(day: TimelineDay | undefined, kind: LaneKind): Item[] {
  const { date, runs } = day ?? { date: '', runs: [] };
  const items = runs.toReversed().flatMap(({ session: { project, name }, events, observations }) => {
    const item = (id: string, time: string | null, text: string, found: boolean): Item => ({
      ...{ href: sessionAddress(project.slug, name, id), project: project.slug, isFound: found },
      title: `${weekDay(date)}${time ? `, ${time}` : ''}: ${clip(oneLine(text), TITLE)}`,
    });
    if (kind === OBSERVATION) return observations.map(({ id, time, title }) => item(id, time, title, false));
    return events
      .filter(({ tag }) => tag === kind)
      .map((event) => item(event.id, event.time, event.text, isFound(event)));
  });
  return items.sort((a, b) => Number(a.isFound) - Number(b.isFound));
}

/** One lane with its scale. Its marks are out of the tab order, because the list below has the same links. */
export function laneDrawing(lane: Lane, { dates }: Lanes): Svg {
  const { words, stacks, most, isBars } = lane;
  const height = isBars ? BAR + 2 : Math.max(1, most) * STEP + 2;
  const drawn = stacks.map((stack, i) => {
    if (stack.length === 0) return svg``;
    const at = (i + 0.5) / dates.length;
    return isBars
      ? bar(stack, lane, { date: dates[i] ?? '', at, days: dates.length })
      : marks(stack, words, at, height);
  });
  const rules = ticksOf(dates).map(
    ({ at }) => svg`<line stroke="var(--rule)" x1="${percent(at)}" x2="${percent(at)}" y1="-12" y2="100%"/>`,
  );
  return svg`<svg class="chart" height="${height}" role="${sizeOf(lane) > 0 ? 'group' : 'img'}" overflow="visible"><title>${words.label}</title><desc>${countWords(lane.events + lane.found, lane.found, words)}.</desc>${rules}<line stroke="var(--rule-2)" x1="0" x2="100%" y1="${height - 0.5}" y2="${height - 0.5}"/><g aria-hidden="true">${drawn}</g>${scale(lane, height)}</svg>`;
}

/** The axis below the lanes. */
export function laneAxis({ dates }: Lanes): Svg {
  const labels = ticksOf(dates).map(
    ({ at, label }) =>
      svg`<text x="${percent(at)}" y="14" text-anchor="${at === 0 ? 'start' : 'middle'}">${label}</text>`,
  );
  return svg`<svg class="chart" height="${AXIS}" aria-hidden="true" overflow="visible">${labels}</svg>`;
}

function marks(stack: readonly Item[], words: KindWords, at: number, height: number): Svg {
  const drawn = stack.map((item, i) => {
    const glyph = glyphAddress(item.isFound ? foundGlyph(words.kind) : laneGlyph(words.kind));
    return svg`<a href="${item.href}" tabindex="-1" data-project="${item.project}"><title>${item.title}</title><use href="${glyph}" x="${-MARK / 2}" y="${height - 1 - (i + 1) * STEP}" width="${MARK}" height="${MARK}"/></a>`;
  });
  return svg`<svg x="${percent(at)}" overflow="visible">${drawn}</svg>`;
}

/** A bar with a part for what each project logged, and an outlined one for what was found. Leads to its day in the list. */
function bar(
  stack: readonly Item[],
  { words, most }: Lane,
  { date, at, days }: { date: string; at: number; days: number },
): Svg {
  const width = BAR_WIDTH / days;
  const parts = Map.groupBy(stack, (item) => `${item.isFound ? 'found' : ''} ${item.project}`);
  const full = Math.max(LEAST, Math.round((BAR * stack.length) / most));
  let count = 0;
  const drawn = Array.from(parts.values(), (items) => {
    const below = Math.round((full * count) / stack.length);
    count += items.length;
    const height = Math.round((full * count) / stack.length) - below;
    const look = items[0]?.isFound
      ? svg`fill="none" stroke="var(--tag)" stroke-dasharray="2 2"`
      : svg`fill="var(--tag)"`;
    return svg`<rect ${look} data-project="${items[0]?.project ?? ''}" x="${percent(at - width / 2)}" width="${percent(width)}" y="${BAR + 1 - below - height}" height="${height}"/>`;
  });
  const found = stack.filter((item) => item.isFound).length;
  return svg`<a href="${dayAddress(date)}" tabindex="-1"><title>${dayRange(date, date)}: ${countWords(stack.length, found, words)}</title>${drawn}</a>`;
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

/** Ticks at Mondays. */
function ticksOf(dates: readonly string[]): { at: number; label: string }[] {
  return dates
    .map((date, i) => ({ at: i / dates.length, label: shortDay(date), date }))
    .filter(({ date }) => mondayOf(date) === date)
    .filter((_, i) => dates.length <= MANY_DAYS || i % 2 === 0);
}

/** `3 memory misses (1 found in transcripts)` */
function countWords(count: number, found: number, { label, several }: KindWords): string {
  const among = found === 0 ? '' : ` (${grouped(found)} found in transcripts)`;
  return `${counted(count, label.toLowerCase(), several)}${among}`;
}

/** The lanes as a table with a row for each day that is not empty, newest first, and one column for the found ones among them. */
export function laneTable({ dates, lanes }: Lanes): { header: string[]; rows: (string | number)[][] } {
  const hasFound = lanes.some(({ found }) => found > 0);
  const rows = dates.map((date, i) => [
    dayRange(date, date),
    ...lanes.map(({ stacks }) => stacks[i]?.length ?? 0),
    ...(hasFound ? [lanes.flatMap(({ stacks }) => stacks[i] ?? []).filter((item) => item.isFound).length] : []),
  ]);
  return {
    header: ['Days', ...lanes.map(({ words }) => words.label), ...(hasFound ? ['Found in transcripts'] : [])],
    rows: rows.filter((row) => row.some((cell) => typeof cell === 'number' && cell > 0)).reverse(),
  };
}

/** How to read the lanes of a page. */
export function laneWords({ lanes }: Lanes): string {
  return [
    ...(lanes.some(({ isBars }) => !isBars) ? ['One mark is one event; marks of the same day are stacked.'] : []),
    ...(lanes.some(({ isBars }) => isBars) ? ['A bar counts the events of a day.'] : []),
    'The number beside a lane is its tallest stack.',
    ...(lanes.some(({ found }) => found > 0) ? ['Hollow: found in transcripts.'] : []),
  ].join(' ');
}
