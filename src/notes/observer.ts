/**
 * Whether a session is asked for observations when its turn ends: after so much new text, once after a compaction, and once
 * when its context window fills up. Asking counts as observing, so nothing is asked twice.
 */
import { shortHash } from '../lib/short-hash.ts';
import type { ObserverState } from '../record/observer-state.ts';

/** When to ask: from the settings. */
export interface ObserverRules {
  observationThreshold: number;
  contextThresholdPct: number;
}

export type AskReason = 'text' | 'compaction' | 'context';

/** The context windows of the models (tokens): the larger one if a session has had more than fits in the other. */
const WINDOWS = [200_000, 1_000_000] as const;

/** Why a session is to be asked now; null if it is not. Without a transcript, a compaction waits for the next turn. */
export function askReason(state: ObserverState, rules: ObserverRules, hasTranscript: boolean): AskReason | null {
  if (newTokens(state) >= rules.observationThreshold) return 'text';
  if (state.isForced && hasTranscript) return 'compaction';
  return isFull(state, rules) && !state.isFullAsked && state.characters > 0 ? 'context' : null;
}

/** How much was said since the session was last asked or observed something (estimated tokens: four characters each). */
export function newTokens({ characters }: Pick<ObserverState, 'characters'>): number {
  return Math.ceil(characters / 4);
}

/** How full the context window was at the last answer (per cent). */
function contextPct({ context, largest }: Pick<ObserverState, 'context' | 'largest'>): number {
  const window = WINDOWS.find((size) => largest <= size) ?? WINDOWS[1];
  return (context / window) * 100;
}

function isFull(state: ObserverState, { contextThresholdPct }: ObserverRules): boolean {
  return state.context > 0 && contextPct(state) >= contextThresholdPct;
}

/** The state after asking. The text up to byte `from` of the transcript is no longer new. */
export function afterAsking(state: ObserverState, rules: ObserverRules, from: number, now: Date): ObserverState {
  return {
    ...restarted(state, from),
    isFullAsked: state.isFullAsked || isFull(state, rules),
    asked: now.toISOString(),
  };
}

/** The state after the session observed something. */
export function afterObserving(state: ObserverState, from: number, now: Date): ObserverState {
  return { ...restarted(state, from), observed: now.toISOString() };
}

function restarted(state: ObserverState, from: number): ObserverState {
  return { ...state, from: Math.max(state.from, from), characters: 0, events: [], isForced: false };
}

/**
 * The state before a compaction, which makes the next end of a turn ask. The host may call this hook again and again without
 * a compaction: then only the first time counts.
 */
export function beforeCompacting(state: ObserverState): ObserverState {
  return state.isWarned ? state : { ...state, isForced: true, isWarned: true };
}

/** The state after a compaction, which has emptied the context window. */
export function afterCompacting(state: ObserverState): ObserverState {
  return { ...state, isForced: true, isWarned: false, isFullAsked: false, context: 0 };
}

/**
 * The state with the message with which a turn ended. The transcript may not have it yet: then it counts now, and not again
 * when the transcript has it. `lastAnswer` is the last answer that was just read there.
 */
export function withMessage(
  state: ObserverState,
  message: string | undefined,
  lastAnswer: string | null,
): ObserverState {
  if (message === undefined || message === '') return state;
  const digest = shortHash(message).toString(36);
  if (digest === state.message) return state;
  const isRead = lastAnswer !== null && message.trim().endsWith(lastAnswer.trim());
  if (isRead) return { ...state, message: digest };
  return { ...state, message: digest, characters: state.characters + message.length, ahead: message.length };
}
