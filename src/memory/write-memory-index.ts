import { existsSync } from 'node:fs';
import { withLock } from '#src/lib/lock.ts';
import type { Lookup, NotedMiss } from '#src/memory/lookup.ts';
import { type DirectoryMisses, missesByDirectory } from '#src/memory/misses/known-mistakes.ts';
import { type MemoryRecord, memoryRecordOf } from '#src/memory/misses/memory-record.ts';
import { ChronicleError, sentenceOf } from '#src/lib/chronicle-error.ts';
import { type Layout, memoryPlace } from '#src/lib/paths.ts';
import type { ArchiveSnapshot } from '../archive/archive.ts';
import { logFailure } from '../lib/failure-log.ts';
import { readLookup, writeLookup } from './lookup-file.ts';

/** Hooks keep the lock only for a moment (ms). */
const LOCK_PATIENCE = 500;

/**
 * Updates the lookup that hooks use to what the archive knows, for each of the owner's projects. Misses that were noted at
 * a session's end and not yet read by the archive are kept. `record` is the one of this snapshot, if it is
 * known already. Never throws: failures go to the failure log.
 */
export function writeMemoryIndex(layout: Layout, snapshot: ArchiveSnapshot, record?: MemoryRecord): void {
  if (snapshot.origin !== 'own') return;
  const { groups, standings } = record ?? recordOf(snapshot);
  const found = missesByDirectory(groups, standings);
  const none: DirectoryMisses = { memories: new Map(), mistakes: [] };
  for (const directory of new Set(snapshot.sessions.map(({ project }) => project.directory))) {
    try {
      update(layout, directory, found.get(directory) ?? none, snapshot);
    } catch (error) {
      const code = error instanceof ChronicleError ? error.code : 'CHRONICLE_UNEXPECTED';
      logFailure(layout, { at: new Date().toISOString(), event: 'memory-index', code, message: sentenceOf(error) });
    }
  }
}

function recordOf({ sessions, memory, clusters }: ArchiveSnapshot): MemoryRecord {
  return memoryRecordOf({ sessions, memory, clusters: clusters.decisions });
}

function update(layout: Layout, directory: string, found: DirectoryMisses, snapshot: ArchiveSnapshot): void {
  const place = memoryPlace(layout, directory);
  // Other roots of the archive may have projects that Claude Code never ran in on this machine.
  if (!existsSync(place.chronicle)) return;
  const before = readLookup(layout, place);
  if (isSame(merged(before, found, snapshot), before)) return;
  withLock(place.chronicle, 'memory', LOCK_PATIENCE, () => {
    const lookup = merged(readLookup(layout, place), found, snapshot);
    writeLookup(layout, place, { ...lookup, through: snapshot.changedAt });
  });
}

/** What the archive found, with the misses noted after it was read. */
function merged(lookup: Lookup, found: DirectoryMisses, snapshot: ArchiveSnapshot): Lookup {
  const isLater = ({ noted }: NotedMiss) => Date.parse(noted) > Date.parse(snapshot.changedAt);
  return { ...lookup, ...found, noted: lookup.noted.filter((miss) => isLater(miss) && !isRead(miss.event, snapshot)) };
}

function isRead(name: string, { sessions }: ArchiveSnapshot): boolean {
  const [id, event] = name.split('#');
  return sessions.some((session) => session.id === id && session.chronicle.events.some((each) => each.id === event));
}

function isSame(a: Lookup, b: Lookup): boolean {
  const parts = ({ memories, mistakes, noted }: Lookup) => JSON.stringify([[...memories], mistakes, noted]);
  return parts(a) === parts(b);
}
