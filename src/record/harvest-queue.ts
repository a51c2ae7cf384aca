import { lstatSync, renameSync } from 'node:fs';
import { isSessionId } from '#src/format/session-id.ts';
import { overwriteFile } from '#src/lib/files.ts';
import { discard, temporaryName } from '#src/lib/work-directory.ts';
import { isErrno } from '#src/lib/chronicle-error.ts';
import type { Paths } from '#src/lib/paths.ts';
import { asBytes } from '../lib/latin1.ts';
import { namesIn } from '../lib/names-in.ts';
import { readBeginning } from '../lib/read-file.ts';
import { writeSmallFile } from './find.ts';
import { LARGEST_STATE, type LiveState } from './live.ts';

/**
 * The queue of sessions whose transcripts are to be read, one file per session. Hooks add to it, since they must not read
 * transcripts themselves, and a process of its own works it off.
 */
export interface QueuedHarvest {
  /** The path of the transcript, as the host named it: untrusted. Null if it is unknown. */
  transcript: string | null;
  /** How its last process came to the session, in the host's words, such as `fork`; null if unknown. */
  source: string | null;
  /** When that was, UTC; null if unknown. */
  since: string | null;
  /** When the entry was written, UTC. */
  queued: string;
  /** How many times reading it was begun. */
  attempts: number;
}

/** A younger entry that cannot be read may still be being written (ms). */
const BEING_WRITTEN = 10_000;

/** The path of a session's entry. */
const queuedPath = (paths: Pick<Paths, 'harvest'>, sessionId: string) => `${paths.harvest}/${sessionId}`;

/** Adds a session to the queue, or renews its entry. `state` is what is known of it. */
export function queueHarvest(
  paths: Paths,
  sessionId: string,
  state: Pick<LiveState, 'transcript' | 'began'>,
  now: Date,
): void {
  const entry: QueuedHarvest = {
    transcript: state.transcript ?? null,
    source: state.began?.source ?? null,
    since: state.began?.at ?? null,
    queued: now.toISOString(),
    attempts: 0,
  };
  writeSmallFile(paths, queuedPath(paths, sessionId), textOf(entry));
}

/** The sessions in the queue, and unreadable entries. */
export function queuedSessions(paths: Pick<Paths, 'harvest'>): string[] {
  return namesIn(paths.harvest).filter(isSessionId);
}

/** When an entry was last written (ms); null if it is gone. */
export function queuedAt(paths: Pick<Paths, 'harvest'>, sessionId: string): number | null {
  return lstatSync(queuedPath(paths, sessionId), { throwIfNoEntry: false })?.mtimeMs ?? null;
}

/** A session's entry; null if there is none or it cannot be read. */
export function readQueued(paths: Pick<Paths, 'harvest'>, sessionId: string): QueuedHarvest | null {
  return decode(readBeginning(queuedPath(paths, sessionId), LARGEST_STATE) ?? '');
}

/** Whether an entry that cannot be read will stay so. */
export function isBroken(paths: Pick<Paths, 'harvest'>, sessionId: string): boolean {
  const at = queuedAt(paths, sessionId);
  return at !== null && Date.now() - at > BEING_WRITTEN && readQueued(paths, sessionId) === null;
}

/** Replaces an entry with `next`. The caller must hold its lock. */
export function replaceQueued(paths: Pick<Paths, 'harvest'>, sessionId: string, next: QueuedHarvest): void {
  overwriteFile(queuedPath(paths, sessionId), asBytes(textOf(next)), { durable: false });
}

/**
 * Removes a session's entry, unless a hook has renewed it since `known` was read; then returns false. The entry is moved
 * away first and put back if it is another one, so that no renewal is lost in between. The caller must hold its lock.
 */
export function removeQueued(paths: Pick<Paths, 'harvest'>, sessionId: string, known: QueuedHarvest | null): boolean {
  const path = queuedPath(paths, sessionId);
  const moved = temporaryName(paths.harvest);
  try {
    renameSync(path, moved);
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return true;
    throw error;
  }
  const found = decode(readBeginning(moved, LARGEST_STATE) ?? '');
  // A hook may be writing into the moved file, so that it cannot be read yet.
  const isRenewed = known === null ? found !== null : found === null || textOf(found) !== textOf(known);
  if (isRenewed && queuedAt(paths, sessionId) === null) renameSync(moved, path);
  else discard(moved);
  return !isRenewed;
}

function textOf(entry: QueuedHarvest): string {
  return `${JSON.stringify(entry)}\n`;
}

function decode(text: string): QueuedHarvest | null {
  try {
    const { transcript, source, since, queued, attempts }: Record<string, unknown> = JSON.parse(text);
    if (typeof queued !== 'string' || typeof attempts !== 'number') return null;
    return { transcript: wordsIn(transcript), source: wordsIn(source), since: wordsIn(since), queued, attempts };
  } catch {
    return null;
  }
}

function wordsIn(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
