/**
 * Whether the memories of an archive help: each with the misses of its mistakes before it was written and since.
 *
 *     feedback_money.md  written 4 Aug  missed in 3 of 12 sessions before, in 1 of 31 since  ->  helped
 */
import { isCounted, type Session } from '#src/format/session.ts';
import { compare } from '#src/lib/compare.ts';
import { memoised } from '#src/lib/memo.ts';
import { memoriesByProject } from './alike.ts';
import type { MemoryFile, MemoryHistory } from './history.ts';
import { cameBackWords, type LastWritten, lastWritten, memoryLife } from './memory-life.ts';
import type { FoundMistake } from './mistakes.ts';
import { isLater, memoryEvents, type Occurrence } from './misses.ts';
import { type Exposure, type MemoryEffect, memoryEffect } from './verdict.ts';

/** What the archive saw of one memory's mistakes before it was written and since, and whether it helped. */
export interface MemoryResult {
  /** Its project, file, birth and changes. */
  history: MemoryHistory;
  /** Whether the file exists now, according to the disk or else its history. */
  exists: boolean;
  /**
   * Misses of its mistakes before it was written, and since; for a deleted memory, until it was deleted. Each oldest
   * first. Without a dated birth all are in `before`.
   */
  before: Occurrence[];
  since: Occurrence[];
  /** Events that say it prevented a mistake, oldest first. */
  hits: Occurrence[];
  /** Counted sessions of its project before its birth and since: attended, not imported, with an event or a summary. */
  sessions: Exposure['sessions'];
  /** In how many of those its mistake was made: the figures that the effect rests on. */
  missed: Exposure['missed'];
  /** When it got its present meaning, and the misses of `since` that are later: the memory as it is now. Null without a dated birth. */
  now: (LastWritten & { misses: Occurrence[] }) | null;
  /** It exists and was missed after it was last written or strengthened. */
  isBroken: boolean;
  effect: MemoryEffect;
}

interface Given {
  /** Newest first. */
  sessions: readonly Session[];
  histories: readonly MemoryHistory[];
  /** On the disk. */
  files: readonly Pick<MemoryFile, 'project' | 'file'>[];
  found: readonly FoundMistake[];
}

/**
 * Every memory that has a history or is on the disk: broken ones first, then the others by project and file. The session in which a memory was written counts as before it.
 */
export function memoryResults({ sessions, histories, files, found }: Given): MemoryResult[] {
  const mistakesOf = Map.groupBy(found, ({ memory }) => (memory ? keyOf(memory) : ''));
  const hitsOf = new Map(memoryEvents(sessions).map(({ project, hits }) => [project.slug, hits]));
  const onDisk = new Set(files.map(keyOf));
  // An archive may have been copied without its memories: then the disk cannot tell what exists.
  const hasFiles = new Set(files.map(({ project }) => project.slug));
  const memoriesOf = memoriesByProject(histories);
  return histories
    .map((history) => {
      const { project, file } = history;
      return result({
        history,
        misses: (mistakesOf.get(keyOf(history)) ?? []).flatMap(({ misses }) => misses),
        hits:
          memoriesOf(project)
            .hitsByFile(hitsOf.get(project.slug) ?? [])
            .get(file) ?? [],
        isOnDisk: hasFiles.has(project.slug) ? onDisk.has(keyOf(history)) : null,
        counted: countedSessions(sessions).get(project.slug) ?? [],
      });
    })
    .sort(brokenFirst);
}

interface Parts extends Pick<MemoryResult, 'history' | 'hits'> {
  misses: Occurrence[];
  isOnDisk: boolean | null;
  counted: readonly CountedSession[];
}

function result({ history, misses: all, hits, isOnDisk, counted }: Parts): MemoryResult {
  const life = memoryLife(history);
  const span = life.spans.at(-1);
  const exists = isOnDisk ?? span?.until === null;
  const from = life.spans[0]?.from ?? null;
  const until = exists ? null : (span?.until ?? null);
  const last = lastWritten(life);
  const written = last?.at ?? null;
  const timeOf = ({ event }: Occurrence) => `${event.date} ${event.time ?? ''}`;
  const misses = all.toSorted((a, b) => compare(timeOf(a), timeOf(b)));
  const later = new Set(misses.filter((miss) => isBetween(miss, from, null)));
  const since = [...later].filter((miss) => until === null || !isLater(miss, until));
  const missesNow = since.filter((miss) => isBetween(miss, written, null));
  const exposure = exposureOf(counted, misses, from, until);
  return {
    ...{ history, exists, since, hits },
    before: misses.filter((miss) => !later.has(miss)),
    sessions: exposure.sessions,
    missed: exposure.missed,
    now: last && { ...last, misses: missesNow },
    isBroken: exists && missesNow.length > 0,
    effect: memoryEffect({
      ...exposure,
      born: from === null ? null : { at: from, isFileDate: history.born?.isFileDate === true },
      until,
      since: since.length,
      written: { at: written, misses: missesNow.length },
    }),
  };
}

