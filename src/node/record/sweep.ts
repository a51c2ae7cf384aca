import { ChronicleError } from '#src/project/chronicle-error.ts';
import { type Layout, memoryPlace } from '#src/project/paths.ts';
import type { ReadConfig } from '../config.ts';
import { checkoutOf } from '../git/checkout.ts';
import { noteMisses } from '../memory/lookup-file.ts';
import { exclusionOfSession } from '../session/exclusion.ts';
import { findByIndex, placeOf } from '../session/find.ts';
import { orphans, removeLive } from '../session/live.ts';
import { readState } from '../session/live-state.ts';
import type { World } from '../world.ts';
import { finishChronicle } from './end.ts';

/** The session's start waits for the sweep; what does not fit is left to the next one (ms). */
const PATIENCE = 500;

/**
 * Finishes the chronicles of sessions that never got a SessionEnd (killed, crashed, powered off) and notes their misses.
 * Chronicles of excluded directories are left alone. Reads only the entries of sessions marked as running. Tries all of
 * them, then throws the first failure.
 */
export function sweep(layout: Layout, world: World, settings: ReadConfig, currentSession: string): void {
  const deadline = Date.now() + PATIENCE;
  const failures: unknown[] = [];
  for (const sessionId of orphans(layout, world.host, currentSession)) {
    if (Date.now() > deadline) break;
    try {
      const startedIn = readState(layout, sessionId)?.directory;
      const isExcluded = startedIn !== undefined && exclusionOfSession(checkoutOf(startedIn), settings, world) !== null;
      const path = isExcluded ? null : findByIndex(layout, sessionId);
      const text = path === null ? '' : finishChronicle(path);
      removeLive(layout, sessionId);
      if (path !== null) noteMisses(layout, memoryPlace(layout, placeOf(path).projectDirectory), text, world.now());
    } catch (error) {
      failures.push(error);
      // A full disk may get room again. A broken file is reported once, not at every start.
      if (error instanceof ChronicleError && error.code === 'CHRONICLE_BROKEN') removeLive(layout, sessionId);
    }
  }
  if (failures.length > 0) throw failures[0];
}
