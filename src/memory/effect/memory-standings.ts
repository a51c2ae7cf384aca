/**
 * Whether the memories of an archive help: each with the misses of its mistakes before it was written and since.
 *
 *     feedback_money.md  written 4 Aug  missed in 3 of 12 sessions before, in 1 of 31 since  ->  helped
 */
import type { Session } from '#src/format/session.ts';
import { compare, isSameList } from '#src/lib/compare.ts';
import type { MemoryFile, MemoryHistory } from '../history.ts';
import { isLater, lastWritten, memoryLife } from '../misses/group-state.ts';
import type { Miss, MissGroup, Occurrence } from '../misses/miss-group.ts';
import { memoryEffect } from './memory-effect.ts';
import { memoryHits } from './memory-hits.ts';
import type { MemoryStanding } from './memory-standing.ts';
import { memoryExposure, type ProjectSessions, projectSessions } from './project-sessions.ts';

interface Given {
  /** Newest first. */
  sessions: readonly Session[];
  /** Worked out from the same sessions and memories. */
  record: { groups: readonly MissGroup[]; histories: readonly MemoryHistory[] };
  memory: { files: readonly Pick<MemoryFile, 'project' | 'file'>[] };
}

/**
 * Every memory that the ledger or the disk knows: broken ones first, the most misses since first; then the others by
 * project and file. The session in which a memory was written counts as before it.
 */
export function memoryStandings({ sessions, record, memory }: Given): MemoryStanding[] {
  const groupsOf = Map.groupBy(record.groups, ({ memory: own }) => (own ? keyOf(own) : ''));
  const hitsOf = memoryHits(sessions, record);
  const isOnDisk = presence(memory.files);
  return record.histories
    .map((history) =>
      keptStanding({
        history,
        groups: groupsOf.get(keyOf(history)) ?? [],
        hits: hitsOf(history),
        isOnDisk: isOnDisk(history),
        counted: projectSessions(sessions, history.project.slug),
      }),
    )
    .sort(brokenFirst);
}

interface Parts extends Pick<MemoryStanding, 'history' | 'groups' | 'hits'> {
  /** Null where the disk cannot tell. */
  isOnDisk: boolean | null;
  counted: ProjectSessions;
}

/** The last standing of a memory, and what it was worked out from. */
const made = new WeakMap<MemoryHistory, { from: Parts; value: MemoryStanding }>();

function keptStanding(parts: Parts): MemoryStanding {
  const known = made.get(parts.history);
  if (known && isSame(known.from, parts)) return known.value;
  const value = standing(parts);
  made.set(parts.history, { from: parts, value });
  return value;
}

function isSame(a: Parts, b: Parts): boolean {
  return (
    a.isOnDisk === b.isOnDisk && a.counted === b.counted && isSameList(a.groups, b.groups) && isSameList(a.hits, b.hits)
  );
}

function standing({ history, groups, hits, isOnDisk, counted }: Parts): MemoryStanding {
  const life = memoryLife(history);
  const { spans } = life;
  const span = spans.at(-1);
  const exists = isOnDisk ?? span?.until === null;
  const from = spans[0]?.from ?? null;
  const until = exists ? null : (span?.until ?? null);
  const last = lastWritten(life);
  const written = last?.at ?? null;
  const misses = missesOf(groups);
  const later = new Set(misses.filter((miss) => isBetween(miss, from, null)));
  const since = [...later].filter((miss) => until === null || !isLater(miss, until));
  const missesNow = since.filter((miss) => isBetween(miss, written, null));
  const exposure = memoryExposure(counted, misses, from, until);
  return {
    history,
    exists,
    groups,
    before: misses.filter((miss) => !later.has(miss)),
    since,
    hits,
    sessions: exposure.sessions,
    missed: exposure.missed,
    now: last && { ...last, misses: missesNow },
    isBroken: exists && missesNow.length > 0,
    effect: memoryEffect({
      ...exposure,
      born: from === null ? null : { at: from, isFileDate: history.born?.isFileDate === true },
      until,
      since: since.length,
      hits: hits.filter((hit) => isBetween(hit, from, until)).length,
      written: {
        at: written,
        sessionsSince: memoryExposure(counted, [], written, until).sessions.since,
        missesSince: missesNow.length,
        hitsSince: hits.filter((hit) => isBetween(hit, written, until)).length,
      },
    }),
  };
}

/** Whether an event is later than `from` and not later than `until`; nothing is later than an unknown time. */
function isBetween(occurrence: Occurrence, from: string | null, until: string | null): boolean {
  return from !== null && isLater(occurrence, from) && (until === null || !isLater(occurrence, until));
}

/** The misses of all groups of a memory, oldest first. */
function missesOf(groups: readonly MissGroup[]): Miss[] {
  const [only, other] = groups;
  if (only && !other) return only.misses;
  const timeOf = ({ event }: Miss) => `${event.date} ${event.time ?? ''}`;
  return groups.flatMap((group) => group.misses).sort((a, b) => compare(timeOf(a), timeOf(b)));
}

/** Whether a memory's file is on disk; null for a project without any, whose archive may have been copied without them. */
function presence(files: Given['memory']['files']): (memory: MemoryHistory) => boolean | null {
  const keys = new Set(files.map(keyOf));
  const projects = new Set(files.map(({ project }) => project.slug));
  return (memory) => (projects.has(memory.project.slug) ? keys.has(keyOf(memory)) : null);
}

function keyOf({ project, file }: Pick<MemoryFile, 'project' | 'file'>): string {
  return `${project.slug}\n${file}`;
}

function brokenFirst(a: MemoryStanding, b: MemoryStanding): number {
  if (a.isBroken !== b.isBroken) return a.isBroken ? -1 : 1;
  const byCount = a.isBroken ? b.since.length - a.since.length : 0;
  return byCount || compare(keyOf(a.history), keyOf(b.history));
}
