import type { Outcome } from '#src/node/outcome.ts';
import { endSession } from '#src/node/record/end.ts';
import type { World } from '#src/node/world.ts';
import { recorded } from './run.ts';

/** How long to wait for a host that does not close stdin (ms). A SessionEnd hook has 1.5 s in all. */
const PATIENCE = 700;

/** The hook at the end of a session: adds a machine summary to its chronicle, if it needs one, and has its transcript read. */
export function sessionEnd(world: World): Promise<Outcome> {
  return recorded(world, 'session-end', PATIENCE, async (payload, warn) => {
    await endSession(world, payload, warn);
    return {};
  });
}
