/**
 * Where the marks of a strip find room. The drawing is fluid, so what fits is judged for two rooms: a page that is not
 * quite as wide as it can be, and a phone.
 */
import type { Stretch, StripMark } from '../archive/session-strip.ts';
import { OBSERVATION } from '../timeline/lane-kind.ts';

export interface Room {
  /** The class of what is drawn in this room only. */
  name: 'wide' | 'narrow';
  width: number;
  /** Free space at both ends of a stretch, so that the outermost marks stay inside. As in the style sheet. */
  pad: number;
  /** The width of the band of a folded time, by how many there are. As in the style sheet. */
  bands: Record<Folds, number>;
}

/** How many bands share the width: so few that each can say its length in a sentence, some, or many. */
export type Folds = 'few' | 'some' | 'many';

export const ROOMS: Record<Room['name'], Room> = {
  wide: { name: 'wide', width: 900, pad: 13, bands: { few: 84, some: 26, many: 8 } },
  narrow: { name: 'narrow', width: 340, pad: 9, bands: { few: 30, some: 26, many: 6 } },
};

/** The average width of a letter at 11 pixels, rather wide. */
export const LETTER = 6.2;
/** The space of a mark, in pixels. */
export const MARK = 14;
/** The most marks on one another. */
const TALLEST = 6;

const BINS = [5, 10, 15, 30, 60, 120];

/** Marks on one another, the most telling on top. */
export interface MarkStack {
  minute: number;
  /** From the bottom. */
  marks: StripMark[];
  /** How many more there are. */
  more: number;
}

export function foldsOf(stretches: readonly Stretch[]): Folds {
  const bands = stretches.length - 1;
  return bands <= 2 ? 'few' : bands <= 4 ? 'some' : 'many';
}

/** Estimates where a minute is, in pixels. */
export class Layout {
  readonly perMinute: number;
  readonly #stretches: readonly Stretch[];
  readonly #starts: number[] = [];

  constructor(stretches: readonly Stretch[], room: Room) {
    const folds = foldsOf(stretches);
    const pad = folds === 'many' ? 2 : room.pad;
    const band = room.bands[folds];
    const minutes = stretches.reduce((sum, { from, to }) => sum + to - from, 0);
    const taken = stretches.length * 2 * pad + (stretches.length - 1) * band;
    this.perMinute = Math.max(0, room.width - taken) / Math.max(1, minutes);
    this.#stretches = stretches;
    let x = 0;
    for (const { from, to } of stretches) {
      this.#starts.push(x + pad);
      x += 2 * pad + band + (to - from) * this.perMinute;
    }
  }

  /** The place of a minute. */
  x(minute: number): number {
    const index = stretchAt(this.#stretches, minute);
    const stretch = this.#stretches[index];
    if (!stretch) return 0;
    return (this.#starts[index] ?? 0) + (Math.min(minute, stretch.to) - stretch.from) * this.perMinute;
  }
}

/** The index of the stretch that a minute is in: the last one that has begun. */
export function stretchAt(stretches: readonly Stretch[], minute: number): number {
  return Math.max(
    0,
    stretches.findLastIndex(({ from }) => from <= minute),
  );
}

/**
 * Stacks marks that would hide each other: those of one bin, the smallest that is as wide as a mark. A mark that is alone in its bin
 * stays at its own minute. Misses and errors are on top; where a stack would be too high, decisions give way first.
 */
export function stacked(marks: readonly StripMark[], stretches: readonly Stretch[], layout: Layout): MarkStack[] {
  const { perMinute } = layout;
  const bin = BINS.find((each) => each * perMinute >= MARK) ?? Math.ceil(MARK / Math.max(perMinute, 1e-6));
  const bins = new Map<string, { minute: number; marks: StripMark[] }>();
  for (const mark of marks) {
    const index = stretchAt(stretches, mark.minute);
    const { from, to } = stretches[index] ?? { from: 0, to: 0 };
    const nth = Math.floor((mark.minute - from) / bin);
    const key = `${index} ${nth}`;
    const found = bins.get(key);
    if (found) found.marks.push(mark);
    else bins.set(key, { minute: Math.min(from + (nth + 0.5) * bin, to), marks: [mark] });
  }
  return [...bins.values()].map(({ minute, marks: own }) => {
    const [only] = own;
    if (only && own.length === 1) return { minute: only.minute, marks: own, more: 0 };
    const shown = own.toSorted((a, b) => rankOf(a) - rankOf(b)).slice(-TALLEST);
    return { minute, marks: shown, more: own.length - shown.length };
  });
}

/** From what gives way first. */
const RANKS: readonly string[] = [
  OBSERVATION,
  'DECISION',
  'INSIGHT',
  'MEMORY-HIT',
  'BLOCKED',
  'USER-CORRECTION',
  'PIVOT',
  'ERROR',
  'MEMORY-MISS',
];

function rankOf({ kind, isFound }: StripMark): number {
  return RANKS.indexOf(kind) - (isFound ? RANKS.length : 0);
}

/** Something that needs room on a line, from `left` to `right` in pixels. */
export interface Wish<Item> {
  item: Item;
  left: number;
  right: number;
}

/** Those of the wishes that fit next to each other, the first come first served. */
export function fitting<Item>(wishes: readonly Wish<Item>[], free = 4): Set<Item> {
  const taken: { left: number; right: number }[] = [];
  const found = new Set<Item>();
  for (const { item, left, right } of wishes) {
    if (taken.some((other) => left < other.right + free && right + free > other.left)) continue;
    taken.push({ left, right });
    found.add(item);
  }
  return found;
}
