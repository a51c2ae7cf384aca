/**
 * Hits above a line and misses below it, by week: in order, without gaps. The numbers
 * are right of the drawing, in the 1.5 rem that its style leaves free.
 */
import type { MemoryTrends } from '#src/memory/memory.ts';
import { dayAfter } from '#src/lib/calendar-day.ts';
import { counted, shortDay } from '#src/lib/text/day.ts';
import { Drawing, type LegendEntry, mark, percent } from './drawing.ts';
import { monthStarts, monthTicks } from './month-ticks.ts';
import { type Svg, svg } from './svg.ts';

/** A week from its Monday. */
export interface HitMissPeriod {
  from: string;
  /** `Week of 3 Aug` */
  name: string;
  hits: number;
  /** Misses by their kind. */
  despite: number;
  repeat: number;
  first: number;
  href: string | null;
}

/** The misses are in this order below the line. */
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
/** The least number of slots, so that a few periods do not get very wide bars. */
const SLOTS = 12;
/** As a share of a period's width. */
const BAR = 0.82;
/** The width of a month's name as a share of a phone's width. */
const LABEL = 0.08;

const LEGEND: readonly LegendEntry[] = Object.values(KINDS).map(({ fill, words }) => ({
  swatch: svg`<rect fill="var(${fill})" y="1.5" width="14" height="11" rx="2"/>`,
  words,
}));

/** Hits and misses by week, for the memory page and posts. */
export function memoryChart({ weeks }: Pick<MemoryTrends, 'weeks'>): Drawing {
  const periods = weeks.map(({ begin, hits, misses }): HitMissPeriod => {
    const query = `tag:hit tag:miss kind:event since:${begin} until:${dayAfter(begin, 6)}`;
    return {
      ...{ from: begin, hits, ...misses, name: `Week of ${shortDay(begin)}` },
      href: `/search/?q=${encodeURIComponent(query)}`,
    };
  });
  return hitMissBars('Hits and misses per week', periods);
}

export function hitMissBars(title: string, periods: readonly HitMissPeriod[]): Drawing {
  const up = Math.max(1, ...periods.map(({ hits }) => hits));
  const down = Math.max(1, ...periods.map(missesOf));
  const slots = Math.max(SLOTS, periods.length);
  const unit = Math.min(UNIT, PLOT / (up + down));
  const line = TOP + up * unit;
  const height = Math.ceil(line + down * unit + AXIS);
  return new Drawing({ name: 'hit-miss-bars', height, title, description: inWords(periods), legend: LEGEND }, [
    ...grid(up, down, unit, line),
    ...periods.map((period, i) => bar(period, { at: i / slots, width: 1 / slots, unit, line })),
    svg`<line stroke="var(--ink)" stroke-width="1.5" x1="0" x2="100%" y1="${line}" y2="${line}"/>`,
    ...months(periods, slots).map(
      ({ at, name }) => svg`<text aria-hidden="true" x="${percent(at)}" y="${height - 4}">${name}</text>`,
    ),
  ]);
}

/** The names of months at their first period. That of the first period is left out if the next would overlap it. */
function months(periods: readonly HitMissPeriod[], slots: number): { at: number; name: string }[] {
  const ticks = monthTicks(monthStarts(periods.map(({ from }) => from)));
  const places = ticks.map(({ at, label: name }) => ({ at: (at * periods.length + (1 - BAR) / 2) / slots, name }));
  return places.filter(({ at }, i) => i > 0 || (places[1]?.at ?? 1) - at >= LABEL);
}

function bar(
  period: HitMissPeriod,
  { at, width, unit, line }: { at: number; width: number; unit: number; line: number },
): Svg {
  const x = percent(at + (width * (1 - BAR)) / 2);
  const block = (kind: keyof typeof KINDS, y: number) =>
    svg`<rect fill="var(${KINDS[kind].fill})" x="${x}" y="${round(y)}" width="${percent(width * BAR)}" height="${round(period[kind] * unit)}"/>`;
  const blocks = period.hits > 0 ? [block('hits', line - period.hits * unit)] : [];
  let y = line;
  for (const kind of MISSES) {
    if (period[kind] > 0) blocks.push(block(kind, y));
    y += period[kind] * unit;
  }
  return mark(period.href, label(period), svg`${blocks}`);
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

function label(period: HitMissPeriod): string {
  const kinds = MISSES.filter((kind) => period[kind] > 0).map((kind) => `${period[kind]} ${KINDS[kind].short}`);
  const misses = counted(missesOf(period), 'miss', 'misses');
  return `${period.name}: ${counted(period.hits, 'hit')}, ${misses}${kinds.length === 0 ? '' : ` (${kinds.join(', ')})`}`;
}

function inWords(periods: readonly HitMissPeriod[]): string {
  const [first] = periods;
  const last = periods.at(-1);
  if (!first || !last) return 'No hits and no misses.';
  const sum = { ...first, name: `${first.name} to ${last.name.replace(/^Week/, 'week')}` };
  for (const kind of ['hits', ...MISSES] as const)
    sum[kind] = periods.reduce((total, period) => total + period[kind], 0);
  return `${label(sum)}.`;
}

function missesOf({ despite, repeat, first }: HitMissPeriod): number {
  return despite + repeat + first;
}

function round(pixels: number): number {
  return Math.round(pixels * 100) / 100;
}
