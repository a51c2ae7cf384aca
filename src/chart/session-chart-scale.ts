/** Where things are on a session chart, and what has room beside what. */
import type { ChartMark, Stretch } from '#src/archive/session-chart.ts';
import { OBSERVATION } from '#src/archive/lane-kind.ts';

/** The width of the drawing, and of the names of its rows. */
export const WIDTH = 1104;
export const NAMES = 76;
/** The space of a mark, and the most marks on one another. */
export const MARK = 14;
const TALLEST = 6;
/** The least space between two labels. */
const FREE = 4;
/** From what gives way first where a stack would be too high. */
const RANKS: readonly string[] = [
  ...[OBSERVATION, 'DECISION', 'INSIGHT', 'MEMORY-HIT', 'BLOCKED', 'USER-CORRECTION', 'PIVOT', 'ERROR', 'MEMORY-MISS'],
];

/** From the left to the right end of something, in pixels. */
export type Span = readonly [left: number, right: number];

/** Where minutes are, in pixels. */
export interface Scale {
  perMinute: number;
  x(minute: number): number;
  /** The band after each stretch but the last. */
  bands: readonly Span[];
  /** Whether a band has room for its length in words. */
  isWide: boolean;
}

/** The scale of the stretches of a session; bands are narrower where there are many. */
export function scaleOf(stretches: readonly Stretch[]): Scale {
  const count = stretches.length - 1;
  const [pad, band] = [count > 4 ? 2 : 12, count > 2 ? 8 : 84];
  const minutes = stretches.reduce((sum, { from, to }) => sum + to - from, 0);
  const free = WIDTH - NAMES - stretches.length * 2 * pad - count * band;
  const perMinute = Math.max(0, free) / Math.max(1, minutes);
  let end = NAMES - band - pad;
  const placed = stretches.map(({ from, to }) => {
    const left = end + pad + band + pad;
    end = left + (to - from) * perMinute;
    return { from, to, left, end };
  });
  const x = (minute: number) => {
    const stretch = placed.findLast(({ from }) => from <= minute) ?? placed[0];
    if (!stretch) return NAMES;
    return Math.round((stretch.left + (Math.min(minute, stretch.to) - stretch.from) * perMinute) * 10) / 10;
  };
  const bands = placed.slice(0, -1).map(({ to }): Span => [x(to) + pad, x(to) + pad + band]);
  return { perMinute, x, bands, isWide: count <= 2 };
}

/** Marks on one another, the most telling on top. */
export interface Stack {
  x: number;
  /** From the bottom. */
  marks: ChartMark[];
  /** How many more there are. */
  more: number;
}

/** Stacks marks that would hide each other, at the place of the first. */
export function stacked(marks: readonly ChartMark[], scale: Pick<Scale, 'x'>): Stack[] {
  const stacks: Stack[] = [];
  for (const mark of marks.toSorted((a, b) => a.minute - b.minute)) {
    const [x, last] = [scale.x(mark.minute), stacks.at(-1)];
    if (last && x < last.x + MARK) last.marks.push(mark);
    else stacks.push({ x, marks: [mark], more: 0 });
  }
  return stacks.map(({ x, marks: own }) => {
    const shown = own.toSorted((a, b) => rankOf(a) - rankOf(b)).slice(-TALLEST);
    return { x, marks: shown, more: own.length - shown.length };
  });
}

function rankOf({ kind, isFound }: ChartMark): number {
  return RANKS.indexOf(kind) - (isFound ? RANKS.length : 0);
}

type Anchor = 'start' | 'middle' | 'end';

/** The labels of a row of the chart: each is where it has room beside the others, or not at all. */
export class LabelRow {
  readonly #taken: Span[];

  constructor(taken: readonly Span[] = []) {
    this.#taken = [...taken];
  }

  /** Where a label of a width goes, `gap` pixels from its place: the first of these anchors with room; null without room. */
  place(at: number, width: number, anchors: readonly Anchor[], gap = 0): { x: number; anchor: Anchor } | null {
    for (const anchor of anchors) {
      const x = at + { start: gap, middle: 0, end: -gap }[anchor];
      const left = x - { start: 0, middle: width / 2, end: width }[anchor];
      const right = left + width;
      const isTaken = this.#taken.some(([from, to]) => left <= to + FREE && from <= right + FREE);
      if (isTaken || left < NAMES - MARK || right > WIDTH) continue;
      this.#taken.push([left, right]);
      return { x, anchor };
    }
    return null;
  }
}
