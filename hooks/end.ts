/**
 * A session ends. It may end again after it is resumed.
 *
 *     {"session_id": "3f6c…", "reason": "clear", "cwd": "/home/me/project"}
 *
 * The hook finds the session's chronicle, has its transcript read by a process of its own, adds a machine summary if nobody
 * wrote one, and keeps what the next session is told.
 */
import { branchOf } from '#src/lib/checkout.ts';
import type { Env } from '#src/lib/env.ts';
import type { Outcome } from '#src/lib/streams.ts';
import { finishSession } from '#src/notes/finish-session.ts';
import { beginChronicle } from '#src/record/begin-chronicle.ts';
import { findChronicle } from '#src/record/find.ts';
import { canHarvest, HARVESTER, queueHarvest, startHarvester } from '#src/record/harvest-queue.ts';
import { readState, removeLive } from '#src/record/live.ts';
import type { Payload } from '#src/record/payload.ts';
import { projectDirectoryOf } from '#src/record/where.ts';
import { hook, type HookSession, hookSession } from './run.ts';

/** How long to wait for a host that does not close stdin (ms). The host ends a plugin's hook after 1.5 s (2.1.329). */
const PATIENCE = 700;
const SEARCH_PATIENCE = 300;

/**
 * Does nothing for a session without a prompt, as the host also ends sessions that never existed, or for an excluded
 * directory. Fails only if the chronicle cannot be finished; other failures are only logged.
 */
async function endSession(env: Env, payload: Payload, warn: (error: unknown) => void): Promise<Outcome> {
  const session = hookSession(env, payload);
  if (session === null) return {};
  const { paths, settings, checkout, layers } = session;
  const { session_id: sessionId, transcript_path: transcript } = payload;
  const path = session.isExcluded ? null : chronicleOf(env, session, payload);
  if (path === null) {
    removeLive(paths, sessionId);
    return {};
  }
  // Before slow work: if the host kills this hook, it kills its children, too, but those of a hook that has ended are left
  // alone (Claude Code 2.1.329).
  if (canHarvest()) {
    try {
      const state = readState(paths, sessionId);
      queueHarvest(paths, sessionId, { transcript: transcript ?? state?.transcript, began: state?.began }, env.now());
      await startHarvester(HARVESTER, env, paths, warn);
    } catch (error) {
      warn(error);
    }
  }
  const branch = await branchOf(checkout, env.variables);
  finishSession(paths, env, settings, { path, sessionId, transcript, branch, layers }, warn);
  return {};
}

export const sessionEnd = hook('session-end', endSession, PATIENCE);

/**
 * The chronicle by the index, or by a search where that is missing or wrong. Of a session whose start no hook was told of, it
 * is begun, unless nobody said anything in it: then null.
 */
function chronicleOf(env: Env, { paths, checkout }: HookSession, payload: Payload): string | null {
  const { session_id: sessionId, transcript_path: transcript } = payload;
  const project = projectDirectoryOf(checkout, env.variables);
  const found = findChronicle(paths, sessionId, [project], SEARCH_PATIENCE);
  if (found !== null || transcript === undefined) return found;
  return beginChronicle(env, paths, { sessionId, checkout, transcript, needsPrompt: true });
}
