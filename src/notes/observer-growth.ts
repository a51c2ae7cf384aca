/** Reads what a session's transcript has grown by. Hooks load it only when it has. */
import { isSessionId } from '#src/format/session-id.ts';
import type { Layout } from '#src/lib/paths.ts';
import type { ObserverState } from '#src/record/observer-state.ts';
import { readValuesOfPiece } from '#src/transcript/lines.ts';
import { UnobservedCount } from '#src/transcript/unobserved.ts';
import { firstState, readObserver, sizeOf, transcriptOf } from './observer-file.ts';

/** How much of a transcript is read at once (bytes): a turn adds less, and what is left counts the next time. */
const MOST_READ = 4 * 1024 * 1024;

/**
 * The state after what a transcript has grown by, from at most 4 MiB of it. Null if there is no transcript, or it has not
 * grown.
 */
export function countGrowth(
  before: ObserverState,
  transcript: string,
  now: Date,
): Pick<UnobservedCount, 'state' | 'lastAnswer'> | null {
  const size = sizeOf(transcript);
  const known = inTranscript(before, transcript, size);
  if (size <= known.counted) return null;
  const count = new UnobservedCount(known);
  const piece = { from: known.counted, isInLine: known.isInLine, most: MOST_READ };
  const next = readValuesOfPiece(transcript, piece, (value, _, at) => count.add(value, at));
  if (next === null) return null;
  const { from: counted, isInLine } = next;
  return { state: { ...count.state, counted, isInLine, at: now.getTime() }, lastAnswer: count.lastAnswer };
}

/** The state for this transcript. What a fork copied can be long, and does not count. */
function inTranscript(before: ObserverState, transcript: string, size: number): ObserverState {
  if (before.transcript === transcript && size >= before.counted) return before;
  const isFirst = before.transcript === null;
  const since = isFirst ? before.since : before.at;
  const counted = since === null ? 0 : Math.max(0, size - MOST_READ);
  const from = isFirst ? before.from : 0;
  return { ...before, transcript, since, counted, isInLine: counted > 0, from, openCalls: [] };
}

/** The number of the prompt that a session works on, from 1; null if it is not known. Reads at most 4 MiB. */
export function promptNow(layout: Layout, sessionId: string, now: Date): number | null {
  if (!isSessionId(sessionId)) return null;
  const transcript = transcriptOf(layout, sessionId);
  if (transcript === null) return null;
  const before = readObserver(layout, sessionId) ?? firstState(layout, sessionId);
  const { prompts } = countGrowth(before, transcript, now)?.state ?? before;
  return prompts === 0 ? null : prompts;
}
