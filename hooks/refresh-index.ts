/**
 * Brings the index of the archive up to date. The process that reads transcripts starts it when it has ended, and commands do
 * where the index lacks too much for them:
 *
 *     node hooks/dist/refresh-index.mjs
 */
import { constants, setPriority } from 'node:os';
import { refreshIndex } from '#src/index/open-index.ts';
import { pathsIn, realWorld } from '#src/lib/world.ts';

try {
  // Nobody waits for it.
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
} catch {
  // Some systems do not allow it.
}
const world = realWorld();
refreshIndex(world, pathsIn(world));
process.exit();
