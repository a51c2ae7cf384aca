/**
 * A lane shows the events of one tag, or observations: a mark for each, stacked by column, or a bar for each column if
 * there are too many. Its scale is at the left; on a phone, above it.
 *
 *     3 ┈┈┈┈┈△┈┈┈┈┈┈┈┈
 *            ▲   △
 *     0      ▲   ▲ ▲
 *
 * Found events are on top, dashed.
 */

import { counted, dayRange, shortDay } from '../text/day.ts';
import type { Column } from '../timeline/columns.ts';
import type { KindWords } from '../timeline/lane-kind.ts';
import type { Lane, Lanes, Stack } from '../timeline/lanes.ts';
import { dayAfter } from '../value/calendar-day.ts';
import { grouped } from '../value/grouped.ts';
import { foundGlyph, glyphAddress, laneGlyph } from './glyph-address.ts';
import { dayAxis, monthTicks } from './month-ticks.ts';
import { type Shape, shape } from './shape.ts';

const MARK = 10;
const STEP = 12;
/** The heights of the tallest bar and the smallest visible one. */
const BAR = 40;
const LEAST = 2;
/** As a share of a column's width, with a limit for a few wide columns. */
const BAR_WIDTH = 0.7;
const BROADEST = 0.03;
export const AXIS = 20;

/** Where a bar leads, if anywhere. */
type Address = (stack: Stack) => string;

/** One lane with its scale. Its marks are out of the tab order, because the list below has the same links. */
export function laneShape(lane: Lane, lanes: Lanes, addressOf: Address = () => ''): Shape {
  const height = laneHeight(lane);
  const hasLinks = lane.stacks.length > 0;
  return shape(
    'svg',
    { class: 'lane-plot', height, role: hasLinks ? 'group' : 'img', overflow: 'visible' },
    shape('title', {}, lane.words.label),
    shape('desc', {}, laneInWords(lane)),
    ...plot(lane, lanes, height, addressOf),
    ...scale(lane, height),
  );
}

/** The lines, marks and bars of a lane. */
export function plot(lane: Lane, lanes: Lanes, height: number, addressOf: Address): Shape[] {
  const bottom = height - 1 - STEP / 2;
  return [
    ...laneTicks(lanes.columns).map(({ at }) => rule(at)),
    shape('line', { class: 'stroke-line', x1: 0, x2: '100%', y1: height - 0.5, y2: height - 0.5 }),
    shape(
      'g',
      { 'aria-hidden': 'true' },
      ...lane.stacks.map((stack) =>
        lane.isBars ? bar(stack, lane, lanes, height - 1, addressOf) : marks(stack, lane.words, bottom),
      ),
    ),
  ];
}

export function laneHeight({ most, isBars }: Lane): number {
  return isBars ? BAR + 2 : Math.max(1, most) * STEP + 2;
}

/** The axis below lanes. */
export function laneAxis({ columns }: Lanes): Shape {
  return shape(
    'svg',
    { class: 'lane-plot', height: AXIS, 'aria-hidden': 'true', overflow: 'visible' },
    ...laneTicks(columns).map(tickLabel),
  );
}

/** `7 errors (1 found in transcripts).` */
export function laneInWords({ words, events, found }: Lane): string {
  return `${countedLane(events + found, words)}${andFound(found)}.`;
}

/** `3 memory misses` */
export function countedLane(count: number, { label, several }: KindWords): string {
  return counted(count, label.toLowerCase(), several);
}

/** `12 Oct to 14 Oct 2026: 3 errors` */
function stackName({ column: { first, last }, events, found }: Stack, words: KindWords): string {
  return `${dayRange(first, last)}: ${countedLane(events + found, words)}${andFound(found)}`;
}

function andFound(found: number): string {
  return found === 0 ? '' : ` (${grouped(found)} found in transcripts)`;
}

