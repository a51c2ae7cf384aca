/**
 * What the archive knows of memories: which mistakes they should prevent, and whether they do. Start reading here.
 *
 *     misses.ts, alike.ts, decisions.ts            misses, which of them are one mistake, and what the owner decided about that
 *     mistakes.ts, mistake-words.ts                the mistake, its state and its name
 *     history.ts, memory-life.ts                   when a memory was written and changed
 *     memory-results.ts, verdict.ts                before and since a memory was written, and the verdict in words
 *     requests.ts, failures.ts, repeats.ts         what comes back in sessions; proposed-memory.ts words a memory for it
 *     filing.ts, propose.ts, proposals.ts          a proposal is checked, filed and decided; proposal-lines.ts reads its file
 *     evidence.ts                                  what it rests on
 *     tool-call.ts, gate.ts, ticket.ts, approval.ts   the question before a change, and its answer
 *     memory-files.ts, backups.ts, change.ts       a change and its undoing; memory-index.ts keeps MEMORY.md
 *     retro-context.ts, audit.ts, memory-pages.ts  what a retrospective, an audit and the pages show
 *     see-memories.ts, write-memory-index.ts       after a session: changes that others made, and what hooks look up
 */
import type { ChronicleEvent } from '#src/format/chronicle.ts';
import { isAttended, type Session, sessionDays } from '#src/format/session.ts';
import { type MemoryChange, type MemoryFile, memoryHistories, type MemoryHistory } from './history.ts';
import type { Decisions } from './decisions.ts';
import { findMistakes, judgedMistakes, type Mistake, type MissKind } from './mistakes.ts';
import { type MemoryResult, memoryResults } from './memory-results.ts';
import { dayAfter, mondayOf } from '#src/lib/calendar-day.ts';

/** What the archive knows of memories and of the mistakes they failed to prevent; computed once per state of the archive. */
export interface MemoryRecord {
  /** In the order in which pages list them. */
  mistakes: Mistake[];
  /** Every memory that the history or the disk knows, with its effect. */
  results: MemoryResult[];
  trends: MemoryTrends;
  histories: MemoryHistory[];
  /** Names in the owner's decisions that match nothing in the archive. */
  unused: ReturnType<typeof findMistakes>['unused'];
  /** The mistake of a miss, and which of its misses it is, from 1; null for other events. */
  placeOf(session: Session, event: ChronicleEvent): { mistake: Mistake; nth: number } | null;
  /** The mistakes that a session's misses and hits belong to, in the order of its events. */
  mistakesOf(session: Session): Mistake[];
}

interface Given {
  /** Newest first. */
  sessions: readonly Session[];
  memory: { changes: readonly MemoryChange[]; files: readonly MemoryFile[] };
  decisions: Decisions;
}

/** The record for one state of the archive. Trends are computed on first use. */
export function memoryRecordOf({ sessions, memory: { changes, files }, decisions }: Given): MemoryRecord {
  const histories = memoryHistories(changes, files);
  const { found, unused } = findMistakes({ sessions, histories, decisions });
  const results = memoryResults({ sessions, histories, files, found });
  const effects = new Map(results.map(({ history, effect }) => [history, effect]));
  const mistakes = judgedMistakes(found, (memory) => effects.get(memory), lastYear(sessions));
  let places: ReadonlyMap<string, Place> | undefined;
  const at = (session: Session, event: ChronicleEvent): Place | undefined => {
    if (event.tag !== 'MEMORY-MISS' && event.tag !== 'MEMORY-HIT') return undefined;
    places ??= placesIn(mistakes);
    return places.get(eventKey(session, event));
  };
  let trends: MemoryTrends | undefined;
  return {
    ...{ mistakes, results, histories, unused },
    // Most pages do not ask for them.
    get trends() {
      trends ??= memoryTrends(sessions, mistakes);
      return trends;
    },
    placeOf(session, event) {
      const place = at(session, event);
      return place && place.nth > 0 ? place : null;
    },
    mistakesOf: (session) => [
      ...new Set(session.chronicle.events.flatMap((event) => at(session, event)?.mistake ?? [])),
    ],
  };
}

function lastYear(sessions: readonly Session[]): string {
  let last = '';
  for (const { chronicle } of sessions) if (chronicle.frontMatter.date > last) last = chronicle.frontMatter.date;
  return last.slice(0, 4);
}

interface Place {
  mistake: Mistake;
  /** Which of its misses it is, from 1; 0 for a hit. */
  nth: number;
}

/** The places of the misses and hits of these mistakes. A hit may belong to several: the last one counts. */
function placesIn(mistakes: readonly Mistake[]): ReadonlyMap<string, Place> {
  const places = new Map<string, Place>();
  for (const mistake of mistakes) {
    for (const { session, event } of mistake.hits) places.set(eventKey(session, event), { mistake, nth: 0 });
    for (const [i, { session, event }] of mistake.misses.entries())
      places.set(eventKey(session, event), { mistake, nth: i + 1 });
  }
  return places;
}

function eventKey({ project, name }: Session, { id }: ChronicleEvent): string {
  return `${project.slug}/${name}#${id}`;
}

/**
 * Hits and misses over time, as the agent logged them about itself in attended sessions. Nobody was there to correct
 * unattended ones.
 */

export interface MemoryTrends {
  kinds: Record<MissKind, number>;
  misses: number;
  hits: number;
  /** Hits and misses by week, the last `MOST_WEEKS`. Includes empty ones. */
  weeks: Week[];
}

/** Hits and misses of a week. */
export interface Week {
  /** Its Monday. */
  begin: string;
  hits: number;
  misses: Record<MissKind, number>;
}

/** A year: more weeks cannot be told apart on a phone. */
const MOST_WEEKS = 53;

/** The trends of an archive; `mistakes` belong to the same sessions. */
export function memoryTrends(sessions: readonly Session[], mistakes: readonly Mistake[]): MemoryTrends {
  const misses = mistakes.flatMap((mistake) => mistake.misses.map(({ event, kind }) => ({ date: event.date, kind })));
  const hits = sessions.filter(isAttended).flatMap(hitDates);
  const kinds = noMisses();
  for (const { kind } of misses) kinds[kind]++;
  return {
    kinds,
    misses: misses.length,
    hits: hits.length,
    weeks: weeksOf(misses, hits),
  };
}

type Kinds = Record<MissKind, number>;

function weeksOf(misses: readonly { date: string; kind: MissKind }[], hits: readonly string[]): Week[] {
  const dates = [...misses.map(({ date }) => date), ...hits].sort();
  const [first, last] = [dates[0], dates.at(-1)];
  const weeks = new Map<string, Week>();
  if (first === undefined || last === undefined) return [];
  for (let begin = mondayOf(last); begin >= mondayOf(first) && weeks.size < MOST_WEEKS; begin = dayAfter(begin, -7))
    weeks.set(begin, { begin, hits: 0, misses: noMisses() });
  for (const { date, kind } of misses) {
    const week = weeks.get(mondayOf(date));
    if (week) week.misses[kind]++;
  }
  for (const date of hits) {
    const week = weeks.get(mondayOf(date));
    if (week) week.hits++;
  }
  return [...weeks.values()].reverse();
}

/** The date of each hit. */
function hitDates(session: Session): string[] {
  return sessionDays(session).flatMap(({ date, counts }) => Array(counts.get('MEMORY-HIT') ?? 0).fill(date));
}

function noMisses(): Kinds {
  return { first: 0, repeat: 0, despite: 0 };
}
