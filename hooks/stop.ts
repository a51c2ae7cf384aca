/** The hook at the end of a turn. */
import { stopped } from '#src/node/record/stop.ts';
import { realWorld } from '#src/node/world.ts';
import { recorded } from './recorded.ts';
import { run } from './run.ts';

/** How long to wait for a host that does not close stdin (ms). */
const PATIENCE = 2000;

run('hook', {
  stop: async () => {
    const world = realWorld();
    let asked: string | null = null;
    const failure = await recorded(world, 'stop', PATIENCE, async (payload) => {
      asked = stopped(world, payload, () => require('./growth.cjs'));
      return {};
    });
    if (asked !== null) return { stderr: asked, exitCode: 2 };
    // With exit code 2 a failure of ours would keep the agent from stopping.
    return failure.exitCode ? { ...failure, exitCode: 1 } : failure;
  },
});