/** Whether an event is later than `from` and not later than `until`; nothing is later than an unknown time. */
function isBetween(occurrence: Occurrence, from: string | null, until: string | null): boolean {
  return from !== null && isLater(occurrence, from) && (until === null || !isLater(occurrence, until));
}

/** A session that memories are measured against; its start is in milliseconds. */
interface CountedSession {
  name: string;
  start: number;
}

/** The counted sessions of each project, by its slug. */
const countedSessions = memoised(
  (sessions: readonly Session[]): ReadonlyMap<string, readonly CountedSession[]> =>
    new Map(
      [...Map.groupBy(sessions.filter(isCounted), ({ project }) => project.slug)].map(([slug, own]) => [
        slug,
        own.map(({ name, chronicle }) => ({ name, start: Date.parse(chronicle.frontMatter.started) || 0 })),
      ]),
    ),
);

/**
 * Counts sessions, and those with a miss, before and since a time in UTC; all are before if it is null. Sessions that began after
 * `until`, when the memory was deleted, do not count. A session that began before the memory was written counts as before, with all
 * its misses: the memory was not in its context.
 */
function exposureOf(
  counted: readonly CountedSession[],
  misses: readonly Occurrence[],
  from: string | null,
  until: string | null,
): Exposure {
  const [born = 0, end = 0] = [from, until].map((at) => (at === null ? Number.POSITIVE_INFINITY : Date.parse(at)));
  const exposure: Exposure = { sessions: { before: 0, since: 0 }, missed: { before: 0, since: 0 } };
  const missed = new Set(misses.map(({ session }) => session.name));
  for (const { name, start } of counted) {
    if (start > end) continue;
    const side = start > born ? 'since' : 'before';
    exposure.sessions[side]++;
    if (missed.has(name)) exposure.missed[side]++;
  }
  return exposure;
}

function keyOf({ project, file }: Pick<MemoryFile, 'project' | 'file'>): string {
  return `${project.slug}\n${file}`;
}

/** Broken memories first, also those that helped: the most misses per ten sessions since they were written, then the most misses. */
function brokenFirst(a: MemoryResult, b: MemoryResult): number {
  const byKey = compare(keyOf(a.history), keyOf(b.history));
  if (!a.isBroken || !b.isBroken) return Number(b.isBroken) - Number(a.isBroken) || byKey;
  const rate = ({ effect }: MemoryResult) => effect.rates.since ?? 0;
  return rate(b) - rate(a) || b.since.length - a.since.length || byKey;
}

/** The state of a memory: that of its mistakes, so that a page has one word for both; or `deleted`. */
export type StateOfMemory = 'broken' | 'too early' | 'holds' | 'deleted';

/** A memory's state. It is broken, even if it helped, once its mistake came back after it was last written. */
export function stateOfMemory({
  exists,
  isBroken,
  effect,
}: Pick<MemoryResult, 'exists' | 'isBroken' | 'effect'>): StateOfMemory {
  if (!exists) return 'deleted';
  if (isBroken) return 'broken';
  return effect.verdict === 'helped' ? 'holds' : 'too early';
}

/** `came back 3 times, once since 26 Oct`: what a memory's mistake did since the memory was written; empty if it did not come back. */
export function cameBack({ since, now }: Pick<MemoryResult, 'since' | 'now'>, year: string): string {
  return now === null ? '' : cameBackWords(since.length, now.misses.length, now, year);
}

/** Memories that are not broken now, but were, before they were strengthened. */
export function brokenBefore(results: readonly MemoryResult[]): MemoryResult[] {
  return results.filter(({ exists, isBroken, since }) => exists && !isBroken && since.length > 0);
}
