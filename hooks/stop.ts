/**
 * A turn ends. Where observations are on, the agent is asked for them: after so much new text, and after a compaction.
 *
 *     {"session_id": "3f6c…", "stop_hook_active": false, …}
 */
import type { Env } from '#src/lib/env.ts';
import { afterObserving, countGrowth, isToBeAsked, OBSERVE_PROMPT } from '#src/notes/observer.ts';
import { readObserver, reviseObserver, sizeOf } from '#src/record/observer-state.ts';
import { isAttended, type Payload } from '#src/record/payload.ts';
import { contextFor, hook, ownSession } from './run.ts';

/** Claude Code goes on with the turn for a context that this hook adds. */
export const stop = hook('stop', (env, payload) => {
  const asked = askedAtStop(env, payload);
  return asked === null ? {} : contextFor('Stop', asked);
});

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
