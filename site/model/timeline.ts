/**
 * The pages of the timeline: the newest eight weeks, each quarter and each month of the archive.
 *
 *     /timeline/    /timeline/2026-q4/    /timeline/2026-10/
 *
 * A page draws its days as lanes and lists what they have, newest first.
 */
import { type LaneKind, OBSERVATION } from '#src/archive/lane-kind.ts';
import { type DatedRun, runsOf, type TimelineDay, timelineDays } from '#src/archive/timeline-days.ts';
import { isFound } from '#src/format/event-source.ts';
import type { Session } from '#src/format/session.ts';
import { TAG_ORDER } from '#src/format/tags.ts';
import { compare } from '#src/lib/compare.ts';
import { dayAfter, mondayOf } from '#src/lib/calendar-day.ts';
import { dayRange, monthName } from '#src/lib/text/day.ts';
import { sessionAddress } from '#src/lib/text/page-address.ts';
import { sessionTitle } from '#src/transcript/title.ts';

export type Unit = 'weeks' | 'quarter' | 'month';

/** A quarter or a month with anything in it. */
interface Period {
  /** Its name in addresses, such as `2026-q4`. */
  name: string;
  /** `October 2026` */
  title: string;
  /** Its first and last day. */
  first: string;
  last: string;
  /** Those with events or observations, oldest first. */
  days: readonly TimelineDay[];
}

export interface TimelinePage extends Period {
  unit: Unit;
  /** The periods of its length before and after it. */
  earlier: Period | null;
  later: Period | null;
}

/** How many events some days have. Found events and observations are in no other count. */
interface Counts {
  events: number;
  found: number;
  observations: number;
}

const WEEKS = 8;
/** With fewer sessions nothing is drawn: there is no pattern in time yet. */
export const DRAWN_FROM = 5;

/** The address of the timeline, or of one of its periods by name. */
export function timelineAddress(name = ''): string {
  return name === '' ? '/timeline/' : `/timeline/${name}/`;
}

/** The addresses of all pages of the timeline. */
export function timelineAddresses(sessions: readonly Session[]): string[] {
  const periods = [...periodsOf(sessions, 'quarter'), ...periodsOf(sessions, 'month')];
  return ['', ...periods.map(({ name }) => name)].map(timelineAddress);
}

/** The page with this name; null if there is none. The newest weeks have none, and are whole ones. */
export function timelinePage(sessions: readonly Session[], name: string): TimelinePage | null {
  if (name === '') {
    const days = timelineDays(sessions);
    const monday = days.length === 0 ? '' : mondayOf(days.at(-1)?.date ?? '');
    const [first, last] = monday === '' ? ['', ''] : [dayAfter(monday, -7 * (WEEKS - 1)), dayAfter(monday, 6)];
    const title = monday === '' ? '' : dayRange(first, last);
    const own = days.filter(({ date }) => date >= first);
    return { unit: 'weeks', name, title, first, last, days: own, earlier: null, later: null };
  }
  const unit = name.includes('q') ? 'quarter' : 'month';
  const periods = periodsOf(sessions, unit);
  const place = periods.findIndex((period) => period.name === name);
  const period = periods[place];
  return period ? { ...period, unit, earlier: periods[place - 1] ?? null, later: periods[place + 1] ?? null } : null;
}

/** The quarters or months with anything in them, oldest first. */
export function periodsOf(sessions: readonly Session[], unit: 'quarter' | 'month'): Period[] {
  const nameOf = ({ date }: TimelineDay) => (unit === 'month' ? date.slice(0, 7) : quarterName(date));
  return Array.from(Map.groupBy(timelineDays(sessions), nameOf), ([name, days]) => {
    const { date = '' } = days[0] ?? {};
    const month = Number(date.slice(5, 7));
    const begin = unit === 'month' ? month : month - ((month - 1) % 3);
    const first = `${date.slice(0, 4)}-${String(begin).padStart(2, '0')}-01`;
    // The first day of the next period is at most 31 or 92 days later.
    const next = dayAfter(first, unit === 'month' ? 31 : 92);
    const last = dayAfter(`${next.slice(0, 8)}01`, -1);
    const months = unit === 'month' ? monthName(first) : `${monthName(first)} to ${monthName(last)}`;
    return { name, title: `${months} ${date.slice(0, 4)}`, first, last, days };
  });
}

