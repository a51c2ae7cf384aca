/**
 * A turn ends. Where observations are on, the agent is asked for them: after so much new text, and after a compaction.
 *
 *     {"session_id": "3f6c…", "stop_hook_active": false, …}
 */
import type { Outcome } from '#src/lib/streams.ts';
import type { Env } from '#src/lib/env.ts';
import { afterObserving, countGrowth, isToBeAsked, OBSERVE_PROMPT } from '#src/notes/observer.ts';
import { readObserver, reviseObserver, sizeOf } from '#src/record/observer-state.ts';
import { isAttended, type Payload } from '#src/record/payload.ts';
import { ownSession, recorded } from './run.ts';
import type { Read } from '#src/notes/agent-arguments.ts';

/** How long to wait for a host that does not close stdin (ms). */
const PATIENCE = 2000;

/** From this version on, Claude Code goes on with the turn for a context that a Stop hook adds (2.1.329 measured). */
const TAKES_CONTEXT = [2, 1, 329];

export async function stop(env: Env, _args?: string[], read?: Read): Promise<Outcome> {
  let asked: string | null = null;
  const failure = await recorded(env, 'stop', { patience: PATIENCE, read }, (payload) => {
    asked = askedAtStop(env, payload);
    return {};
  });
  if (asked !== null) return takesContext(env.variables.AI_AGENT) ? context(asked) : { stderr: asked, exitCode: 2 };
  // With exit code 2 a failure of ours would keep the agent from stopping.
  return failure.exitCode ? { ...failure, exitCode: 1 } : failure;
}

/** Older hosts are asked by exit code 2, which they show as a fault of the hook. */
function context(additionalContext: string): Outcome {
  return { stdout: JSON.stringify({ hookSpecificOutput: { hookEventName: 'Stop', additionalContext } }) };
}

/** By the host's name for itself: `claude-code_2-1-332_harness`. */
function takesContext(agent: string | undefined): boolean {
  const version = /^claude-code_(\d+)-(\d+)-(\d+)(?:_|$)/
    .exec(agent ?? '')
    ?.slice(1)
    .map(Number);
  if (!version) return false;
  const differs = version.findIndex((part, i) => part !== TAKES_CONTEXT[i]);
  return differs === -1 || (version[differs] ?? 0) > (TAKES_CONTEXT[differs] ?? 0);
}

/**
 * What the agent is asked; null if nothing. Reads only what the transcript has grown by, and at most 4 MiB of it. What it is
 * asked for is noted first, so that a failure can never make it ask again and again.
 */
function askedAtStop(env: Env, payload: Payload): string | null {
  // It answers what it was asked. A session that nobody attends is not asked.
  if (payload.stop_hook_active || !isAttended(env.variables)) return null;
  const session = ownSession(env, payload, 'observations');
  if (session === null) return null;
  const { paths, settings } = session;
  const { session_id: sessionId, transcript_path: transcript } = payload;
  const size = transcript === undefined ? 0 : sizeOf(transcript);
  const known = readObserver(paths, sessionId);
  if (known !== null && !known.isForced && known.transcript === transcript && known.counted === size) return null;
  const { observationThreshold } = settings.config.observer;
  // There, the host would ask the person about the agent's command.
  const isPlanning = payload.permission_mode === 'plan';
  let isAsked = false;
  reviseObserver(paths, sessionId, (before) => {
    const grown = transcript === undefined ? before : countGrowth(before, transcript, env.now());
    isAsked = !isPlanning && isToBeAsked(grown, observationThreshold, size > 0);
    return isAsked ? afterObserving(grown, size) : grown;
  });
  return isAsked ? OBSERVE_PROMPT : null;
}
