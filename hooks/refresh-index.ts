/**
 * Brings the index of the archive up to date. The process that reads transcripts starts it when it has ended, and commands do
 * where the index lacks too much for them:
 *
 *     node hooks/dist/refresh-index.mjs
 */
import { constants, setPriority } from 'node:os';
import { refreshIndex } from '#src/index/open-index.ts';
import { pathsIn, realEnv } from '#src/lib/env.ts';

try {
  // Nobody waits for it.
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
} catch {
  // Some systems do not allow it.
}
const env = realEnv();
refreshIndex(env, pathsIn(env));
process.exit();