function marks(stack: Stack, words: KindWords, bottom: number): Shape {
  return shape(
    'svg',
    { x: percent(stack.at), overflow: 'visible' },
    shape('title', {}, stackName(stack, words)),
    ...stack.marks.map(({ href, isFound, run, place }, i): Shape => {
      const glyph = isFound ? foundGlyph(words.kind) : laneGlyph(words.kind);
      const y = bottom - i * STEP - MARK / 2;
      const use = { href: glyphAddress(glyph), x: -MARK / 2, y, width: MARK, height: MARK };
      const mark = {
        ...(href && { href }),
        tabindex: -1,
        'data-run': `${run} ${place}`,
        ...(isFound && FOUND),
      };
      return shape('a', mark, shape('use', use));
    }),
  );
}

const FOUND = { 'data-found': '' };

/** A bar for the events, with an outlined one for found events on top. */
function bar(stack: Stack, { words, most }: Lane, { columns }: Lanes, bottom: number, addressOf: Address): Shape {
  const { events, found, at, column } = stack;
  const width = Math.min(BROADEST, BAR_WIDTH / columns.length);
  const heightOf = (count: number) => (count === 0 ? 0 : Math.max(LEAST, Math.round((BAR * count) / most)));
  const rect = (look: Record<string, string>, y: number, height: number): Shape =>
    shape('rect', { ...look, x: percent(at - width / 2), width: percent(width), y, height });
  const [height, above] = [heightOf(events), heightOf(found)];
  const href = addressOf(stack);
  return shape(
    href === '' ? 'g' : 'a',
    { ...(href !== '' && { href, tabindex: -1 }), 'data-days': `${column.first} ${column.last}` },
    shape('title', {}, stackName(stack, words)),
    ...(events === 0 ? [] : [rect({ class: 'fill-tag' }, bottom - height, height)]),
    ...(found === 0 ? [] : [rect({ class: 'stroke-tag', ...FOUND }, bottom - height - above, above)]),
  );
}

/** The most in one column, at its height, and zero at the bottom; on a phone only the most, above the lane. */
function scale({ most, isBars }: Lane, height: number): Shape[] {
  if (most === 0) return [];
  const base = isBars ? height - 1 : height - 1 - STEP / 2;
  const top = isBars ? height - 1 - BAR : base - (most - 1) * STEP;
  const label = (number: number, y: number): Shape =>
    shape(
      'text',
      { class: 'lane-scale', x: -10, y: y + 4, 'text-anchor': 'end', 'aria-hidden': 'true' },
      grouped(number),
    );
  return [
    ...(isBars ? [shape('line', { class: 'stroke-rule', x1: 0, x2: '100%', y1: top, y2: top })] : []),
    label(most, top),
    ...(top === base ? [] : [label(0, base)]),
    shape(
      'text',
      { class: 'lane-most', x: '100%', y: -8, 'text-anchor': 'end', 'aria-hidden': 'true' },
      `max ${grouped(most)}`,
    ),
  ];
}

function rule(at: number): Shape {
  return shape('line', {
    class: 'stroke-rule',
    x1: percent(at),
    x2: percent(at),
    y1: -12,
    y2: '100%',
  });
}

export function tickLabel({ at, label }: LaneTick): Shape {
  return shape('text', { x: percent(at), y: 14, 'text-anchor': at === 0 ? 'start' : 'middle' }, label);
}

/** A line across the lanes and its label below them. */
interface LaneTick {
  /** From 0 to 1. */
  at: number;
  label: string;
}

/** The most day labels side by side on a phone. */
const MOST_DAYS = 8;

/** Ticks at the beginning of months; if a column is a day, at Mondays, or at each day if there are few. */
export function laneTicks(columns: readonly Column[]): LaneTick[] {
  const first = columns[0]?.first ?? '';
  const end = dayAfter(columns.at(-1)?.last ?? '', 1);
  if (columns[0]?.last !== first) return monthTicks(dayAxis(first, end).months);
  return columns
    .map(({ first: day }, i) => ({ at: i / columns.length, label: shortDay(day), day }))
    .filter(({ day }) => columns.length <= MOST_DAYS || isMonday(day))
    .map(({ at, label }) => ({ at, label }));
}

function isMonday(day: string): boolean {
  return new Date(`${day}T00:00:00Z`).getUTCDay() === 1;
}

function percent(share: number): string {
  return `${Math.round(Math.min(1, Math.max(0, share)) * 10_000) / 100}%`;
}
