/** The stretch of a timeline that its page shows: whole weeks, from a Monday to a Sunday. */
import { dayRange, fullDay } from '../text/day.ts';
import { dayAfter, daysBetween, mondayOf } from '../value/calendar-day.ts';

export interface TimeWindow {
  /** Its first week, from 0, the week in which the archive begins. */
  start: number;
  /** The week after its last. */
  end: number;
}

/** The weeks of an archive. */
export interface WeekAxis {
  monday: string;
  weeks: number;
}

interface Preset {
  /** In addresses. */
  word: string;
  label: string;
  /** Counted from the newest. */
  weeks: number;
}

const PRESETS: readonly Preset[] = [
  { word: '4-weeks', label: '4 weeks', weeks: 4 },
  { word: '8-weeks', label: '8 weeks', weeks: 8 },
  { word: 'quarter', label: 'Quarter', weeks: 13 },
  { word: 'all', label: 'All', weeks: Number.POSITIVE_INFINITY },
];
/** What a page shows first. */
const DEFAULT = 8;

export function weekAxis(first: string, last: string): WeekAxis {
  const monday = mondayOf(first);
  return { monday, weeks: Math.floor(daysBetween(monday, last) / 7) + 1 };
}

/** The newest weeks. */
export function newestWeeks({ weeks }: WeekAxis, count = DEFAULT): TimeWindow {
  return { start: Math.max(0, weeks - count), end: weeks };
}

/** The presets that differ, and whether each is the window. */
export function presetsOf(axis: WeekAxis, { start, end }: TimeWindow): (Preset & { isCurrent: boolean })[] {
  return PRESETS.filter(({ weeks }) => weeks < axis.weeks || weeks === Number.POSITIVE_INFINITY).map((preset) => ({
    ...preset,
    isCurrent: end === axis.weeks && start === newestWeeks(axis, preset.weeks).start,
  }));
}

export function daysOf({ monday }: WeekAxis, { start, end }: TimeWindow): { first: string; last: string } {
  return { first: dayAfter(monday, start * 7), last: dayAfter(monday, end * 7 - 1) };
}

/** The edges of a window and all of it, as what can be moved. */
export const HANDLES = ['start', 'move', 'end'] as const;
export type Handle = (typeof HANDLES)[number];

/** What a handle of the brush says of itself. */
export function handleValues(
  axis: WeekAxis,
  window: TimeWindow,
  handle: Handle,
): Record<`aria-value${string}`, string> {
  const { first, last } = daysOf(axis, window);
  const { start, end } = window;
  const isEnd = handle === 'end';
  return {
    'aria-valuemin': isEnd ? '1' : '0',
    'aria-valuemax': `${isEnd ? axis.weeks : handle === 'start' ? axis.weeks - 1 : axis.weeks - (end - start)}`,
    'aria-valuenow': `${isEnd ? end : start}`,
    'aria-valuetext': handle === 'move' ? dayRange(first, last) : fullDay(isEnd ? last : first),
  };
}

/** The window as parts of an address: none for the newest eight weeks, a preset, or its days. */
export function windowQuery(axis: WeekAxis, window: TimeWindow): [name: string, value: string][] {
  const { start, end } = newestWeeks(axis);
  if (window.start === start && window.end === end) return [];
  const preset = presetsOf(axis, window).find(({ isCurrent }) => isCurrent);
  if (preset) return [['range', preset.word]];
  const { first, last } = daysOf(axis, window);
  return [
    ['from', first],
    ['to', last],
  ];
}

/** The window of an address, with the weeks of its days; the newest weeks if it names none that exist. */
export function windowIn(query: URLSearchParams, axis: WeekAxis): TimeWindow {
  const preset = PRESETS.find(({ word }) => word === query.get('range'));
  if (preset) return newestWeeks(axis, preset.weeks);
  const [from, to] = ['from', 'to'].map((name) => Math.floor(daysBetween(axis.monday, query.get(name) ?? '') / 7)) as [
    number,
    number,
  ];
  // Without a day, the number is NaN.
  const start = Math.max(0, from);
  const end = Math.min(axis.weeks, to + 1);
  if (start < end) return { start, end };
  if (start < axis.weeks && Number.isNaN(to)) return { start, end: axis.weeks };
  if (end > 0 && Number.isNaN(from)) return { start: 0, end };
  return newestWeeks(axis);
}
