/** The hook after a failed tool call. It runs only when something fails. */
import { toolFailed } from '#src/node/record/tool-failed.ts';
import { realWorld } from '#src/node/world.ts';
import { recorded } from './recorded.ts';
import { run } from './run.ts';

/** How long to wait for a host that does not close stdin (ms). */
const PATIENCE = 2000;

run('hook', {
  'tool-failed': () => {
    const world = realWorld();
    return recorded(world, 'tool-failed', PATIENCE, async (payload) => ({ stdout: toolFailed(world, payload) ?? '' }));
  },
});
