import { readdirSync, rmdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { withLock } from '#src/lib/lock.ts';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import type { MemoryPlace } from '#src/lib/paths.ts';
import { workPath } from '#src/lib/paths.ts';
import { type LeftChange, leftChange, type MayComplete, recoverChange } from './change.ts';
import { pendingChange } from './change-journal.ts';
import { ownDirectory } from './own-directory.ts';

/** A change takes a tenth of a second, so a dozen commands at once still get their turn (ms). */
const PATIENCE = 20_000;

/**
 * Runs `work` while no other process of ours changes the project's memories, proposals or ledger; first completes a change
 * that a killed process left, if a person has agreed to it. Refuses (CHRONICLE_BUSY) after 20 s, and (CHRONICLE_HALF_DONE)
 * if another change was left.
 */
export function withMemory<T>(place: MemoryPlace, work: () => T, mayComplete: MayComplete = () => false): T {
  return locked(place, () => {
    const left = recoverChange(place, mayComplete);
    if (left === null) return work();
    const { proposal, file } = left.record;
    throw new ChronicleError(
      'CHRONICLE_HALF_DONE',
      `The change ${proposal} of ${place.memory}/${file} was begun and not completed. Run chronicle memory review in a terminal: it shows the change and asks whether to complete it. Nothing was changed.`,
    );
  });
}

/** A person who applies proposals agrees to complete that; one who undoes them, to what comes before it, too. */
export function agreed(verb: 'apply' | 'undo', ids: readonly string[]): MayComplete {
  return ({ proposal, action }) => ids.includes(proposal) && (verb === 'undo' || action !== 'UNDO');
}

/** Runs `work` under the same lock, for what leaves memories alone and nobody agreed to: a half-done change stays as it is. */
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

/** The change that a killed process, or somebody else, left; null for none. Cheap if there is none. */
export function findLeftChange(place: MemoryPlace): LeftChange | null {
  return pendingChange(place) === null ? null : locked(place, () => leftChange(place));
}

/** Completes the change that was left, if a person has agreed to it. */
export function completeLeftChange(place: MemoryPlace, mayComplete: MayComplete): void {
  withMemory(place, () => {}, mayComplete);
}

/** Removes the work directory with what killed processes left, in a directory where only the owner of the lock works. */
function tidy(directory: string): void {
  const work = workPath(directory);
  try {
    for (const name of readdirSync(work))
      if (/\.(?:tmp|lock)$/.test(name)) rmSync(`${work}/${name}`, { recursive: true, force: true });
    rmdirSync(work);
  } catch {
    // It does not exist, or has files that are not ours.
  }
}
