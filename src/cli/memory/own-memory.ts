import type { MemoryStanding } from '#src/memory/standings.ts';
import { type MemoryRecord, memoryRecordOf } from '#src/memory/memory-record.ts';
import type { Archive, ArchiveSnapshot } from '#src/archive/archive.ts';
import { writeMemoryIndex } from '#src/memory/write-memory-index.ts';
import { sentenceOf } from '#src/lib/chronicle-error.ts';
import { pathsIn } from '#src/lib/env.ts';
import { formatProblems } from '../format-problems.ts';
import { ownArchive, ownSnapshot } from '../own-archive.ts';
import type { Io } from '../terminal/io.ts';
import { say } from '../terminal/print.ts';

/** The owner's archive with its memories. */
export interface OwnMemory {
  archive: Archive;
  snapshot: ArchiveSnapshot;
  record: MemoryRecord;
  /** The memories of all projects with their effect, broken ones first. */
  standings: MemoryStanding[];
}

/**
 * Reads the owner's archive with the owner's decisions about mistakes, reports unusable decisions, and updates the lookup
 * that hooks use.
 */
export function ownMemory(io: Io): OwnMemory {
  const archive = ownArchive(io);
  const { snapshot } = archive;
  const { sessions, memory, clusters, attention } = snapshot;
  const faulty = attention.filter(({ path }) => path === clusters.path);
  if (faulty.length > 0) say(io, formatProblems(faulty));
  const record = memoryRecordOf({ sessions, memory, clusters: clusters.decisions });
  writeMemoryIndex(pathsIn(io.env), snapshot, record);
  return { archive, snapshot, record, standings: record.standings };
}

/** Updates the lookup that hooks use after a memory change. A failure is reported, and the change stays. */
export function refreshMemoryIndex(io: Io): void {
  try {
    writeMemoryIndex(pathsIn(io.env), ownSnapshot(io));
  } catch (error) {
    say(io, `The memory was changed, but the index that hooks use could not be updated: ${sentenceOf(error)}`);
  }
}
