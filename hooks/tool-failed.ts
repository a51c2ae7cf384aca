import type { Outcome } from '#src/node/outcome.ts';
import * as failures from '#src/node/record/tool-failed.ts';
import type { World } from '#src/node/world.ts';
import { recorded } from './run.ts';

/** How long to wait for a host that does not close stdin (ms). */
const PATIENCE = 2000;

/** The hook after a failed tool call. It runs only when something fails. */
export function toolFailed(world: World): Promise<Outcome> {
  return recorded(world, 'tool-failed', PATIENCE, (payload) => ({ stdout: failures.toolFailed(world, payload) ?? '' }));
}
