/**
 * Reads the transcripts of sessions that have ended. Hooks start it as a process of its own, because they must not take
 * longer as a transcript grows. Then starts the program that brings the index of the archive up to date:
 *
 *     node hooks/dist/harvest.mjs
 */
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { readQueuedTranscripts } from '#src/import/transcript-queue.ts';
import { startIndexer } from '#src/record/harvest-queue.ts';
import { pathsIn, realEnv } from '#src/lib/env.ts';

try {
  // Nobody waits for it.
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
} catch {
  // Some systems do not allow it.
}
// Whatever holds a transcript up: the next process tries it again.
setTimeout(() => process.exit(), 30 * 60_000).unref();
const env = realEnv();
const paths = pathsIn(env);
await readQueuedTranscripts(env, paths);
await startIndexer(fileURLToPath(new URL('./refresh-index.mjs', import.meta.url)), paths, env);
process.exit();
