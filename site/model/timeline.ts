/**
 * The pages of the timeline: the newest eight weeks, each quarter and each month of the archive, and each tag by itself.
 *
 *     /timeline/    /timeline/2026-q4/    /timeline/2026-10/    /timeline/error/
 *
 * A page draws its days as lanes and lists what they have, newest first.
 */
import type { Session } from '#src/format/session.ts';
import { TAG_ORDER, TAG_WORDS, type Tag, tagWord } from '#src/format/tags.ts';
import { dayRange, monthName } from '#src/lib/text/day.ts';
import { type LaneKind, OBSERVATION } from '#src/archive/lane-kind.ts';
import { type TimelineDay, timelineDays } from '#src/archive/timeline-days.ts';
import { dayAfter, mondayOf } from '#src/lib/calendar-day.ts';

/** How long a period is; `all` is that of a tag's page. */
export type Unit = 'weeks' | 'quarter' | 'month' | 'all';

export interface TimelinePage {
  unit: Unit;
  /** Its name in addresses, such as `2026-q4`; empty for the newest weeks. */
  name: string;
  /** `October 2026`; `28 Sep to 22 Nov 2026` */
  title: string;
  /** The first and last day that are drawn. */
  first: string;
  last: string;
  /** Those with events or observations, oldest first. */
  days: readonly TimelineDay[];
  /** The tag that it shows alone; null for all. */
  tag: Tag | null;
  /** The periods of its length before and after it that have anything. */
  earlier: Named | null;
  later: Named | null;
}

/** A period that has a page. */
export interface Named {
  name: string;
  title: string;
}

/** How many events a stretch of the timeline has. Found events and observations are in no other count. */
export interface Counts {
  events: number;
  found: number;
  observations: number;
}

const WEEKS = 8;
/** With fewer sessions nothing is drawn: there is no pattern in time yet. */
export const DRAWN_FROM = 5;

/** The address of the timeline, or of one of its pages by name. */
export function timelineAddress(name = ''): string {
  return name === '' ? '/timeline/' : `/timeline/${name}/`;
}

/** The anchor of a day in the list of a page. */
export function dayAnchor(date: string): string {
  return `d-${date}`;
}

/** The addresses of all pages of the timeline. */
export function timelineAddresses(sessions: readonly Session[]): string[] {
  const days = timelineDays(sessions);
  const names = [...periodsOf(days, 'quarter'), ...periodsOf(days, 'month')].map(({ name }) => name);
  return ['', ...names, ...TAG_ORDER.map(tagWord)].map(timelineAddress);
}

/** The page with this name; null if there is none. */
export function timelinePage(sessions: readonly Session[], name: string): TimelinePage | null {
  const days = timelineDays(sessions);
  const [start, end] = [days[0]?.date ?? '', days.at(-1)?.date ?? ''];
  const alone = { tag: null, earlier: null, later: null };
  if (name === '') {
    const last = end === '' ? '' : dayAfter(mondayOf(end), 6);
    const first = end === '' ? '' : dayAfter(mondayOf(end), -7 * (WEEKS - 1));
    const title = end === '' ? '' : dayRange(first, last);
    return { unit: 'weeks', name, title, first, last, days: between(days, first, last), ...alone };
  }
  const tag = TAG_ORDER.find((each) => tagWord(each) === name);
  if (tag) {
    const title = `${TAG_WORDS[tag].label} timeline`;
    return { unit: 'all', name, title, first: start, last: end, days, ...alone, tag };
  }
  for (const unit of ['quarter', 'month'] as const) {
    const periods = periodsOf(days, unit);
    const place = periods.findIndex((period) => period.name === name);
    const period = periods[place];
    if (!period) continue;
    const [earlier, later] = [periods[place - 1] ?? null, periods[place + 1] ?? null];
    return { ...period, unit, days: between(days, period.first, period.last), tag: null, earlier, later };
  }
  return null;
}

/** The quarters or months with anything in them, oldest first. */
export function periodsOf(
  days: readonly TimelineDay[],
  unit: 'quarter' | 'month',
): (Named & { first: string; last: string; counts: Counts })[] {
  const nameOf = unit === 'month' ? (date: string) => date.slice(0, 7) : quarterName;
  return Array.from(
    Map.groupBy(days, ({ date }) => nameOf(date)),
    ([name, members]) => {
      const date = members[0]?.date ?? '';
      const month = Number(date.slice(5, 7)) - 1;
      const begin = unit === 'month' ? month : month - (month % 3);
      const first = monthStart(date, begin);
      const last = dayAfter(monthStart(date, begin + (unit === 'month' ? 1 : 3)), -1);
      const months = unit === 'month' ? monthName(first) : `${monthName(first)} to ${monthName(last)}`;
      return { name, title: `${months} ${date.slice(0, 4)}`, first, last, counts: countsOf(members, null) };
    },
  );
}

/** The name of the quarter of a day: `2026-q4`. */
export function quarterName(date: string): string {
  return `${date.slice(0, 4)}-q${Math.ceil(Number(date.slice(5, 7)) / 3)}`;
}

/** How much some days have, of a tag or of all. */
export function countsOf(days: readonly TimelineDay[], tag: Tag | null): Counts {
  const sum = { events: 0, found: 0, observations: 0 };
  for (const { counts, found, observations } of days) {
    for (const [each, count] of counts) if (tag === null || each === tag) sum.events += count;
    for (const [each, count] of found) if (tag === null || each === tag) sum.found += count;
    if (tag === null) sum.observations += observations;
  }
  return sum;
}

/** What a page has lanes for: its tag, or all tags, and observations if there are any. */
export function kindsOf({ tag, days }: TimelinePage): LaneKind[] {
  if (tag !== null) return [tag];
  const tags = TAG_ORDER.filter((each) => days.some(({ counts, found }) => counts.has(each) || found.has(each)));
  return days.some(({ observations }) => observations > 0) ? [...tags, OBSERVATION] : tags;
}

function between(days: readonly TimelineDay[], first: string, last: string): TimelineDay[] {
  return days.filter(({ date }) => date >= first && date <= last);
}

/** The first day of a month in a date's year, from 0; month 12 is January of the next year. */
function monthStart(date: string, month: number): string {
  const year = Number(date.slice(0, 4)) + Math.floor(month / 12);
  return `${String(year).padStart(4, '0')}-${String((month % 12) + 1).padStart(2, '0')}-01`;
}
