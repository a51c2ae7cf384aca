import { afterAsking, askReason, withMessage } from '#src/record/observer.ts';
import { observePrompt, reflectPrompt } from '#src/record/observer-prompt.ts';
import type { ObserverState } from '#src/record/observer-state.ts';
import type { Payload } from '#src/record/payload.ts';
import { isAttended } from '#src/record/session-start.ts';
import { checkoutRules } from '../checkout-rules.ts';
import { readObserver, reviseObserver, sizeOf } from '../session/observer-file.ts';
import { countGrowth } from '../session/observer-growth.ts';
import { readBook } from '../session/read-book.ts';
import { isReflectionDue, noteReflection } from '../session/reflection-file.ts';
import { projectOfChronicle } from '../session/where.ts';
import { layoutIn, type World } from '../world.ts';
import { type OwnSession, ownSession } from './own-session.ts';

/**
 * What the agent is asked when its turn ends; null if nothing. Reads only what the transcript has grown by, and at most 4 MiB
 * of it. What it is asked for is noted first, so that a failure can never make it ask again and again.
 */
export function stopped(world: World, payload: Payload): string | null {
  // It answers what it was asked. A subagent, or a session that nobody attends, is not asked.
  if (payload.stop_hook_active || !isAttended(world.env)) return null;
  const session = ownSession(world, payload, 'observations');
  if (session === null) return null;
  const layout = layoutIn(world);
  const { session_id: sessionId, transcript_path: transcript, last_assistant_message: message } = payload;
  const size = transcript === undefined ? 0 : sizeOf(transcript);
  const known = readObserver(layout, sessionId);
  if (known !== null && isIdle(known, payload, size)) return null;
  const rules = session.config.observer;
  // There, the host would ask the person about the agent's command.
  const isPlanning = payload.permission_mode === 'plan';
  let events: readonly string[] | null = null;
  reviseObserver(layout, sessionId, (before) => {
    const now = world.now();
    const counted = size === 0 || transcript === undefined ? null : countGrowth(before, transcript, now);
    const grown = withMessage(counted?.state ?? before, message, counted?.lastAnswer ?? null);
    if (isPlanning || askReason(grown, rules, size > 0) === null) return grown;
    events = grown.events;
    return afterAsking(grown, rules, size, now);
  });
  if (events !== null) return observePrompt(events);
  return isPlanning ? null : reflection(world, session);
}

/** Whether nothing was said since the last time, and nothing makes the observer ask. */
function isIdle(state: ObserverState, payload: Payload, size: number): boolean {
  const { counted, transcript, isForced } = state;
  if (isForced || (size > 0 && (transcript !== payload.transcript_path || size !== counted))) return false;
  return withMessage(state, payload.last_assistant_message, null) === state;
}

/** Asks, once a day and project, for observations that supersede older ones, if the project has too many. */
function reflection(world: World, { chronicle, config }: OwnSession): string | null {
  const layout = layoutIn(world);
  const { root } = projectOfChronicle(chronicle, checkoutRules(config, world.home));
  const now = world.now();
  if (!isReflectionDue(layout, root, now)) return null;
  const book = readBook(layout, root);
  if (book === null || book.tokens <= config.observer.reflectionThreshold) return null;
  noteReflection(layout, root, now);
  return reflectPrompt(book.tokens, [...book.observations].reverse());
}
