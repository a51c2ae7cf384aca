/**
 * Hits and misses over time, as the agent logged them about itself in attended sessions. Unattended sessions are counted
 * separately, because nobody was there to correct them.
 */

import { isAttended, isImported, type Session } from '#src/chronicle/session.ts';
import { sessionDays, tagCount } from '#src/chronicle/session-days.ts';
import type { Tag } from '#src/chronicle/tags.ts';
import { dayAfter, mondayOf } from '#src/value/calendar-day.ts';
import { keptParts } from '#src/value/kept-parts.ts';
import { memoised } from '#src/value/memo.ts';
import type { MissGroup, MissKind } from './miss-group.ts';

export interface MemoryTrends {
  kinds: Record<MissKind, number>;
  misses: number;
  hits: number;
  /** Hits and misses by week, or by month if there are too many weeks to draw. Includes empty ones. */
  spans: { unit: 'week' | 'month'; list: Span[] };
  unattended: { sessions: number; misses: number; hits: number };
  /** Those of chronicles from another folder. They are in the other numbers, but in no rate. */
  imported: { sessions: number; misses: number; hits: number };
}

/** Hits and misses of a week or month. */
export interface Span {
  /** The week's Monday, or the month as `2026-11`. */
  begin: string;
  hits: number;
  misses: Record<MissKind, number>;
}

/** More weeks cannot be told apart on a phone. */
const MOST_WEEKS = 53;
/** Five years; older months are in the table. */
const MOST_MONTHS = 60;

/** The trends of an archive; `sessions` are newest first, and `groups` belong to the same sessions. */
export function memoryTrends(sessions: readonly Session[], groups: readonly MissGroup[]): MemoryTrends {
  const logs = keptParts(sessions).map((part) => logIn(part));
  const misses = keptParts(groups).map((part) => missesIn(part));
  const kinds = noMisses();
  for (const days of misses) addKinds(kinds, days.all);
  return {
    kinds,
    misses: sumOf(Object.values(kinds)),
    hits: sumOf(logs.flatMap(({ hits }) => [...hits.weeks.values()])),
    spans: spansOf(
      misses,
      logs.map(({ hits }) => hits),
    ),
    unattended: logs.map(({ unattended }) => unattended).reduce(added, NOTHING),
    imported: logs.map(({ imported }) => imported).reduce(added, NOTHING),
  };
}

type Kinds = Record<MissKind, number>;
type Logged = MemoryTrends['unattended'];

const NOTHING: Logged = { sessions: 0, misses: 0, hits: 0 };

/** Numbers by the Mondays of weeks and by months, and the first and last day of what is counted. */
interface Dated<Count> {
  first: string | undefined;
  last: string | undefined;
  weeks: Map<string, Count>;
  months: Map<string, Count>;
}

const missesIn = memoised((groups: readonly MissGroup[]): Dated<Kinds> & { all: Kinds } => {
  const found = groups.map((group) => missesOf(group));
  const [all, weeks, months] = [noMisses(), new Map<string, Kinds>(), new Map<string, Kinds>()];
  for (const own of found) {
    addKinds(all, own.all);
    for (const [week, counts] of own.weeks) addKinds(kindsAt(weeks, week), counts);
    for (const [month, counts] of own.months) addKinds(kindsAt(months, month), counts);
  }
  return { all, ...edges(found.flatMap(({ first, last }) => [first ?? [], last ?? []].flat())), weeks, months };
});

const missesOf = memoised(({ misses }: MissGroup): Dated<Kinds> & { all: Kinds } => {
  const [all, weeks, months] = [noMisses(), new Map<string, Kinds>(), new Map<string, Kinds>()];
  for (const { event, kind } of misses) {
    all[kind]++;
    kindsAt(weeks, mondayOf(event.date))[kind]++;
    kindsAt(months, monthOf(event.date))[kind]++;
  }
  return { all, ...edges(misses.map(({ event }) => event.date)), weeks, months };
});

function kindsAt(sums: Map<string, Kinds>, name: string): Kinds {
  const kinds = sums.get(name) ?? noMisses();
  sums.set(name, kinds);
  return kinds;
}

/** What a part of the sessions adds to the trends. */
interface Log {
  /** Of attended sessions. */
  hits: Dated<number>;
  unattended: Logged;
  imported: Logged;
}

