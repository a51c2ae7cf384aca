/**
 * The pages of the timelines: one of all tags and one of each, and in a large archive one of each
 * period besides. Which there are is worked out once for an archive; what is on one, only when it is shown.
 *
 *     /timeline/    /timeline/2026-q4/    /timeline/error/    /timeline/error/2026-q4/
 */

import type { Digest } from '../chronicle/event-id.ts';
import type { Session } from '../chronicle/session.ts';
import { sessionVersion } from '../chronicle/session.ts';
import { TAG_ORDER, type Tag, tagWord } from '../chronicle/tags.ts';
import { countedEvents } from '../text/day.ts';
import { memoised } from '../value/memo.ts';
import type { Column } from './columns.ts';
import type { Lanes } from './lanes.ts';
import { listedPeriods, type Period, wholePeriod } from './period.ts';
import { holds, type TimelineDay, timelineDays } from './timeline-days.ts';

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

/**
 * All that a timeline's page shows, as plain values: as long as they are the same, so is the page, and a
 * build need not draw it again.
 */
export function timelineContents(
  { tag, isWhole, period, above, quarters, earlier, later }: TimelinePage,
  digest: Digest,
): unknown {
  const named = (one: Period | null) => one?.name;
  return [
    tag,
    isWhole,
    [period.name, period.first, period.last],
    [...above, ...quarters, earlier, later].map(named),
    period.parts.map(({ name, events, candidates, parts }) => [name, events, candidates, parts.map(named)]),
    period.days.map((day) => dayDigest(day, digest)),
  ];
}

/** A day is part of many pages. */
const dayDigest = memoised((day: TimelineDay, digest: Digest): string => {
  return digest(JSON.stringify([day.date, day.runs.map(({ session }) => sessionVersion(session))]));
});

/** How to read a timeline: `One mark for each event, stacked by half week. Follow a mark to its session.` */
export function timelineLede({ isWhole, period }: TimelinePage, { isByEvent, unit, lanes }: Lanes): string {
  const hasCandidates = lanes.some(({ candidates }) => candidates > 0);
  const quarter = isWhole ? `${period.title}, the newest quarter: ` : '';
  const shown = period.name === '' ? '' : `${quarter}${countedEvents(period.events, period.candidates)}. `;
  return `${shown}${
    isByEvent
      ? `One mark for each event, stacked by ${unit}. Follow a mark to its session.`
      : `One bar for every ${unit}, as high as it has events. Follow a bar to where they are listed.`
  }${hasCandidates ? ' What is drawn in dashes is a candidate that nobody confirmed, and counted apart.' : ''}`;
}
