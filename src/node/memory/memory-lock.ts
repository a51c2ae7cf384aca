import { readdirSync, rmdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { ChronicleError } from '#src/project/chronicle-error.ts';
import type { MemoryPlace } from '#src/project/paths.ts';
import { workPath } from '#src/project/paths.ts';
import { withLock } from '../store/lock.ts';
import { discard } from '../store/work-directory.ts';
import { type MayComplete, recoverChange } from './change.ts';
import { pendingChange } from './change-journal.ts';
import { ownDirectory } from './own-directory.ts';

/** A change takes a tenth of a second, so a dozen commands at once still get their turn (ms). */
const PATIENCE = 20_000;

/**
 * Runs `work` while no other process of ours changes the project's memories, proposals or ledger; first completes a change
 * that a killed process left. Refuses (CHRONICLE_BUSY) after 20 s, and (CHRONICLE_HALF_DONE) if a change was left that the
 * caller may not complete.
 */
export function withMemory<T>(place: MemoryPlace, work: () => T, mayComplete: MayComplete = () => true): T {
  return locked(place, () => {
    const left = recoverChange(place, mayComplete);
    if (left === null) return work();
    throw new ChronicleError(
      'CHRONICLE_HALF_DONE',
      `The change ${left} of a memory was left half-done. Ask the person to run chronicle memory review in a terminal, which completes it. Nothing was changed.`,
    );
  });
}

/** With the digest of a question, a person has agreed to these proposals and to nothing else. */
export function agreed(ids: readonly string[], shown: string | undefined): MayComplete {
  return (id) => shown === undefined || ids.includes(id);
}

/** Runs `work` under the same lock, for an agent's command that nobody agreed to: leaves a half-done change as it is. */
export function withProposals<T>(place: MemoryPlace, work: () => T): T {
  return locked(place, work);
}

function locked<T>(place: MemoryPlace, work: () => T): T {
  ownDirectory(place, place.chronicle);
  return withLock(place.chronicle, 'memory', PATIENCE, () => {
    try {
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
