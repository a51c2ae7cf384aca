/** Where things are on a session chart, and what has room beside what. */
import type { ChartMark, Stretch } from '#src/archive/session-chart.ts';
import { OBSERVATION } from '#src/archive/lane-kind.ts';

/** The width of the drawing, of the names of its rows, and the free space at both ends of a stretch. */
export const WIDTH = 1104;
export const NAMES = 76;
const PAD = 12;
/** The width of a band, by the most bands that are so wide. */
const BANDS: readonly [most: number, width: number][] = [
  [2, 84],
  [Number.POSITIVE_INFINITY, 8],
];
/** The space of a mark, and the most marks on one another. */
export const MARK = 14;
const TALLEST = 6;
const BINS = [5, 10, 15, 30, 60, 120];
/** From what gives way first where a stack would be too high. */
const RANKS: readonly string[] = [
  ...[OBSERVATION, 'DECISION', 'INSIGHT', 'MEMORY-HIT', 'BLOCKED', 'USER-CORRECTION', 'PIVOT', 'ERROR', 'MEMORY-MISS'],
];

/** Marks on one another, the most telling on top. */
export interface Stack {
  minute: number;
  /** From the bottom. */
  marks: ChartMark[];
  /** How many more there are. */
  more: number;
}

/** Where minutes are, in pixels. */
export class Scale {
  readonly perMinute: number;
  readonly band: number;
  readonly #stretches: readonly Stretch[];
  readonly #starts: number[] = [];
  readonly #pad: number;

  constructor(stretches: readonly Stretch[]) {
    const bands = stretches.length - 1;
    this.band = BANDS.find(([most]) => bands <= most)?.[1] ?? 0;
    this.#pad = bands > 4 ? 2 : PAD;
    this.#stretches = stretches;
    const minutes = stretches.reduce((sum, { from, to }) => sum + to - from, 0);
    const free = WIDTH - NAMES - stretches.length * 2 * this.#pad - bands * this.band;
    this.perMinute = Math.max(0, free) / Math.max(1, minutes);
    let x = NAMES;
    for (const { from, to } of stretches) {
      this.#starts.push(x + this.#pad);
      x += 2 * this.#pad + this.band + (to - from) * this.perMinute;
    }
  }

  /** The index of the stretch of a minute: the last one that has begun. */
  nth(minute: number): number {
    return Math.max(
      0,
      this.#stretches.findLastIndex(({ from }) => from <= minute),
    );
  }

  x(minute: number): number {
    const stretch = this.#stretches[this.nth(minute)];
    if (!stretch) return NAMES;
    const start = this.#starts[this.nth(minute)] ?? NAMES;
    return Math.round((start + (Math.min(minute, stretch.to) - stretch.from) * this.perMinute) * 10) / 10;
  }

  /** Where the band after a stretch begins. */
  end({ to }: Stretch): number {
    return this.x(to) + this.#pad;
  }

  stretch(minute: number): Stretch {
    return this.#stretches[this.nth(minute)] ?? { from: minute, to: minute };
  }
}

/**
 * Stacks marks that would hide each other: those of one bin, the smallest that is as wide as a mark. A mark that is alone in
 * its bin stays at its own minute.
 */
export function stacked(marks: readonly ChartMark[], scale: Scale): Stack[] {
  const bin = BINS.find((each) => each * scale.perMinute >= MARK) ?? Math.ceil(MARK / Math.max(scale.perMinute, 1e-6));
  const keyOf = ({ minute }: ChartMark) =>
    `${scale.nth(minute)} ${Math.floor((minute - scale.stretch(minute).from) / bin)}`;
  return Array.from(Map.groupBy(marks, keyOf).values(), (own) => {
    const [first] = own;
    const { from, to } = scale.stretch(first?.minute ?? 0);
    const nth = Math.floor(((first?.minute ?? 0) - from) / bin);
    if (own.length === 1) return { minute: first?.minute ?? 0, marks: own, more: 0 };
    const shown = own.toSorted((a, b) => rankOf(a) - rankOf(b)).slice(-TALLEST);
    return { minute: Math.min(from + (nth + 0.5) * bin, to), marks: shown, more: own.length - shown.length };
  });
}

function rankOf({ kind, isFound }: ChartMark): number {
  return RANKS.indexOf(kind) - (isFound ? RANKS.length : 0);
}

/** Something that needs room on a line. */
interface Wish<Item> {
  item: Item;
  left: number;
  right: number;
}

/** Those that fit next to each other, the first come first served. */
export function fitting<Item>(wishes: readonly Wish<Item>[], free = 4): Item[] {
  const taken: Wish<Item>[] = [];
  for (const wish of wishes)
    if (taken.every(({ left, right }) => wish.left > right + free || wish.right + free < left)) taken.push(wish);
  return taken.map(({ item }) => item);
}