const logIn = memoised((part: readonly Session[]): Log => {
  const attended = part.filter(isAttended);
  const dates = attended.flatMap(hitDates);
  const countedAs = (nameOf: (date: string) => string) =>
    new Map([...Map.groupBy(dates, nameOf)].map(([name, { length }]) => [name, length]));
  return {
    hits: { ...edges(dates), weeks: countedAs(mondayOf), months: countedAs(monthOf) },
    unattended: logged(part.filter((session) => !isAttended(session))),
    imported: logged(attended.filter(isImported)),
  };
});

function spansOf(misses: readonly Dated<Kinds>[], hits: readonly Dated<number>[]): MemoryTrends['spans'] {
  const { first, last } = edges([...misses, ...hits].flatMap((each) => [each.first ?? [], each.last ?? []].flat()));
  if (first === undefined || last === undefined) return { unit: 'week', list: [] };
  const weeks = lastWeeks(first, last, MOST_WEEKS + 1);
  const isByWeek = weeks.length <= MOST_WEEKS;
  const begins = isByWeek ? weeks : lastMonths(first, last, MOST_MONTHS);
  const countsOf = <Count>({ weeks, months }: Dated<Count>) => (isByWeek ? weeks : months);
  return { unit: isByWeek ? 'week' : 'month', list: filled(begins, misses.map(countsOf), hits.map(countsOf)) };
}

function filled(
  begins: readonly string[],
  misses: readonly ReadonlyMap<string, Kinds>[],
  hits: readonly ReadonlyMap<string, number>[],
): Span[] {
  const found = new Map<string, Span>();
  for (const begin of begins) found.set(begin, { begin, hits: 0, misses: noMisses() });
  for (const [begin, counts] of misses.flatMap((each) => [...each])) {
    const span = found.get(begin);
    if (span) addKinds(span.misses, counts);
  }
  for (const [begin, count] of hits.flatMap((each) => [...each])) {
    const span = found.get(begin);
    if (span) span.hits += count;
  }
  return [...found.values()];
}

function logged(sessions: readonly Session[]): Logged {
  return {
    sessions: sessions.length,
    misses: countOf(sessions, 'MEMORY-MISS'),
    hits: countOf(sessions, 'MEMORY-HIT'),
  };
}

function added(a: Logged, b: Logged): Logged {
  return { sessions: a.sessions + b.sessions, misses: a.misses + b.misses, hits: a.hits + b.hits };
}

function addKinds(sums: Kinds, counts: Kinds): void {
  sums.first += counts.first;
  sums.repeat += counts.repeat;
  sums.despite += counts.despite;
}

function countOf(sessions: readonly Session[], tag: Tag): number {
  return sumOf(sessions.map((session) => tagCount(session, tag)));
}

function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

/** The date of each hit. */
function hitDates(session: Session): string[] {
  return sessionDays(session).flatMap(({ date, counts }) => Array(counts.get('MEMORY-HIT') ?? 0).fill(date));
}

function monthOf(date: string): string {
  return date.slice(0, 7);
}

function noMisses(): Kinds {
  return { first: 0, repeat: 0, despite: 0 };
}

function edges(dates: readonly string[]): { first: string | undefined; last: string | undefined } {
  let [first, last] = [dates[0], dates[0]];
  for (const date of dates) {
    if (first !== undefined && date < first) first = date;
    if (last !== undefined && date > last) last = date;
  }
  return { first, last };
}

/** The Mondays of the weeks between two days; the last `most` of them. */
function lastWeeks(first: string, last: string, most: number): string[] {
  const weeks: string[] = [];
  for (let week = mondayOf(last); week >= mondayOf(first) && weeks.length < most; week = dayAfter(week, -7)) {
    weeks.unshift(week);
  }
  return weeks;
}

/** The months between two days as `YYYY-MM`; the last `most` of them. */
function lastMonths(first: string, last: string, most: number): string[] {
  const months: string[] = [];
  for (let month = last.slice(0, 7); month >= first.slice(0, 7) && months.length < most; month = monthBefore(month)) {
    months.unshift(month);
  }
  return months;
}

function monthBefore(month: string): string {
  return dayAfter(`${month}-01`, -1).slice(0, 7);
}
