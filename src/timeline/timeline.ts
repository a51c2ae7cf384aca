/**
 * The pages of the timelines: one of all tags and one of each, and in a large archive one of each
 * period besides. Which there are is worked out once for an archive; what is on one, only when it is shown.
 *
 *     /timeline/    /timeline/2026-q4/    /timeline/error/    /timeline/error/2026-q4/
 */

import { memoised } from '#src/value/memo.ts';
import type { Session } from '../chronicle/session.ts';
import type { Tag } from '../chronicle/tags.ts';
import { TAG_ORDER } from '../chronicle/tags.ts';
import { tagWord } from '../search/query-words.ts';
import type { Column } from './columns.ts';
import { listedPeriods, type Period, wholePeriod } from './period.ts';
import { holds, timelineDays } from './timeline-days.ts';

export interface TimelinePage {
  /** Null for the timeline of all tags. */
  tag: Tag | null;
  /** Whether it is the one that a timeline opens with. */
  isWhole: boolean;
  period: Period;
  /** The periods that this one is part of, from the quarter down; without itself. */
  above: Period[];
  /** Oldest first; none where the archive is not divided. */
  quarters: Period[];
  /** The periods before and after one whose events are listed. */
  earlier: Period | null;
  later: Period | null;
}

/**
 * Every page by its path below `/timeline/`, such as `error/2026-q4`. The path of a whole timeline that is
 * divided shows its newest quarter. The same array gets the same pages.
 */
export const timelinePages = memoised(
  (sessions: readonly Session[]): Map<string, TimelinePage> =>
    new Map([null, ...TAG_ORDER].flatMap((tag) => pagesOf(sessions, tag))),
);

/** The address of a timeline or of one of its periods. */
export function timelineAddress(tag: Tag | null, period = ''): string {
  return ['/timeline', ...partsOf(tag, period), ''].join('/');
}

/** Where the newest event of a tag in a column of lanes is listed. */
export function barAddress({ tag, period }: TimelinePage, laneTag: Tag, { first, last }: Column): string {
  const day = period.days.findLast((each) => each.date >= first && each.date <= last && holds(each, laneTag));
  const part = listedPeriods(period).find(({ days }) => day && days.includes(day)) ?? period;
  return `${timelineAddress(tag, part.name)}${day ? `#${dayAnchor(day.date)}` : ''}`;
}

/** Where a day begins in a ledger. */
export function dayAnchor(date: string): string {
  return `d-${date}`;
}

function pagesOf(sessions: readonly Session[], tag: Tag | null): [string, TimelinePage][] {
  const whole = wholePeriod(timelineDays(sessions), tag);
  const listed = listedPeriods(whole);
  const pageOf = (period: Period, above: Period[], isWhole: boolean): TimelinePage => {
    const place = listed.indexOf(period);
    return {
      tag,
      isWhole,
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
    [partsOf(tag, '').join('/'), pageOf(whole.parts.at(-1) ?? whole, [], true)],
    ...below(whole, []).map((page): [string, TimelinePage] => [partsOf(tag, page.period.name).join('/'), page]),
  ];
}

function partsOf(tag: Tag | null, period: string): string[] {
  return [...(tag === null ? [] : [tagWord(tag)]), ...(period === '' ? [] : [period])];
}
