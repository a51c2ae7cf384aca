/**
 * Hits and misses over time, as the agent logged them about itself in attended sessions. Unattended sessions are counted
 * separately, because nobody was there to correct them.
 */

import { isAttended, isCounted, isImported, type Session } from '#src/chronicle/session.ts';
import { sessionDays, tagCount } from '#src/chronicle/session-days.ts';
import type { Tag } from '#src/chronicle/tags.ts';
import { dayAfter, mondayOf } from '#src/value/calendar-day.ts';
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
  const attended = sessions.filter(isAttended);
  const misses = groups.flatMap((group) => group.misses.map(({ event, kind }) => ({ date: event.date, kind })));
  const hits = attended.flatMap(hitDates);
  const kinds = noMisses();
  for (const { kind } of misses) kinds[kind]++;
  return {
    kinds,
    misses: misses.length,
    hits: hits.length,
    spans: spansOf(misses, hits),
    rates: rates(attended.filter(isCounted)),
    unattended: logged(sessions.filter((session) => !isAttended(session))),
    imported: logged(attended.filter(isImported)),
  };
}

interface DatedMiss {
  date: string;
  kind: MissKind;
}

function spansOf(misses: readonly DatedMiss[], hits: readonly string[]): MemoryTrends['spans'] {
  const [first, last] = edges([...misses.map(({ date }) => date), ...hits]);
  if (first === undefined || last === undefined) return { unit: 'week', list: [] };
  const weeks = lastWeeks(first, last, MOST_WEEKS + 1);
  if (weeks.length <= MOST_WEEKS) return { unit: 'week', list: filled(weeks, mondayOf, misses, hits) };
  return { unit: 'month', list: filled(lastMonths(first, last, MOST_MONTHS), monthOf, misses, hits) };
}

function filled(
  begins: readonly string[],
  beginOf: (date: string) => string,
  misses: readonly DatedMiss[],
  hits: readonly string[],
): Span[] {
  const found = new Map<string, Span>();
  for (const begin of begins) found.set(begin, { begin, hits: 0, misses: noMisses() });
  for (const { date, kind } of misses) {
    const span = found.get(beginOf(date));
    if (span) span.misses[kind]++;
  }
  for (const date of hits) {
    const span = found.get(beginOf(date));
    if (span) span.hits++;
  }
  return [...found.values()];
}

function rates(counted: readonly Session[]): MonthRate[] {
  const months = Map.groupBy(counted, ({ chronicle }) => monthOf(chronicle.frontMatter.date));
  return [...months].sort().map(([month, members]) => {
    const misses = countOf(members, 'MEMORY-MISS');
    const hits = countOf(members, 'MEMORY-HIT');
    return {
      month,
      sessions: members.length,
      misses,
      hits,
      perTen: (10 * misses) / members.length,
      hitShare: hits + misses === 0 ? null : hits / (hits + misses),
      isThin: members.length < THIN_MONTH,
    };
  });
}

function logged(sessions: readonly Session[]): MemoryTrends['unattended'] {
  return {
    sessions: sessions.length,
    misses: countOf(sessions, 'MEMORY-MISS'),
    hits: countOf(sessions, 'MEMORY-HIT'),
  };
}

function countOf(sessions: readonly Session[], tag: Tag): number {
  return sessions.reduce((sum, session) => sum + tagCount(session, tag), 0);
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

function edges(dates: readonly string[]): [string | undefined, string | undefined] {
  let [first, last] = [dates[0], dates[0]];
  for (const date of dates) {
    if (first !== undefined && date < first) first = date;
    if (last !== undefined && date > last) last = date;
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
