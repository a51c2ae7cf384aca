import { lstatSync, unlinkSync } from 'node:fs';
import { isSessionId } from '#src/format/session-id.ts';
import type { Layout } from '#src/lib/paths.ts';
import { namesIn } from '../lib/names-in.ts';
import { readBeginning } from '../lib/read-file.ts';
import { requireWithin } from '../lib/private-directory.ts';
import { isRunning, readMark } from '../lib/running-process.ts';
import type { World } from '../lib/world.ts';
import { failingPath } from './failing-file.ts';
import { writeSmallFile } from './index-entry.ts';
import {
  type AnsweredStart,
  entryOf,
  LARGEST_STATE,
  type LiveState,
  newState,
  readState,
  revise,
} from './live-state.ts';

/** A younger entry that cannot be read may still be being written (ms). */
const BEING_WRITTEN = 10_000;

/** The host runs all hooks of a start at once; a later one belongs to another start (ms). */
const ONE_START = 10_000;

/** A start of a session, as its hook sees it. */
interface Start extends AnsweredStart {
  /** The real path of the session's start directory. */
  directory: string;
  /** The path of its transcript, as the host named it. */
  transcript?: string | undefined;
}

/**
 * Records that a session is running, and in which process. After a compaction, an open retrospective and an unused ticket
 * are kept; otherwise they are dropped. Returns false, and changes nothing, if another installation's hook has already
 * recorded this start and will answer it. The caller must hold the session's lock.
 */
export function noteStart(layout: Layout, sessionId: string, world: World, start: Start): boolean {
  const { directory, transcript, ...answered } = start;
  const state: LiveState = { ...newState(world), directory, transcript, start: answered };
  const earlier = readState(layout, sessionId);
  if (earlier && isNoted(earlier, state, answered)) return false;
  const isSameRun = earlier !== null && start.source === 'compact';
  state.began = (isSameRun ? earlier.began : undefined) ?? { source: start.source, at: state.since };
  if (isSameRun) revise(layout, sessionId, (current) => ({ ...current, ...state }));
  else writeSmallFile(layout, entryOf(layout, sessionId), `${JSON.stringify(state)}\n`);
  return true;
}

function isNoted(earlier: LiveState, { pid, host, since }: LiveState, { by, source }: AnsweredStart): boolean {
  if (earlier.pid !== pid || earlier.host !== host) return false;
  if (earlier.start?.source !== source || earlier.start.by === by) return false;
  return Math.abs(Date.parse(since) - Date.parse(earlier.since)) < ONE_START;
}

/** Begins the session's retrospective: from now on, its writes to memory need a person's approval. */
export function openRetro(layout: Layout, sessionId: string, world: World): void {
  const retro = world.now().toISOString();
  revise(layout, sessionId, (state) => ({ ...(state ?? newState(world)), retro }));
}

/** Ends the session's retrospective, if one is open. */
export function closeRetro(layout: Layout, sessionId: string): void {
  if (isRetroOpen(layout, sessionId)) revise(layout, sessionId, (state) => state && { ...state, retro: undefined });
}

/** Whether the session has an open retrospective. False for an unreadable entry or an invalid id. */
export function isRetroOpen(layout: Layout, sessionId: string): boolean {
  return readState(layout, sessionId)?.retro !== undefined;
}

/** Deletes the state of a session that is over, unless a link leads out of <config>. */
export function removeLive(layout: Layout, sessionId: string): void {
  removeOwn(layout, layout.live, entryOf(layout, sessionId));
  removeOwn(layout, layout.failing, failingPath(layout, sessionId));
}

function removeOwn({ config }: Layout, directory: string, path: string): void {
  try {
    requireWithin(directory, config);
    unlinkSync(path);
  } catch {
    // There was none, or a sweep was faster.
  }
}

/**
 * Sessions of this host that never ended although their process is gone, except `running`. An unreadable entry counts as
 * one.
 */
export function orphans(layout: Layout, host: string, running?: string): string[] {
  return namesIn(layout.live).filter((name) => name !== running && isSessionId(name) && isOrphan(layout, name, host));
}

function isOrphan(layout: Layout, sessionId: string, host: string): boolean {
  const path = entryOf(layout, sessionId);
  const mark = readMark(readBeginning(path, LARGEST_STATE) ?? '');
  if (mark) return mark.host === host && !isRunning(mark);
  const written = lstatSync(path, { throwIfNoEntry: false })?.mtimeMs;
  return written !== undefined && Date.now() - written > BEING_WRITTEN;
}
