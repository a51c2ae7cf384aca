/**
 * What the archive knows of memories: which mistakes they should prevent, and whether they do. Start reading here.
 *
 *     occurrences.ts, mistakes.ts, clusters.ts     misses, and the mistakes that they belong to; the owner's decisions
 *     history.ts, mistake-state.ts                 when a memory was written and changed, and the state of its mistake
 *     memory-results.ts, verdict.ts                before and since a memory was written, and the verdict in words
 *     requests.ts, failures.ts, repeats.ts         what comes back in sessions; proposed-memory.ts words a memory for it
 *     filing.ts, propose.ts, proposals.ts          a proposal is checked, filed and decided; evidence.ts is what it rests on
 *     tool-call.ts, gate.ts, ticket.ts, approval.ts   the question before a change, and its answer
 *     memory-files.ts, backups.ts, change.ts       a change and its undoing; memory-index.ts keeps MEMORY.md
 *     retro-context.ts, audit.ts, memory-pages.ts  what a retrospective, an audit and the pages show
 *     see-memories.ts, write-memory-index.ts       after a session: changes that others made, and what hooks look up
 */
import type { ChronicleEvent } from '#src/format/chronicle.ts';
import { isAttended, isImported, type Session, sessionDays, tagCount } from '#src/format/session.ts';
import { memoised } from '#src/lib/memo.ts';
import { type MemoryChange, type MemoryFile, memoryHistories, type MemoryHistory } from './history.ts';
import type { Clusters } from './clusters.ts';
import { missGroups } from './mistakes.ts';
import type { MissGroup, MissKind } from './occurrences.ts';
import { type MemoryResult, memoryResults } from './memory-results.ts';
import type { Tag } from '#src/format/tags.ts';
import { dayAfter, mondayOf } from '#src/lib/calendar-day.ts';

/** What the archive knows of memories and of the mistakes they failed to prevent; computed once per state of the archive. */
export interface MemoryRecord {
  /** In the order in which pages list them. */
  groups: MissGroup[];
  /** Every memory that the history or the disk knows, with its effect. */
  results: MemoryResult[];
  trends: MemoryTrends;
  histories: MemoryHistory[];
  /** Names in the owner's decisions that match nothing in the archive. */
  unused: ReturnType<typeof missGroups>['unused'];
  /** The group of a miss, and which of its misses it is, from 1; null for other events. */
  placeOf(session: Session, event: ChronicleEvent): { group: MissGroup; nth: number } | null;
  /** The groups that a session's misses and hits belong to, in the order of its events. */
  groupsOf(session: Session): MissGroup[];
}

interface Given {
  /** Newest first. */
  sessions: readonly Session[];
  memory: { changes: readonly MemoryChange[]; files: readonly MemoryFile[] };
  clusters: Clusters;
}

/** The record for one state of the archive. Trends are computed on first use. */
export function memoryRecordOf(given: Given): MemoryRecord {
  const histories = memoryHistories(given.memory.changes, given.memory.files);
  const { unused, ...found } = missGroups({ ...given, histories });
  const { groups, results } = withEffect(found.groups, memoryResults({ ...given, record: { ...found, histories } }));
  let places: ReadonlyMap<string, GroupPlace> | undefined;
  const at = (session: Session, event: ChronicleEvent): GroupPlace | undefined => {
    if (!isAboutMemory(event)) return undefined;
    const key = eventKey(session, event);
    places ??= placesIn(groups);
    return places.get(key);
  };
  let trends: MemoryTrends | undefined;
  return {
    groups,
    results,
    // Most pages do not ask for them.
    get trends() {
      trends ??= memoryTrends(given.sessions, groups);
      return trends;
    },
    histories,
    unused,
    placeOf(session, event) {
      const place = at(session, event);
      return place && place.nth > 0 ? place : null;
    },
    groupsOf: (session) => [...new Set(session.chronicle.events.flatMap((event) => at(session, event)?.group ?? []))],
  };
}

/** Sets mistakes to `holds` that are no longer missed and whose memory helped. */
function withEffect(groups: MissGroup[], results: MemoryResult[]): Pick<MemoryRecord, 'groups' | 'results'> {
  const holding = new Map<MissGroup, MissGroup>();
  for (const { groups, effect } of results) {
    if (effect.verdict !== 'helped') continue;
    for (const group of groups) if (group.state === 'too early') holding.set(group, heldAs(group));
  }
  const settled = (group: MissGroup) => holding.get(group) ?? group;
  if (holding.size === 0) return { groups, results };
  return {
    groups: [
      ...groups.filter((group) => !holding.has(group)),
      ...groups.filter((group) => holding.has(group)).map(settled),
    ],
    results: results.map((result) => ({ ...result, groups: result.groups.map(settled) })),
  };
}

const heldAs = memoised((group: MissGroup): MissGroup => ({ ...group, state: 'holds' }));

interface GroupPlace {
  group: MissGroup;
  /** Which of its misses it is, from 1; 0 for a hit. */
  nth: number;
}

/** The places of the misses and hits of these groups. A hit may belong to several: the last one counts. */
function placesIn(groups: readonly MissGroup[]): ReadonlyMap<string, GroupPlace> {
  const places = new Map<string, GroupPlace>();
  for (const group of groups) {
    for (const { session, event } of group.hits) places.set(eventKey(session, event), { group, nth: 0 });
    for (const [i, { session, event }] of group.misses.entries()) {
      places.set(eventKey(session, event), { group, nth: i + 1 });
    }
  }
  return places;
}

function eventKey({ project, name }: Session, { id }: ChronicleEvent): string {
  return `${project.slug}/${name}#${id}`;
}

function isAboutMemory({ tag }: ChronicleEvent): boolean {
  return tag === 'MEMORY-MISS' || tag === 'MEMORY-HIT';
}

/**
 * Hits and misses over time, as the agent logged them about itself in attended sessions. Unattended sessions are counted
 * separately, because nobody was there to correct them.
 */

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

/** The trends of an archive; `groups` belong to the same sessions. */
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
    unattended: logged(sessions.filter((session) => !isAttended(session))),
    imported: logged(attended.filter(isImported)),
  };
}

type Kinds = Record<MissKind, number>;

function spansOf(misses: readonly { date: string; kind: MissKind }[], hits: readonly string[]): MemoryTrends['spans'] {
  const { first, last } = edges([...misses.map(({ date }) => date), ...hits]);
  if (first === undefined || last === undefined) return { unit: 'week', list: [] };
  const weeks = lastWeeks(first, last, MOST_WEEKS + 1);
  const isByWeek = weeks.length <= MOST_WEEKS;
  const [begins, beginOf] = isByWeek ? [weeks, mondayOf] : [lastMonths(first, last, MOST_MONTHS), monthOf];
  const spans = new Map(begins.map((begin): [string, Span] => [begin, { begin, hits: 0, misses: noMisses() }]));
  for (const { date, kind } of misses) {
    const span = spans.get(beginOf(date));
    if (span) span.misses[kind]++;
  }
  for (const date of hits) {
    const span = spans.get(beginOf(date));
    if (span) span.hits++;
  }
  return { unit: isByWeek ? 'week' : 'month', list: [...spans.values()] };
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
