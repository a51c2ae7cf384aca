import { readdirSync, rmdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { MemoryPlace } from '#src/project/paths.ts';
import { workPath } from '#src/project/paths.ts';
import { withLock } from '../store/lock.ts';
import { discard } from '../store/work-directory.ts';
import { recoverChange } from './change.ts';
import { pendingChange } from './change-journal.ts';
import { ownDirectory } from './own-directory.ts';

/** A change takes a tenth of a second, so a dozen commands at once still get their turn (ms). */
const PATIENCE = 20_000;

/**
 * Runs `work` while no other process of ours changes the project's memories, proposals or ledger; first finishes a change
 * that a killed process left. Refuses (CHRONICLE_BUSY) after 20 s.
 */
export function withMemory<T>(place: MemoryPlace, work: () => T): T {
  ownDirectory(place, place.chronicle);
  return withLock(place.chronicle, 'memory', PATIENCE, () => {
    try {
      recoverChange(place);
      return work();
    } finally {
      tidy(place.memory);
      tidy(dirname(place.proposals));
    }
  });
}

/** Finishes a change that a killed process left, for commands that read before they change anything. Cheap if there is none. */
export function finishLeftChange(place: MemoryPlace): void {
  if (pendingChange(place) !== null) withMemory(place, () => {});
}

/** Removes the work directory with what killed processes left, in a directory where only the owner of the lock works. */
function tidy(directory: string): void {
  const work = workPath(directory);
  try {
    for (const name of readdirSync(work)) if (/\.(?:tmp|lock)$/.test(name)) discard(`${work}/${name}`);
    rmdirSync(work);
  } catch {
    // It does not exist, or has files that are not ours.
  }
}
