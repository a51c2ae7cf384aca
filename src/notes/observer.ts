/**
 * When a session's agent is asked for observations: when enough was said since the last time, and after a compaction. Asking
 * counts as observing, so nothing is asked twice. Sessions that end with much unobserved wait in `pending.ts`.
 */
import { isSessionId } from '#src/format/session-id.ts';
import { discard } from '#src/lib/lock.ts';
import type { Paths } from '#src/lib/paths.ts';
import { readValuesOfPiece } from '#src/transcript/lines.ts';
import { lengthSaid } from '#src/transcript/unobserved.ts';
import { observedTranscript, type ObserverState, reviseObserver, sizeOf } from '#src/record/observer-state.ts';
import { grouped } from '#src/lib/grouped.ts';

/** How much of a transcript is read at once (bytes): a turn adds less, and what is left counts the next time. */
const MOST_READ = 4 * 1024 * 1024;

/** Whether a session is to be asked now. Without a transcript, a compaction waits for the next turn. */
export function isToBeAsked(state: ObserverState, threshold: number, hasTranscript: boolean): boolean {
  return newTokens(state) >= threshold || (state.isForced && hasTranscript);
}

/** How much was said since the session was last asked or observed something (estimated tokens: four characters each). */
export function newTokens({ characters }: Pick<ObserverState, 'characters'>): number {
  return Math.ceil(characters / 4);
}

/** The state after the session was asked or observed something. Text up to byte `from` of the transcript is no longer new. */
export function afterObserving(state: ObserverState, from: number): ObserverState {
  return { ...state, from: Math.max(state.from, from), characters: 0, isForced: false };
}

/** Notes that the session has observed what was said until now, so that counting starts again and it waits no longer. */
export function markObserved(paths: Paths, sessionId: string): void {
  if (!isSessionId(sessionId)) return;
  const transcript = observedTranscript(paths, sessionId);
  const size = transcript === null ? 0 : sizeOf(transcript);
  reviseObserver(paths, sessionId, (state) => afterObserving(state, size));
  discard(`${paths.unobserved}/${sessionId}`);
}

/** The state after what a transcript has grown by, from at most 4 MiB of it; the same one if it has not grown. */
export function countGrowth(before: ObserverState, transcript: string, now: Date): ObserverState {
  const size = sizeOf(transcript);
  const known = inTranscript(before, transcript, size);
  if (size <= known.counted) return before;
  let { characters } = known;
  const piece = { from: known.counted, isInLine: known.isInLine, most: MOST_READ };
  const next = readValuesOfPiece(transcript, piece, (value, _, at) => {
    characters += lengthSaid(known, value, at);
  });
  return next ? { ...known, characters, counted: next.from, isInLine: next.isInLine, at: now.getTime() } : before;
}

/** The state for this transcript. What a fork copied can be long, and does not count. */
function inTranscript(before: ObserverState, transcript: string, size: number): ObserverState {
  if (before.transcript === transcript && size >= before.counted) return before;
  const isFirst = before.transcript === null;
  const since = isFirst ? before.since : before.at;
  const counted = since === null ? 0 : Math.max(0, size - MOST_READ);
  return {
    ...before,
    transcript,
    since,
    counted,
    isInLine: counted > 0,
    from: isFirst ? before.from : 0,
  };
}

/** What a session is asked when its turn ends, at most 300 tokens with what the host adds. */
export const OBSERVE_PROMPT = `Before you stop, keep what a later session should know of the work since you were last asked: decisions and their reasons, findings, causes of failures, wishes of the user. Use one Bash call, a title of 3 to 8 words each, facts with names, paths and figures:
chronicle observe <<'EOF'
- [decision] [P1] Refresh tokens rotate every seven days
  - src/auth.ts: refreshToken() issues a JWT for 7 days
  Scope: committed
EOF
Types: decision, bugfix, feature, refactor, discovery, change. P1 critical, P2, P3. Scope: global, committed, local. Never a secret, nothing routine, nothing kept before.
Then finish in one short sentence. If nothing is worth keeping, only say so.`;

/** `12,000`. */
export function roundTokens(tokens: number): string {
  return grouped(Math.round(tokens / 1000) * 1000);
}
