import type { Outcome } from '#src/node/outcome.ts';
import { stopped } from '#src/node/record/stop.ts';
import type { World } from '#src/node/world.ts';
import { recorded } from './run.ts';

/** How long to wait for a host that does not close stdin (ms). */
const PATIENCE = 2000;

/** The hook at the end of a turn: asks for observations when it is time. */
export async function stop(world: World): Promise<Outcome> {
  let asked: string | null = null;
  const failure = await recorded(world, 'stop', PATIENCE, (payload) => {
    asked = stopped(world, payload);
    return {};
  });
  if (asked !== null) return { stderr: asked, exitCode: 2 };
  // With exit code 2 a failure of ours would keep the agent from stopping.
  return failure.exitCode ? { ...failure, exitCode: 1 } : failure;
}
