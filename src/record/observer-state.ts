/**
 * What the observer knows of a session: how much was said since it was last asked for observations, and why it may be asked
 * again. One small JSON file, `<state>/index/observer/<session_id>`.
 */
import { isSessionId } from '#src/format/session-id.ts';
import { overwriteFile } from '#src/lib/files.ts';
import { parseObject } from '#src/lib/json-object.ts';
import { withLock } from '#src/lib/lock.ts';
import type { Paths } from '#src/lib/paths.ts';
import { statsOf } from '#src/lib/is-there.ts';
import { asBytes } from '#src/lib/latin1.ts';
import { readBeginning } from '#src/lib/read-file.ts';
import { privateDirectory } from '#src/lib/private-directory.ts';
import { readState } from './live.ts';

export interface ObserverState {
  /** The path of the transcript that was counted; null before the first one. */
  transcript: string | null;
  /** Records from before this time are copies, or from before the counting began (ms since 1970); null to count all. */
  since: number | null;
  /** When it was last read (ms since 1970). */
  at: number | null;
  /** How much of the transcript was read (bytes). */
  counted: number;
  /** Whether that is in the middle of a line, the rest of which is to be skipped. */
  isInLine: boolean;
  /** Text before this byte was observed, or asked for. */
  from: number;
  /** How much was said after it (characters). */
  characters: number;
  /** Whether a compaction makes the observer ask. */
  isForced: boolean;
}

/** Room for the longest path (bytes). */
const LARGEST = 16 * 1024;
/** How long to wait for another hook of the session (ms). */
const PATIENCE = 500;

/** The state of a session of which nothing is known. */
const UNKNOWN: ObserverState = {
  ...{ transcript: null, since: null, at: null, counted: 0, isInLine: false },
  ...{ from: 0, characters: 0, isForced: false },
};

/** The state of a session of which nothing is known, with what has the form of a known value. */
export function observerState(values: Record<string, unknown> = {}): ObserverState {
  const hasForm = (key: string, value: unknown) =>
    key.startsWith('is')
      ? typeof value === 'boolean'
      : key === 'transcript'
        ? typeof value === 'string'
        : isCount(value);
  const known = Object.entries(values).filter(([key, value]) => Object.hasOwn(UNKNOWN, key) && hasForm(key, value));
  return { ...UNKNOWN, ...Object.fromEntries(known) };
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

/** A session's state; null if there is none, or it cannot be read. */
export function readObserver(paths: Pick<Paths, 'observer'>, sessionId: string): ObserverState | null {
  if (!isSessionId(sessionId)) return null;
  const values = parseObject(readBeginning(pathOf(paths, sessionId), LARGEST) ?? '');
  return isCount(values.counted) && isCount(values.from) ? observerState(values) : null;
}

/**
 * Replaces a session's state atomically. Without a state, `edit` gets a new one, which counts from the session's start on.
 * If `edit` returns what it got, nothing is written.
 */
export function reviseObserver(paths: Paths, sessionId: string, edit: (state: ObserverState) => ObserverState): void {
  const directory = privateDirectory(paths.observer, paths.config);
  withLock(directory, sessionId, PATIENCE, () => {
    const before = readObserver(paths, sessionId) ?? firstState(paths, sessionId);
    const state = edit(before);
    if (state === before) return;
    overwriteFile(pathOf(paths, sessionId), asBytes(`${JSON.stringify(state)}\n`), { durable: false });
  });
}

/**
 * The state of a session that was not counted before. If it began with lines of an earlier one, as a fork does, only lines
 * since its own start count.
 */
function firstState(paths: Paths, sessionId: string): ObserverState {
  const began = readState(paths, sessionId)?.began;
  if (began === undefined || began.source === 'startup' || began.source === 'clear') return observerState();
  return observerState({ since: Date.parse(began.at) });
}

/** The transcript of a session: the one that is being written, else the one that was counted; null if neither is known. */
export function observedTranscript(paths: Paths, sessionId: string): string | null {
  return readState(paths, sessionId)?.transcript ?? readObserver(paths, sessionId)?.transcript ?? null;
}

/** The size of a regular file; 0 if there is none. */
export function sizeOf(path: string): number {
  const stats = statsOf(path);
  return stats?.isFile() ? stats.size : 0;
}

function pathOf({ observer }: Pick<Paths, 'observer'>, sessionId: string): string {
  return `${observer}/${sessionId}`;
}
