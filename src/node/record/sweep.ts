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

/** A start waits for the sweep; what is left over is for the next one (ms). */
const PATIENCE = 500;

/**
 * Finishes the chronicles of sessions that never got a SessionEnd: killed, crashed, powered off. Notes their misses.
 * One where nothing is recorded any more stays as it is. Reads only the entries of sessions that are marked as running. Throws the first failure after
 * having tried them all.
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
      // A full disk has room again some day; a broken file is said once, not at every start.
      if (error instanceof ChronicleError && error.code === 'CHRONICLE_BROKEN') removeLive(layout, sessionId);
    }
  }
  if (failures.length > 0) throw failures[0];
}
