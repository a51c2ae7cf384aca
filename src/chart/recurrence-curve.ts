import type { Recurrence } from '../memory/effect/recurrence.ts';
import { counted } from '../text/day.ts';
import { Drawing, type LegendEntry, percent } from './drawing.ts';
import { type Svg, svg } from './svg.ts';

/** A step of the curve: the share of mistakes that have not recurred this many sessions after their memory was written. */
interface RecurrencePoint {
  sessions: number;
  /** Shares from 0 to 1: the estimate, and its interval. */
  share: number;
  low: number;
  high: number;
}

const TOP = 16;
const PLOT = 150;
const BASE = TOP + PLOT;
const HEIGHT = BASE + 24;
const LEVELS = [1, 0.75, 0.5, 0.25, 0];
/** The most labels side by side on a phone. */
const MOST_TICKS = 6;
/** Closer steps are drawn as one: a desktop has no more pixels. */
const NEAREST = 1 / 600;
/** Roughly how many steps to name in the description. */
const SAID = 8;

const RECURRENCE_LEGEND: readonly LegendEntry[] = [
  { swatch: svg`<line class="stroke-ink" x1="0" x2="14" y1="7" y2="7"/>`, words: 'share without a new miss' },
  { swatch: svg`<rect class="fill-level-0" y="1.5" width="14" height="11"/>`, words: '90% interval' },
];

/**
 * A step curve from 100 % down, over counted sessions since a memory was written, with its interval as a band. `points`
 * are in order; the curve ends at `until`, the longest observation.
 */
export function recurrenceCurve(title: string, points: readonly RecurrencePoint[], until: number): Drawing {
  const width = Math.max(1, until);
  const at = (sessions: number) => sessions / width;
  const treads = treadsOf(points, width);
  return new Drawing(
    { name: 'recurrence-curve', height: HEIGHT, title, description: inWords(points, until), legend: RECURRENCE_LEGEND },
    [
      ...treads.map(
        ({ from, to, high, low }) =>
          svg`<rect class="fill-level-0" x="${percent(at(from))}" y="${level(high)}" width="${percent(at(to - from))}" height="${round((high - low) * PLOT)}"/>`,
      ),
      ...LEVELS.map(
        (share) =>
          svg`<g aria-hidden="true"><line class="stroke-rule" x1="0" x2="100%" y1="${level(share)}" y2="${level(share)}"/><text x="100%" dx="6" y="${level(share) + 4}">${100 * share}%</text></g>`,
      ),
      ...ticks(width).map(
        (sessions) =>
          svg`<text aria-hidden="true" x="${percent(at(sessions))}" y="${HEIGHT - 6}" text-anchor="${sessions === 0 ? 'start' : 'middle'}">${sessions === 0 ? '0 sessions' : sessions}</text>`,
      ),
      ...treads.flatMap((tread, i) => steps(tread, treads[i + 1], at)),
    ],
  );
}

interface Tread {
  from: number;
  to: number;
  share: number;
  low: number;
  high: number;
}

function treadsOf(points: readonly RecurrencePoint[], width: number): Tread[] {
  const drawn = points.filter(({ sessions }, i) => {
    const next = points[i + 1];
    return !next || (next.sessions - sessions) / width >= NEAREST;
  });
  const all = drawn[0]?.sessions === 0 ? drawn : [{ sessions: 0, share: 1, low: 1, high: 1 }, ...drawn];
  return all.map(({ sessions, ...shares }, i) => ({ from: sessions, to: all[i + 1]?.sessions ?? width, ...shares }));
}

function steps({ from, to, share }: Tread, next: Tread | undefined, at: (sessions: number) => number): Svg[] {
  const tread = svg`<line class="stroke-ink" x1="${percent(at(from))}" x2="${percent(at(to))}" y1="${level(share)}" y2="${level(share)}"/>`;
  if (!next) return [tread];
  const riser = svg`<line class="stroke-ink" x1="${percent(at(to))}" x2="${percent(at(to))}" y1="${level(share)}" y2="${level(next.share)}"/>`;
  return [tread, riser];
}

function ticks(width: number): number[] {
  const step = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000].find((size) => width / size <= MOST_TICKS) ?? 5000;
  return Array.from({ length: Math.floor(width / step) + 1 }, (_, i) => i * step);
}

function inWords(points: readonly RecurrencePoint[], until: number): string {
  const falls = points.filter(({ sessions }) => sessions > 0);
  const last = falls.at(-1);
  if (!last) return `No new miss within ${counted(until, 'session')}.`;
  const every = Math.ceil(falls.length / SAID);
  const said = falls.filter((point, i) => i % every === 0 || point === last);
  const shares = said.map(({ sessions, share }) => `${Math.round(100 * share)}% after ${counted(sessions, 'session')}`);
  return `Without a new miss: ${shares.join(', ')}; observed for up to ${counted(until, 'session')}.`;
}

function level(share: number): number {
  return round(BASE - share * PLOT);
}

function round(pixels: number): number {
  return Math.round(pixels * 100) / 100;
}

export const RECURRENCE_TITLE = 'How long mistakes stay away';

/** The recurrence curve of the memory page and its SVG file. */
export function recurrenceChart({ steps, longest }: Pick<Recurrence, 'steps' | 'longest'>): Drawing {
  return recurrenceCurve(RECURRENCE_TITLE, steps, longest);
}
