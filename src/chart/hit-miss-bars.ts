/**
 * Hits above a line and misses below it, by week: in order, without gaps. The numbers are right of the drawing, in the 1.5 rem
 * that its style leaves free.
 */
import type { MemoryTrends, Week } from '#src/memory/memory.ts';
import { dayAfter } from '#src/lib/calendar-day.ts';
import { counted, shortDay } from '#src/lib/text/day.ts';
import { Drawing, type LegendEntry, mark, percent } from './drawing.ts';
import { monthStarts, monthTicks } from './month-ticks.ts';
import { type Svg, svg } from './svg.ts';

/** What is drawn of a week; the misses are in this order below the line. */
const KINDS = {
  hits: { fill: '--hit', words: 'hit', short: '' },
  despite: { fill: '--miss', words: 'miss despite a memory', short: 'despite a memory' },
  repeat: { fill: '--repeat', words: 'repeated, no memory yet', short: 'repeated' },
  first: { fill: '--first', words: 'first time', short: 'for the first time' },
} as const;
const MISSES = ['despite', 'repeat', 'first'] as const;

/** The height of one event, unless the plot would get too high. */
const UNIT = 15;
const PLOT = 180;
const TOP = 8;
const AXIS = 22;
/** The least number of slots, so that a few weeks do not get very wide bars. */
const SLOTS = 12;
/** As a share of a week's width. */
const BAR = 0.82;
/** The width of a month's name as a share of a phone's width. */
const LABEL = 0.08;

const LEGEND: readonly LegendEntry[] = Object.values(KINDS).map(({ fill, words }) => ({
  swatch: svg`<rect fill="var(${fill})" y="1.5" width="14" height="11" rx="2"/>`,
  words,
}));

type Counts = Pick<Week, 'hits' | 'misses'>;

/** Hits and misses by week, for the memory page and posts. Each week leads to its events. */
export function memoryChart({ weeks }: Pick<MemoryTrends, 'weeks'>): Drawing {
  const up = Math.max(1, ...weeks.map(({ hits }) => hits));
  const down = Math.max(1, ...weeks.map(({ misses }) => sumOf(misses)));
  const slots = Math.max(SLOTS, weeks.length);
  const height = Math.min(UNIT, PLOT / (up + down));
  const line = TOP + up * height;
  const full = Math.ceil(line + down * height + AXIS);
  const bars = weeks.map((week, i) => {
    const query = `tag:hit tag:miss kind:event since:${week.begin} until:${dayAfter(week.begin, 6)}`;
    const address = `/search/?q=${encodeURIComponent(query)}`;
    const blocks = blocksOf(week, { at: i / slots, width: 1 / slots, unit: height, line });
    return mark(address, countWords(nameOf(week), week), svg`${blocks}`);
  });
  const months = monthNames(weeks, slots).map(
    ({ at, name }) => svg`<text aria-hidden="true" x="${percent(at)}" y="${full - 4}">${name}</text>`,
  );
  const title = 'Hits and misses per week';
  return new Drawing({ name: 'hit-miss-bars', height: full, title, description: inWords(weeks), legend: LEGEND }, [
    ...grid(up, down, height, line),
    ...bars,
    svg`<line stroke="var(--ink)" stroke-width="1.5" x1="0" x2="100%" y1="${line}" y2="${line}"/>`,
    ...months,
  ]);
}

function nameOf({ begin }: Week): string {
  return `Week of ${shortDay(begin)}`;
}

/** The names of months at their first week. That of the first week is left out if the next would overlap it. */
function monthNames(weeks: readonly Week[], slots: number): { at: number; name: string }[] {
  const ticks = monthTicks(monthStarts(weeks.map(({ begin }) => begin)));
  const places = ticks.map(({ at, label: name }) => ({ at: (at * weeks.length + (1 - BAR) / 2) / slots, name }));
  return places.filter(({ at }, i) => i > 0 || (places[1]?.at ?? 1) - at >= LABEL);
}

function blocksOf(
  { hits, misses }: Counts,
  { at, width, unit, line }: { at: number; width: number; unit: number; line: number },
): Svg[] {
  let y = line - hits * unit;
  const counts = { hits, ...misses };
  return (['hits', ...MISSES] as const).flatMap((kind) => {
    const [top, height] = [y, counts[kind] * unit];
    y += height;
    if (height === 0) return [];
    return svg`<rect fill="var(${KINDS[kind].fill})" x="${percent(at + (width * (1 - BAR)) / 2)}" y="${round(top)}" width="${percent(width * BAR)}" height="${round(height)}"/>`;
  });
}

function grid(up: number, down: number, unit: number, line: number): Svg[] {
  const step = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].find((size) => Math.max(up, down) / size <= 3) ?? 5000;
  const levels = (most: number) => Array.from({ length: Math.floor(most / step) }, (_, i) => (i + 1) * step);
  return [
    ...levels(up).map((n) => ({ n, y: line - n * unit })),
    ...levels(down).map((n) => ({ n, y: line + n * unit })),
  ].map(
    ({ n, y }) =>
      svg`<g aria-hidden="true"><line stroke="var(--rule)" x1="0" x2="100%" y1="${round(y)}" y2="${round(y)}"/><text x="100%" dx="8" y="${round(y + 4)}">${n}</text></g>`,
  );
}

function countWords(name: string, { hits, misses }: Counts): string {
  const kinds = MISSES.filter((kind) => misses[kind] > 0).map((kind) => `${misses[kind]} ${KINDS[kind].short}`);
  const all = counted(sumOf(misses), 'miss', 'misses');
  return `${name}: ${counted(hits, 'hit')}, ${all}${kinds.length === 0 ? '' : ` (${kinds.join(', ')})`}`;
}

function inWords(weeks: readonly Week[]): string {
  const [first, last] = [weeks[0], weeks.at(-1)];
  if (!first || !last) return 'No hits and no misses.';
  const total = (countOf: (week: Week) => number) => weeks.reduce((sum, week) => sum + countOf(week), 0);
  const of = (kind: (typeof MISSES)[number]) => total(({ misses }) => misses[kind]);
  const misses = { despite: of('despite'), repeat: of('repeat'), first: of('first') };
  const name = `${nameOf(first)} to ${nameOf(last).replace(/^Week/, 'week')}`;
  return `${countWords(name, { hits: total(({ hits }) => hits), misses })}.`;
}

function sumOf({ despite, repeat, first }: Week['misses']): number {
  return despite + repeat + first;
}

function round(pixels: number): number {
  return Math.round(pixels * 100) / 100;
}