/** The name of the quarter of a day: `2026-q4`. */
export function quarterName(date: string): string {
  return `${date.slice(0, 4)}-q${Math.ceil(Number(date.slice(5, 7)) / 3)}`;
}

/** How much some days have. */
export function countsOf(days: readonly TimelineDay[]): Counts {
  const sum = { events: 0, found: 0, observations: 0 };
  for (const { counts, found, observations } of days) {
    for (const count of counts.values()) sum.events += count;
    for (const count of found.values()) sum.found += count;
    sum.observations += observations;
  }
  return sum;
}

/** What a page has lanes for: the tags of its events, and observations if there are any. */
export function kindsOf(days: readonly TimelineDay[]): LaneKind[] {
  const tags = TAG_ORDER.filter((each) => days.some(({ counts, found }) => counts.has(each) || found.has(each)));
  return days.some(({ observations }) => observations > 0) ? [...tags, OBSERVATION] : tags;
}

/** What a session has on one day, as rows. */
export interface RowGroup {
  date: string;
  /** The address of the session. */
  address: string;
  title: string;
  project: { slug: string; name: string };
  /** `LAR-33`; empty without one. */
  task: string;
  /** Newest first. */
  rows: Row[];
}

interface Row {
  kind: LaneKind;
  /** Its anchor on the session's page. */
  id: string;
  /** `09:44`; empty if it is not known. */
  time: string;
  isFound: boolean;
  /** Markdown */
  text: string;
}

/** What some days have, newest first. */
export function rowGroups(days: readonly TimelineDay[]): RowGroup[] {
  return runsOf(days).map(rowGroup).reverse();
}

/** How many rows groups have. */
export function rowCount(groups: readonly RowGroup[]): number {
  return groups.reduce((sum, { rows }) => sum + rows.length, 0);
}

/** The first rows of groups, and the others. A session's day that does not fit goes on in the second part, with its heading. */
export function splitRows(groups: readonly RowGroup[], most: number): [RowGroup[], RowGroup[]] {
  let room = most;
  const cut = groups.map((group) => {
    const [here, there] = [group.rows.slice(0, room), group.rows.slice(room)];
    room -= here.length;
    return [
      { ...group, rows: here },
      { ...group, rows: there },
    ] as const;
  });
  const hasRows = ({ rows }: RowGroup) => rows.length > 0;
  return [cut.map(([here]) => here).filter(hasRows), cut.map(([, there]) => there).filter(hasRows)];
}

function rowGroup({ date, session, events, observations }: DatedRun): RowGroup {
  const { project, name, chronicle } = session;
  const rows = [
    ...inTime(events, (event): Row => {
      return { kind: event.tag, id: event.id, time: event.time ?? '', isFound: isFound(event), text: event.text };
    }),
    ...inTime(observations, ({ id, time, title }): Row => {
      return { kind: OBSERVATION, id, time: time ?? '', isFound: false, text: title };
    }),
  ];
  return {
    ...{ date, address: sessionAddress(project.slug, name), title: sessionTitle(session), project },
    task: chronicle.frontMatter.task,
    rows: rows.sort((a, b) => compare(b.after, a.after) || b.place - a.place).map(({ row }) => row),
  };
}

/** Rows in the order of their file. One without a time comes after the one before it. */
function inTime<Item>(
  items: readonly Item[],
  rowOf: (item: Item) => Row,
): { row: Row; after: string; place: number }[] {
  let after = '';
  return items.map((item, place) => {
    const row = rowOf(item);
    after = row.time > after ? row.time : after;
    return { row, after, place };
  });
}
