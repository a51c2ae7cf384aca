/** What the observer knows of a session, in `<state>/index/observer/<session_id>`. */
import { statSync } from 'node:fs';
import { isSessionId } from '#src/format/session-id.ts';
import { overwriteFile } from '#src/lib/files.ts';
import { withLock } from '#src/lib/lock.ts';
import { discard } from '#src/lib/work-directory.ts';
import type { Layout } from '#src/lib/paths.ts';
import { afterObserving } from '#src/notes/observer.ts';
import {
  newObserverState,
  type ObserverState,
  readObserverState,
  writeObserverState,
} from '#src/record/observer-state.ts';
import { asBytes } from '../lib/latin1.ts';
import { readBeginning } from '../lib/read-file.ts';
import { privateDirectory } from '../lib/private-directory.ts';
import { readState } from '../record/live-state.ts';
import { unobservedPath } from './unobserved-entry.ts';

/** Room for the longest path and twenty tool calls (bytes). */
const LARGEST = 64 * 1024;

/** How long to wait for another hook of the session (ms). */
const PATIENCE = 500;

/** A session's state; null if there is none, or it cannot be read. */
export function readObserver(layout: Pick<Layout, 'observer'>, sessionId: string): ObserverState | null {
  if (!isSessionId(sessionId)) return null;
  const text = readBeginning(pathOf(layout, sessionId), LARGEST);
  return text === null ? null : readObserverState(text);
}

/**
 * Replaces a session's state atomically. Without a state, `edit` gets a new one, which counts from the session's start on.
 * If `edit` returns what it got, nothing is written.
 */
export function reviseObserver(layout: Layout, sessionId: string, edit: (state: ObserverState) => ObserverState): void {
  const directory = privateDirectory(layout.observer, layout.config);
  withLock(directory, sessionId, PATIENCE, () => {
    const before = readObserver(layout, sessionId) ?? firstState(layout, sessionId);
    const state = edit(before);
    if (state === before) return;
    const bytes = asBytes(writeObserverState(state));
    overwriteFile(pathOf(layout, sessionId), bytes, { durable: false });
  });
}

/**
 * The state of a session that was not counted before. If it began with lines of an earlier one, as a fork does, only lines
 * since its own start count. Of a resumed session, nobody knows how many prompts it had.
 */
export function firstState(layout: Layout, sessionId: string): ObserverState {
  const state = newObserverState();
  const began = readState(layout, sessionId)?.began;
  if (began === undefined || began.source === 'startup' || began.source === 'clear') return state;
  const since = Date.parse(began.at);
  return {
    ...state,
    since: Number.isNaN(since) ? null : since,
    prompts: began.source === 'fork' ? 0 : null,
  };
}

/** Notes that the session has observed what was said until now, so that counting starts again. */
export function markObserved(layout: Layout, sessionId: string, now: Date): void {
  if (!isSessionId(sessionId)) return;
  const transcript = transcriptOf(layout, sessionId);
  const size = transcript === null ? 0 : sizeOf(transcript);
  reviseObserver(layout, sessionId, (state) => afterObserving(state, size, now));
  discard(unobservedPath(layout, sessionId));
}

/** The transcript of a session: the one that is being written, else the one that was counted; null if neither is known. */
export function transcriptOf(layout: Layout, sessionId: string): string | null {
  return readState(layout, sessionId)?.transcript ?? readObserver(layout, sessionId)?.transcript ?? null;
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

function pathOf({ observer }: Pick<Layout, 'observer'>, sessionId: string): string {
  return `${observer}/${sessionId}`;
}
