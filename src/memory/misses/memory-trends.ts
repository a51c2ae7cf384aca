/**
 * Hits and misses over time, as the agent logged them about itself in attended sessions. Unattended sessions are counted
 * separately, because nobody was there to correct them.
 */

import { isAttended, isCounted, isImported, type Session } from '#src/chronicle/session.ts';
import { sessionDays, tagCount } from '#src/chronicle/session-days.ts';
import type { Tag } from '#src/chronicle/tags.ts';
import { dayAfter, mondayOf } from '#src/value/calendar-day.ts';
import { compare } from '#src/value/compare.ts';
import { keptParts } from '#src/value/kept-parts.ts';
import { memoised } from '#src/value/memo.ts';
import type { MissGroup, MissKind } from './miss-group.ts';

export interface MemoryTrends {
  kinds: Record<MissKind, number>;
  misses: number;
  hits: number;
  /** Hits and misses by week, or by month if there are too many weeks to draw. Includes empty ones. */
  spans: { unit: 'week' | 'month'; list: Span[] };
  /** Oldest first; only months with a session that counts. */
  rates: MonthRate[];
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

/** A month against its sessions: attended, not backfilled, with an event or a summary. */
export interface MonthRate {
  month: string;
  sessions: number;
  misses: number;
  hits: number;
  /** Misses per ten sessions. */
  perTen: number;
  /** Hits of all hits and misses, 0 to 1; null without any. */
  hitShare: number | null;
  /** Too few sessions for the rates to mean much. */
  isThin: boolean;
}

/** More weeks cannot be told apart on a phone. */
const MOST_WEEKS = 53;
/** Five years; older months are in the table. */
const MOST_MONTHS = 60;

/** With fewer sessions, a month's rate says little. */
export const THIN_MONTH = 3;

/** The trends of an archive; `sessions` are newest first, and `groups` belong to the same sessions. */
export function memoryTrends(sessions: readonly Session[], groups: readonly MissGroup[]): MemoryTrends {
  const logs = keptParts(sessions).map((part) => logIn(part));
  const misses = groups.map((group) => missDates(group));
  const kinds = noMisses();
  for (const days of misses) for (const counts of days.values()) addKinds(kinds, counts);
  const hits = logs.map((log) => log.hits);
  return {
    kinds,
    misses: kinds.first + kinds.repeat + kinds.despite,
    hits: sumOf(hits.flatMap((days) => [...days.values()])),
    spans: spansOf(misses, hits),
    rates: rates(logs.map(({ months }) => months)),
    unattended: logs.map(({ unattended }) => unattended).reduce(added, NOTHING),
    imported: logs.map(({ imported }) => imported).reduce(added, NOTHING),
  };
}

/** The numbers of misses on each day that has any. */
type MissDates = ReadonlyMap<string, Record<MissKind, number>>;
/** The number of hits on each day that has any. */
type HitDates = ReadonlyMap<string, number>;
type Logged = MemoryTrends['unattended'];

const NOTHING: Logged = { sessions: 0, misses: 0, hits: 0 };

const missDates = memoised(({ misses }: MissGroup): MissDates => {
  const days = new Map<string, Record<MissKind, number>>();
  for (const { event, kind } of misses) {
    const counts = days.get(event.date) ?? noMisses();
    days.set(event.date, counts);
    counts[kind]++;
  }
  return days;
});

/** What a part of the sessions adds to the trends. */
interface Log {
  /** Of attended sessions. */
  hits: HitDates;
  /** Of counted sessions, by month. */
  months: ReadonlyMap<string, Logged>;
  unattended: Logged;
  imported: Logged;
}

const logIn = memoised((part: readonly Session[]): Log => {
  const attended = part.filter(isAttended);
  const hits = new Map<string, number>();
  for (const date of attended.flatMap(hitDates)) hits.set(date, (hits.get(date) ?? 0) + 1);
  const months = Map.groupBy(attended.filter(isCounted), ({ chronicle }) => monthOf(chronicle.frontMatter.date));
  return {
    hits,
    months: new Map([...months].map(([month, own]) => [month, logged(own)])),
    unattended: logged(part.filter((session) => !isAttended(session))),
    imported: logged(attended.filter(isImported)),
  };
});

function spansOf(misses: readonly MissDates[], hits: readonly HitDates[]): MemoryTrends['spans'] {
  const [first, last] = edges([...misses, ...hits]);
  if (first === undefined || last === undefined) return { unit: 'week', list: [] };
  const weeks = lastWeeks(first, last, MOST_WEEKS + 1);
  if (weeks.length <= MOST_WEEKS) return { unit: 'week', list: filled(weeks, mondayOf, misses, hits) };
  return { unit: 'month', list: filled(lastMonths(first, last, MOST_MONTHS), monthOf, misses, hits) };
}

function filled(
  begins: readonly string[],
  beginOf: (date: string) => string,
  misses: readonly MissDates[],
  hits: readonly HitDates[],
): Span[] {
  const found = new Map<string, Span>();
  for (const begin of begins) found.set(begin, { begin, hits: 0, misses: noMisses() });
  for (const [date, counts] of misses.flatMap((days) => [...days])) {
    const span = found.get(beginOf(date));
    if (span) addKinds(span.misses, counts);
  }
  for (const [date, count] of hits.flatMap((days) => [...days])) {
    const span = found.get(beginOf(date));
    if (span) span.hits += count;
  }
  return [...found.values()];
}

function rates(parts: readonly Log['months'][]): MonthRate[] {
  const months = new Map<string, Logged>();
  for (const [month, own] of parts.flatMap((part) => [...part])) {
    months.set(month, added(months.get(month) ?? NOTHING, own));
  }
  return [...months]
    .sort(([a], [b]) => compare(a, b))
    .map(([month, { sessions, misses, hits }]) => ({
      month,
      sessions,
      misses,
      hits,
      perTen: (10 * misses) / sessions,
      hitShare: hits + misses === 0 ? null : hits / (hits + misses),
      isThin: sessions < THIN_MONTH,
    }));
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

function addKinds(sums: Record<MissKind, number>, counts: Record<MissKind, number>): void {
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

function noMisses(): Record<MissKind, number> {
  return { first: 0, repeat: 0, despite: 0 };
}

/** The first and last day of all. */
function edges(days: readonly ReadonlyMap<string, unknown>[]): [string | undefined, string | undefined] {
  let [first, last]: [string | undefined, string | undefined] = [undefined, undefined];
  for (const own of days) {
    for (const date of own.keys()) {
      if (first === undefined || date < first) first = date;
      if (last === undefined || date > last) last = date;
    }
  }
  return [first, last];
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
