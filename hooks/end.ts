/**
 * A session ends. It may end again after it is resumed.
 *
 *     {"session_id": "3f6c…", "reason": "clear", "cwd": "/home/me/project"}
 *
 * The hook has the session's transcript read by a process of its own, adds a machine summary to its chronicle if it needs
 * one, and keeps what the next session is told.
 */
import { readConfig } from '#src/lib/config.ts';
import { branchOf } from '#src/lib/checkout.ts';
import type { Outcome } from '#src/lib/streams.ts';
import { canHarvest, HARVESTER, queueHarvest, startHarvester } from '#src/record/harvest-queue.ts';
import { beginChronicle, hasPrompt } from '#src/record/begin-chronicle.ts';
import { exclusionOfSession, layersOf } from '#src/record/exclusion.ts';
import { findByIndex, findByScan, remember } from '#src/record/find.ts';
import { readState, removeLive } from '#src/record/live.ts';
import { projectDirectoryOf, sessionCheckout } from '#src/record/where.ts';
import { pathsIn, type Env } from '#src/lib/env.ts';
import type { Read } from '#src/notes/agent-arguments.ts';
import { finishSession } from '#src/notes/finish-session.ts';
import { isSubordinate, type Payload } from '#src/record/payload.ts';
import { recorded } from './run.ts';

/** How long to wait for a host that does not close stdin (ms). The host ends a plugin's hook after 1.5 s (2.1.329). */
const PATIENCE = 700;
const SEARCH_PATIENCE = 300;

export function sessionEnd(env: Env, _args?: string[], read?: Read): Promise<Outcome> {
  return recorded(env, 'session-end', { patience: PATIENCE, read }, async (payload, warn) => {
    await endSession(env, payload, warn);
    return {};
  });
}

/**
 * Does nothing for a session without a prompt, as the host also ends sessions that never existed, or for an excluded
 * directory. Throws only if the chronicle cannot be finished; other failures go to `warn`.
 */
export async function endSession(env: Env, payload: Payload, warn: (error: unknown) => void): Promise<void> {
  if (isSubordinate(payload)) return;
  const paths = pathsIn(env);
  const sessionId = payload.session_id;
  const checkout = sessionCheckout(env, payload.cwd);
  const settings = readConfig(paths);
  if (exclusionOfSession(checkout, settings, env) !== null) return removeLive(paths, sessionId);
  const path = findByIndex(paths, sessionId) ?? searched() ?? begun();
  if (path === null) return removeLive(paths, sessionId);
  await readLater().catch(warn);
  const layers = layersOf(checkout, settings.config, env.home);
  const branch = await branchOf(checkout, env.variables);
  finishSession(paths, env, settings, { path, sessionId, transcript: payload.transcript_path, branch, layers }, warn);

  /** The chronicle where the index is missing or wrong. */
  function searched(): string | null {
    const found = findByScan(paths, projectDirectoryOf(checkout, env.variables), sessionId, SEARCH_PATIENCE);
    if (found !== null) remember(paths, sessionId, found);
    return found;
  }

  /** The chronicle of a session whose start no hook was told of; null if nobody said anything in it. */
  function begun(): string | null {
    const transcript = payload.transcript_path;
    if (transcript === undefined || !hasPrompt(transcript)) return null;
    return beginChronicle(env, paths, { sessionId, checkout, transcript });
  }

  /**
   * Queues the session and has its transcript read. That comes before slow work: if the host kills this hook, it kills the
   * children, too, but those of a hook that has ended are left alone (Claude Code 2.1.329).
   */
  async function readLater(): Promise<void> {
    if (!canHarvest()) return;
    const state = readState(paths, sessionId);
    const transcript = payload.transcript_path ?? state?.transcript;
    queueHarvest(paths, sessionId, { transcript, began: state?.began }, env.now());
    await startHarvester(HARVESTER, env, paths, warn);
  }
}
