/**
 * The pages of the timelines: one for all tags with pages for its months, one for each tag, and in a large archive one for
 * each period. The list of pages is made once per archive; the content of a page only when it is rendered.
 *
 *     /timeline/    /timeline/2026-q4/    /timeline/2026-10/    /timeline/error/    /timeline/error/2026-q4/
 */

import type { Session } from '../chronicle/session.ts';
import { TAG_ORDER, type Tag, tagWord } from '../chronicle/tags.ts';
import { memoised } from '../value/memo.ts';
import type { Column } from './columns.ts';
import type { LaneKind } from './lane-kind.ts';
import { listedPeriods, type Period, rowsIn, wholePeriod } from './period.ts';
import { hasEventsOf, type TimelineDay, timelineDays } from './timeline-days.ts';

export interface TimelinePage {
  /** Null for the timeline of all tags. */
  tag: Tag | null;
  /** Whether it is the first page of its timeline. */
  isWhole: boolean;
  /** Whether lanes are drawn: a few sessions have no pattern in time, and are only listed. */
  isDrawn: boolean;
  period: Period;
  /** The periods that contain this one, from the quarter down. */
  above: Period[];
  /** Oldest first; empty if the archive fits on one page. */
  quarters: Period[];
  /** The periods before and after this one, if it lists events. */
  earlier: Period | null;
  later: Period | null;
}

/**
 * Every page by its path below `/timeline/`, such as `error/2026-q4`. If a tag has more than one page, that of its whole
 * timeline shows its newest quarter. The same array gets the same pages.
 */
export const timelinePages = memoised(
  (sessions: readonly Session[]): Map<string, TimelinePage> =>
    new Map([null, ...TAG_ORDER].flatMap((tag) => [...pagesOfTag(sessions, tag)])),
);

/** One of these pages by its path. Only its own timeline is made. */
export function timelinePageAt(sessions: readonly Session[], path: string): TimelinePage | undefined {
  const [word] = path.split('/', 1);
  return pagesOfTag(sessions, TAG_ORDER.find((tag) => tagWord(tag) === word) ?? null).get(path);
}

const madeTimelines = memoised((_sessions: readonly Session[]) => new Map<Tag | null, Map<string, TimelinePage>>());

function pagesOfTag(sessions: readonly Session[], tag: Tag | null): Map<string, TimelinePage> {
  const made = madeTimelines(sessions);
  const pages = made.get(tag) ?? new Map(pagesOf(sessions, tag));
  made.set(tag, pages);
  return pages;
}

/** The address of a timeline or of one of its periods. */
export function timelineAddress(tag: Tag | null, period = ''): string {
  return ['/timeline', ...partsOf(tag, period), ''].join('/');
}

/** The address at which the newest of a lane in a column is listed. */
export function barAddress({ tag, period }: TimelinePage, kind: LaneKind, { first, last }: Column): string {
  const day = newestDay(period.days, kind, { first, last });
  const part = (day && partOfDay(period).get(day)) ?? period;
  return `${timelineAddress(tag, part.name)}${day ? `#${dayAnchor(day.date)}` : ''}`;
}

/** The newest of some days, oldest first, that has something for a lane. */
function newestDay(
  days: readonly TimelineDay[],
  kind: LaneKind,
  { first, last }: Pick<Column, 'first' | 'last'>,
): TimelineDay | undefined {
  let [low, high] = [0, days.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((days[middle]?.date ?? '') > last) high = middle;
    else low = middle + 1;
  }
  for (let place = low - 1; place >= 0; place--) {
    const day = days[place];
    if (!day || day.date < first) return undefined;
    if (hasEventsOf(day, kind)) return day;
  }
  return undefined;
}

/** The first part of a period that lists each day. */
const partOfDay = memoised((period: Period): ReadonlyMap<TimelineDay, Period> => {
  return new Map(
    listedPeriods(period)
      .toReversed()
      .flatMap((part) => part.days.map((day) => [day, part] as const)),
  );
});

/** The anchor of a day in the list of events. */
export function dayAnchor(date: string): string {
  return `d-${date}`;
}

const DRAWN_FROM = 5;

function pagesOf(sessions: readonly Session[], tag: Tag | null): [string, TimelinePage][] {
  const whole = wholePeriod(timelineDays(sessions), tag);
  const listed = listedPeriods(whole);
  const pageOf = (period: Period, above: Period[], isWhole: boolean): TimelinePage => {
    const place = listed.indexOf(period);
    return {
      tag,
      isWhole,
      isDrawn: sessions.length >= DRAWN_FROM && rowsIn(period) > 0,
      period,
      above,
      quarters: whole.parts,
      earlier: listed[place - 1] ?? null,
      later: place < 0 ? null : (listed[place + 1] ?? null),
    };
  };
  const below = (period: Period, above: Period[]): TimelinePage[] =>
    period.parts.flatMap((part) => [pageOf(part, above, false), ...below(part, [...above, part])]);
  return [
    [partsOf(tag, '').join('/'), pageOf(tag === null ? whole : (whole.parts.at(-1) ?? whole), [], true)],
    ...below(whole, []).map((page): [string, TimelinePage] => [partsOf(tag, page.period.name).join('/'), page]),
  ];
}

function partsOf(tag: Tag | null, period: string): string[] {
  return [...(tag === null ? [] : [tagWord(tag)]), ...(period === '' ? [] : [period])];
}
