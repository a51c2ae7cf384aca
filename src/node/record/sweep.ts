import { ChronicleError } from '#src/project/chronicle-error.ts';
import { type Layout, notebookPath } from '#src/project/paths.ts';
import { checkoutRules } from '../checkout-rules.ts';
import type { ReadConfig } from '../config.ts';
import { isThere } from '../disk/is-there.ts';
import { checkoutOf } from '../git/checkout.ts';
import { mergeSession } from '../session/book-file.ts';
import { exclusionOfSession } from '../session/exclusion.ts';
import { findByIndex } from '../session/find.ts';
import { queueHarvest } from '../session/harvest-queue.ts';
import { layersOf } from '../session/layers.ts';
import { orphans, removeLive } from '../session/live.ts';
import { readState } from '../session/live-state.ts';
import type { World } from '../world.ts';
import { finishKilled } from './finish-killed.ts';
import { observeEnd } from './observe-end.ts';
import { canHarvest } from './start-harvester.ts';

/** The session's start waits for the sweep; what does not fit is left to the next one (ms). */
const PATIENCE = 500;

export interface Swept {
  /** Whether transcripts wait to be read because of it. */
  hasQueued: boolean;
  failures: unknown[];
}

/**
 * Finishes the chronicles of sessions that never got a SessionEnd (killed, crashed, powered off), notes their misses and
 * open notes, and queues their transcripts to be read. Leaves chronicles of excluded directories alone. Reads only the
 * entries of sessions marked as running. One failure does not keep it from the others.
 */
export function sweep(layout: Layout, world: World, settings: ReadConfig, currentSession: string): Swept {
  const deadline = Date.now() + PATIENCE;
  const rules = checkoutRules(settings.config, world.home);
  const swept: Swept = { hasQueued: false, failures: [] };
  for (const sessionId of orphans(layout, world.host, currentSession)) {
    if (Date.now() > deadline) break;
    try {
      const state = readState(layout, sessionId);
      const startedIn = state?.directory;
      const checkout = startedIn === undefined ? null : checkoutOf(startedIn);
      const isExcluded = checkout !== null && exclusionOfSession(checkout, settings, world) !== null;
      const path = isExcluded ? null : findByIndex(layout, sessionId);
      if (path !== null && canHarvest()) {
        queueHarvest(layout, sessionId, state ?? {}, world.now());
        swept.hasQueued = true;
      }
      const layers = checkout && layersOf(checkout, settings.config, world.home);
      const observed = path !== null && layers?.includes('observations') ? path : null;
      if (observed !== null) observeRest(observed, sessionId);
      finishKilled(layout, path, { sessionId, since: state?.since, now: world.now(), rules });
      if (observed !== null && isThere(notebookPath(observed))) mergeSession(layout, observed, rules);
    } catch (error) {
      swept.failures.push(error);
      // A full disk may get room again. A broken file is reported once, not at every start.
      if (error instanceof ChronicleError && error.code === 'CHRONICLE_BROKEN') removeLive(layout, sessionId);
    }
  }
  return swept;

  /** Nobody knows when it ended. A failure does not keep the session from being finished. */
  function observeRest(chronicle: string, sessionId: string): void {
    try {
      observeEnd(layout, chronicle, { sessionId, branch: null, ended: world.now(), rules });
    } catch (error) {
      swept.failures.push(error);
    }
  }
}
