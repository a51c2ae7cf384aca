import { outsideWords, readLedger, recentOutsideChanges } from '../memory/history.ts';
import { type Paths, memoryPlace } from '#src/lib/paths.ts';
import { projectsIn } from '../format/projects.ts';
import type { ScannedChronicle } from './recording.ts';

/** A memory that differs from what a person approved. */
interface OutsideMemory {
  project: string;
  file: string;
  /** UTC, ISO. */
  at: string;
  /** `in session X` */
  when: string;
}

/** Memories of all projects that were recently changed outside of approved proposals. An unreadable ledger has none. */
export function outsideMemories(
  paths: Paths,
  chronicles: readonly ScannedChronicle[],
  nameOf: (directory: string) => string,
  now: Date,
): OutsideMemory[] {
  const started = new Map(chronicles.map((chronicle) => [chronicle.sessionId, chronicle.started]));
  return projectsIn(paths.projects).flatMap(({ directory }) => {
    const changes = recentOutsideChanges(linesOf(memoryPlace(paths, directory).ledger), now);
    return changes.map((change) => ({
      project: nameOf(directory),
      file: change.file,
      at: change.at,
      when: outsideWords(change, started.get(change.session_id) ?? ''),
    }));
  });
}

function linesOf(ledger: string): ReturnType<typeof readLedger> {
  try {
    return readLedger(ledger);
  } catch {
    // The check of files names it.
    return [];
  }
}
