/** What the observer knows of a session, in `<state>/index/observer/<session_id>`. */
import { renameSync, statSync } from 'node:fs';
import { isSessionId } from '#src/chronicle/session-id.ts';
import { type Counted, countLines } from '#src/import/observed-growth.ts';
import type { Layout } from '#src/project/paths.ts';
import {
  newObserverState,
  type ObserverState,
  readObserverState,
  writeObserverState,
} from '#src/record/observer-state.ts';
import { readBeginning } from '../disk/read-file.ts';
import { readGrowth } from '../disk/read-growth.ts';
import { withLock } from '../store/lock.ts';
import { privateDirectory } from '../store/private-directory.ts';
import { writeTemporary } from '../store/work-directory.ts';
import { readState } from './live-state.ts';

/** Room for the longest path and twenty tool calls (bytes). */
const LARGEST = 64 * 1024;

/** How much of a transcript is read at once (bytes): a turn adds less, and what is left counts the next time. */
export const MOST_READ = 4 * 1024 * 1024;

/** How long to wait for another hook of the session (ms). */
const PATIENCE = 500;

/** The path of a session's state. */
export const observerPath = ({ observer }: Pick<Layout, 'observer'>, sessionId: string) => `${observer}/${sessionId}`;

/** A session's state; null if there is none, or it cannot be read. */
export function readObserver(layout: Pick<Layout, 'observer'>, sessionId: string): ObserverState | null {
  if (!isSessionId(sessionId)) return null;
  const text = readBeginning(observerPath(layout, sessionId), LARGEST);
  return text === null ? null : readObserverState(text);
}

/**
 * Replaces a session's state atomically, and returns the new one. Without a state, `edit` gets a new one, which counts from
 * the session's start on. If `edit` returns what it got, nothing is written.
 */
export function reviseObserver(
  layout: Layout,
  sessionId: string,
  edit: (state: ObserverState) => ObserverState,
): ObserverState {
  const directory = privateDirectory(layout.observer, layout.config);
  return withLock(directory, sessionId, PATIENCE, () => {
    const before = readObserver(layout, sessionId) ?? firstState(layout, sessionId);
    const state = edit(before);
    if (state === before) return state;
    const bytes = Buffer.from(writeObserverState(state)).toString('latin1');
    renameSync(writeTemporary(directory, bytes, { durable: false }), observerPath(layout, sessionId));
    return state;
  });
}

/**
 * The state of a session that was not counted before. If it began with lines of an earlier one, as a fork does, only lines
 * since its own start count. Of a resumed session, nobody knows how many prompts it had.
 */
export function firstState(layout: Layout, sessionId: string): ObserverState {
  const state = newObserverState();
  const began = readState(layout, sessionId)?.began;
  const isNew = began === undefined || began.source === 'startup' || began.source === 'clear';
  if (isNew) return state;
  const since = Date.parse(began.at);
  return {
    ...state,
    since: Number.isNaN(since) ? null : since,
    prompts: began.source === 'fork' ? 0 : null,
  };
}

/**
 * The state after what a transcript has grown by, from at most 4 MiB of it. Null if there is no transcript, or it has not
 * grown.
 */
export function countGrowth(before: ObserverState, transcript: string, now: Date): Counted | null {
  const known = inTranscript(before, transcript);
  const size = known === null ? 0 : sizeOf(transcript);
  if (known === null || size <= known.counted) return null;
  const growth = readGrowth(transcript, known.counted, known.isInLine, MOST_READ);
  if (growth === null) return null;
  const { next, isInLine } = growth;
  return countLines({ ...known, counted: next, isInLine, at: now.getTime() }, growth.lines);
}

/** The state for this transcript; null if it cannot be read. */
function inTranscript(before: ObserverState, transcript: string): ObserverState | null {
  const size = sizeOf(transcript);
  if (size === 0) return null;
  const first = { ...before, transcript, counted: 0, isInLine: false, from: 0, open: [] };
  if (before.transcript === null) {
    // What was copied can be long, and is not counted.
    const counted = before.since === null ? 0 : Math.max(0, size - MOST_READ);
    return { ...first, counted, isInLine: counted > 0, from: before.from };
  }
  if (before.transcript !== transcript || size < before.counted)
    return { ...first, since: before.at, counted: Math.max(0, size - MOST_READ), isInLine: size > MOST_READ };
  return before;
}

/** The size of a regular file; 0 if there is none. */
export function sizeOf(path: string): number {
  try {
    const stats = statSync(path);
    return stats.isFile() ? stats.size : 0;
  } catch {
    return 0;
  }
}

/** Notes that the session has observed what was said until now, so that counting starts again. */
export function markObserved(layout: Layout, sessionId: string, now: Date): void {
  if (!isSessionId(sessionId)) return;
  const transcript = transcriptOf(layout, sessionId);
  reviseObserver(layout, sessionId, (state) => ({
    ...restarted(state, transcript === null ? 0 : sizeOf(transcript)),
    observed: now.toISOString(),
  }));
}

/** A state in which nothing is new: all text before byte `from` was observed or asked for. */
export function restarted(state: ObserverState, from: number): ObserverState {
  return { ...state, from: Math.max(state.from, from), characters: 0, events: [], isForced: false };
}

/** The number of the prompt that a session works on, from 1; null if it is not known. Reads at most 4 MiB. */
export function promptNow(layout: Layout, sessionId: string, now: Date): number | null {
  const transcript = transcriptOf(layout, sessionId);
  if (!isSessionId(sessionId) || transcript === null) return null;
  const before = readObserver(layout, sessionId) ?? firstState(layout, sessionId);
  const { prompts, counted } = countGrowth(before, transcript, now)?.state ?? before;
  return counted === 0 || prompts === 0 ? null : prompts;
}

function transcriptOf(layout: Layout, sessionId: string): string | null {
  return readState(layout, sessionId)?.transcript ?? readObserver(layout, sessionId)?.transcript ?? null;
}
