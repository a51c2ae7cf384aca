import { existsSync } from 'node:fs';
import type { Session } from '#src/format/session.ts';
import { ChronicleError, sentenceOf } from '#src/lib/chronicle-error.ts';
import { logFailure } from '#src/lib/failure-log.ts';
import { withLock } from '#src/lib/lock.ts';
import { type Paths, memoryPlace } from '#src/lib/paths.ts';
import { type Lookup, type MemoryMisses, readLookup, writeLookup } from './lookup.ts';
import type { Decisions } from './decisions.ts';
import { type MemoryRecord, memoryRecordOf } from './memory.ts';
import { occurrenceName } from './misses.ts';

/** Hooks keep the lock only for a moment (ms). */
const LOCK_PATIENCE = 500;
/** The newest misses of a memory, listed so that later ones are counted once. */
const NAMED = 20;

/** What the archive knows of memory. */
interface ReadArchive {
  origin: 'own' | 'sample';
  sessions: readonly Session[];
  memory: Parameters<typeof memoryRecordOf>[0]['memory'];
  clusters: { decisions: Decisions };
}

/**
 * Updates the lookup that hooks use to what the archive knows, for each of the owner's projects. `record` is the one of this
 * archive, if it is known already. Never throws: failures go to the failure log.
 */
export function writeMemoryIndex(paths: Paths, archive: ReadArchive, record?: MemoryRecord): void {
  if (archive.origin !== 'own') return;
  const { sessions, memory, clusters } = archive;
  const { results } = record ?? memoryRecordOf({ sessions, memory, decisions: clusters.decisions });
  const byDirectory = Map.groupBy(results, ({ history }) => history.project.directory);
  for (const directory of new Set(sessions.map(({ project }) => project.directory))) {
    const missed = (byDirectory.get(directory) ?? []).filter(({ exists, since }) => exists && since.length > 0);
    const memories = new Map(
      missed.map(({ history, since, isBroken }): [string, MemoryMisses] => [
        history.file,
        { count: since.length, isBroken, events: since.slice(-NAMED).map(occurrenceName) },
      ]),
    );
    try {
      update(paths, directory, memories);
    } catch (error) {
      const code = error instanceof ChronicleError ? error.code : 'CHRONICLE_UNEXPECTED';
      logFailure(paths, { at: new Date().toISOString(), event: 'memory-index', code, message: sentenceOf(error) });
    }
  }
}

function update(paths: Paths, directory: string, memories: Lookup['memories']): void {
  const place = memoryPlace(paths, directory);
  // Other roots of the archive may have projects that Claude Code never ran in on this machine.
  if (!existsSync(place.chronicle)) return;
  if (JSON.stringify([...readLookup(paths, place).memories]) === JSON.stringify([...memories])) return;
  withLock(place.chronicle, 'memory', LOCK_PATIENCE, () =>
    writeLookup(paths, place, { ...readLookup(paths, place), memories }),
  );
}
