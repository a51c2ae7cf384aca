import type { MemoryTrends } from '#src/memory/memory.ts';
import { counted, monthName, shortDay } from '../lib/text/day.ts';
import { dayAfter } from '../lib/calendar-day.ts';
import { Drawing, type LegendEntry, mark, percent } from './drawing.ts';
import { monthStarts, monthTicks } from './month-ticks.ts';
import { type Svg, svg } from './svg.ts';

/** A week from its Monday, or a month from its first day. */
export interface HitMissPeriod {
  from: string;
  /** `Week of 3 Aug`, `August 2026` */
  name: string;
  hits: number;
  /** Misses by their kind. */
  despite: number;
  repeat: number;
  first: number;
  href: string | null;
}

/** In their order below the line. */
const KINDS = ['despite', 'repeat', 'first'] as const;
const WORDS = {
  hits: 'hit',
  despite: 'miss despite a memory',
  repeat: 'repeated, no memory yet',
  first: 'first time',
};
const SHORT_WORDS = { despite: 'despite a memory', repeat: 'repeated', first: 'for the first time' };

/** The height of one event, unless the plot would get too high. Below 5 pixels bars are not divided into events. */
const UNIT = 15;
const PLOT = 180;
const DIVIDED = 5;
const TOP = 8;
const AXIS = 22;
/** The least number of slots, so that a few periods do not get very wide bars. */
const SLOTS = 12;
/** As a share of a period's width. */
const BAR = 0.82;
/** The width of a month's label as a share of a phone's width. The first label is left out if the second would overlap it. */
const LABEL = 0.08;

const FILLS = { hits: '--hit', despite: '--miss', repeat: '--repeat', first: '--first' };

const HIT_MISS_LEGEND: readonly LegendEntry[] = (['hits', ...KINDS] as const).map((kind) => ({
  swatch: svg`<rect fill="var(${FILLS[kind]})" y="1.5" width="14" height="11" rx="2"/>`,
  words: WORDS[kind],
}));

/**
 * Hits above a line and misses below it, one block each if there is room. Periods are of equal length, in order, without
 * gaps. A phone shows 60 of them clearly and 160 as a shape; for more, use months. The numbers are right of the drawing,
 * in the 1.5 rem that its style leaves free.
 */
export function hitMissBars(title: string, periods: readonly HitMissPeriod[]): Drawing {
  const up = Math.max(1, ...periods.map(({ hits }) => hits));
  const down = Math.max(1, ...periods.map(missesOf));
  const slots = Math.max(SLOTS, periods.length);
  const unit = Math.min(UNIT, PLOT / (up + down));
  const line = TOP + up * unit;
  const height = line + down * unit + AXIS;
  const lines = grid(up, down, unit, line);
  const bars = periods.map((period, i) => bar(period, i / slots, 1 / slots, unit, line));
  return new Drawing(
    { name: 'hit-miss-bars', height: Math.ceil(height), title, description: inWords(periods), legend: HIT_MISS_LEGEND },
    [
      ...(unit < DIVIDED ? [...lines, ...bars] : [...bars, ...divisions(up, down, unit, line), ...lines]),
      svg`<line stroke="var(--ink)" stroke-width="1.5" x1="0" x2="100%" y1="${line}" y2="${line}"/>`,
      ...months(periods, slots, Math.ceil(height) - 4),
    ],
  );
}

function bar(period: HitMissPeriod, left: number, width: number, unit: number, line: number): Svg {
  const x = percent(left + (width * (1 - BAR)) / 2);
  const block = (kind: keyof typeof FILLS, count: number, y: number) =>
    count === 0
      ? []
      : [
          svg`<rect fill="var(${FILLS[kind]})" x="${x}" y="${round(y)}" width="${percent(width * BAR)}" height="${round(count * unit)}"/>`,
        ];
  let y = line;
  const misses = KINDS.flatMap((kind) => {
    const blocks = block(kind, period[kind], y);
    y += period[kind] * unit;
    return blocks;
  });
  return mark(
    period.href,
    label(period),
    svg`${[...block('hits', period.hits, line - period.hits * unit), ...misses]}`,
  );
}

/** Lines in the background colour that divide the bars into blocks. */
function divisions(up: number, down: number, unit: number, line: number): Svg[] {
  return Array.from({ length: up + down }, (_, i) => line + (i + 1 - up) * unit)
    .filter((y) => y !== line)
    .map(
      (y) =>
        svg`<line stroke="var(--paper)" stroke-width="2" pointer-events="none" x1="0" x2="100%" y1="${round(y)}" y2="${round(y)}"/>`,
    );
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

function months(periods: readonly HitMissPeriod[], slots: number, y: number): Svg[] {
  const ticks = monthTicks(monthStarts(periods.map(({ from }) => from))).map((tick) => ({
    ...tick,
    at: (tick.at * periods.length) / slots,
  }));
  return ticks
    .filter(({ at }, i) => i > 0 || (ticks[1]?.at ?? 1) - at >= LABEL)
    .map(
      ({ at, label: name }) =>
        svg`<text aria-hidden="true" x="${percent(at + (1 - BAR) / 2 / slots)}" y="${y}">${name}</text>`,
    );
}

function label(period: HitMissPeriod): string {
  const kinds = KINDS.filter((kind) => period[kind] > 0).map((kind) => `${period[kind]} ${SHORT_WORDS[kind]}`);
  const misses = counted(missesOf(period), 'miss', 'misses');
  return `${period.name}: ${counted(period.hits, 'hit')}, ${misses}${kinds.length === 0 ? '' : ` (${kinds.join(', ')})`}`;
}

function inWords(periods: readonly HitMissPeriod[]): string {
  const [first] = periods;
  const last = periods.at(-1);
  if (!first || !last) return 'No hits and no misses.';
  const sum = { ...first, name: `${first.name} to ${last.name.replace(/^Week/, 'week')}` };
  for (const kind of ['hits', ...KINDS] as const)
    sum[kind] = periods.reduce((total, period) => total + period[kind], 0);
  return `${label(sum)}.`;
}

function missesOf({ despite, repeat, first }: HitMissPeriod): number {
  return despite + repeat + first;
}

function round(pixels: number): number {
  return Math.round(pixels * 100) / 100;
}

/** Hits and misses over time, for the memory page and its SVG file. */
export function memoryChart({ spans }: Pick<MemoryTrends, 'spans'>): Drawing {
  const isWeeks = spans.unit === 'week';
  return hitMissBars(
    `Hits and misses per ${spans.unit}`,
    spans.list.map(({ begin, hits, misses }) => ({
      from: isWeeks ? begin : `${begin}-01`,
      name: isWeeks ? `Week of ${shortDay(begin)}` : `${monthName(begin)} ${begin.slice(0, 4)}`,
      hits,
      ...misses,
      href: `/search/?q=${encodeURIComponent(`tag:hit tag:miss kind:event ${isWeeks ? `since:${begin} until:${dayAfter(begin, 6)}` : `month:${begin}`}`)}`,
    })),
  );
}
