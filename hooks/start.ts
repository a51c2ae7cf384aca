import type { Outcome } from '#src/node/outcome.ts';
import { startSession } from '#src/node/record/start.ts';
import type { World } from '#src/node/world.ts';
import { recorded } from './run.ts';

/** How long to wait for a host that does not close stdin (ms). */
const PATIENCE = 5000;

/** The hook at the start of a session: opens its chronicle and prints the reminder for the agent. */
export function sessionStart(world: World): Promise<Outcome> {
  return recorded(world, 'session-start', PATIENCE, async (payload, warn) => ({
    stdout: (await startSession(world, payload, warn)) ?? '',
  }));
}
