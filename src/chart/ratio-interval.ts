import { grouped } from '../lib/grouped.ts';
import { Drawing, percent } from './drawing.ts';
import { type Svg, svg } from './svg.ts';

/** A rate after a change divided by the rate before, with its interval; 1 means no change. */
export interface Ratio {
  estimate: number;
  low: number;
  high: number;
}

const LINE = 14;
const HEIGHT = 44;
/** The ticks below the line. */
const TICKS: readonly (readonly [ratio: number, label: string])[] = [
  [0, 'never'],
  [0.25, '¼'],
  [0.5, 'half'],
  [1, 'as before'],
  [2, 'twice'],
  [4, '4 ×'],
];

/** A ratio as a dot on its interval. Half as often is as far from the middle as twice as often. */
export function ratioInterval(title: string, { estimate, low, high }: Ratio): Drawing {
  const [from, to, dot] = [place(low), place(high), place(estimate)];
  return new Drawing(
    { name: 'ratio-interval', height: HEIGHT, title, description: ratioInWords({ estimate, low, high }) },
    [
      svg`<line class="stroke-rule" x1="0" x2="100%" y1="${LINE}" y2="${LINE}"/>`,
      ...TICKS.map(([ratio, label]) => tick(place(ratio), label, ratio === 1)),
      svg`<rect class="fill-level-2" x="${percent(from)}" y="${LINE - 3}" width="${percent(to - from)}" height="6" rx="3"/>`,
      svg`<circle class="fill-ink" cx="${percent(dot)}" cy="${LINE}" r="5"/>`,
    ],
  );
}

/** `0.4 times as often as before; 90% interval 0.1 to 1.2; there may be no change.` */
export function ratioInWords({ estimate, low, high }: Ratio): string {
  const isOpen = low < 1 && high > 1;
  const often = estimate === 0 ? 'Not once since' : `${figure(estimate)} times as often as before`;
  return `${often}; 90% interval ${figure(low)} to ${figure(high)}${isOpen ? '; there may be no change' : ''}.`;
}

function tick(at: number, label: string, isCentre: boolean): Svg {
  const [top, bottom] = isCentre ? [0, LINE * 2] : [LINE - 3, LINE + 3];
  const anchor = at === 0 ? 'start' : 'middle';
  return svg`<g aria-hidden="true"><line class="${isCentre ? 'stroke-ink' : 'stroke-line'}" x1="${percent(at)}" x2="${percent(at)}" y1="${top}" y2="${bottom}"/><text x="${percent(at)}" y="${HEIGHT - 2}" text-anchor="${anchor}">${label}</text></g>`;
}

/** From 0 (never) through 0.5 (no change) towards 1. */
function place(ratio: number): number {
  return Number.isFinite(ratio) ? ratio / (1 + ratio) : 1;
}

function figure(ratio: number): string {
  if (!Number.isFinite(ratio)) return 'any number';
  if (ratio === 0) return '0';
  if (ratio >= 10) return grouped(Math.round(ratio));
  return ratio.toFixed(ratio < 0.1 ? 2 : 1);
}
