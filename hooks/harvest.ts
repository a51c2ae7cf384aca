/**
 * Reads the transcripts of sessions that have ended. Hooks start it as a process of its own, because they must not take
 * longer as a transcript grows:
 *
 *     node hooks/dist/harvest.mjs
 */
import { constants, setPriority } from 'node:os';
import { drainHarvests } from '#src/node/import/drain-harvests.ts';
import { layoutIn, realWorld } from '#src/node/world.ts';

try {
  // Nobody waits for it.
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
} catch {
  // Some systems do not allow it.
}
const world = realWorld();
await drainHarvests(world, layoutIn(world));
process.exit();
