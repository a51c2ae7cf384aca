/**
 * The running sessions: what hooks know of each, in one small file, `<state>/index/live/<session_id>`. A file that is left
 * while its process is gone is that of a killed session.
 */
import { unlinkSync } from 'node:fs';
import { isSessionId } from '#src/format/session-id.ts';
import { appendLines, overwriteFile } from '#src/lib/files.ts';
import { statsOf } from '#src/lib/is-there.ts';
import { parseObject } from '#src/lib/json-object.ts';
import { type HostMark, isRunning, markOf, parentOf, readMark, withLock } from '#src/lib/lock.ts';
import type { Paths } from '#src/lib/paths.ts';
import { asBytes } from '#src/lib/latin1.ts';
import { namesIn } from '#src/lib/names-in.ts';
import { privateDirectory, requireWithin } from '#src/lib/private-directory.ts';
import { readBeginning } from '#src/lib/read-file.ts';
import { type Env, pathsIn } from '#src/lib/env.ts';
import { writeSmallFile } from './find.ts';
import { type Installer, installerOf } from './payload.ts';
import { shortHash } from '#src/lib/hash.ts';

/** What the hooks know about a running session. */
export interface LiveState extends HostMark {
  /** UTC, like the other times. */
  since: string;
  /** The real path of its start directory. */
  directory?: string | undefined;
  /** Which installation's hook answered its last start. */
  start?: AnsweredStart | undefined;
  /** The path of its transcript, as the host named it. A killed session has no other record of it. */
  transcript?: string | undefined;
  /** How its process came to this session, such as `resume` or `fork`, and when. Compactions do not change it. */
  began?: { source: string; at: string } | undefined;
  /** When the retrospective in progress began. */
  retro?: string | undefined;
  /** A question to a person about a change of memory, until the answer is used. Read by `readTicket`. */
  ticket?: unknown;
}

/** If session-chronicle is installed twice, two hooks run at each start and one of them answers. */
interface AnsweredStart {
  by: Installer;
  /** The host's name for the kind of start, such as `resume`. */
  source: string;
}

/** A start of a session, as its hook sees it. */
interface Start extends AnsweredStart {
  /** The real path of the session's start directory. */
  directory: string;
  /** The path of its transcript, as the host named it. */
  transcript?: string | undefined;
}

/** The largest state file: room for two paths and the longest command of a ticket (bytes). */
export const LARGEST_STATE = 16_384;
/** How long to wait for the lock (ms). Only the session's own hooks and commands take it, and only briefly. */
const PATIENCE = 500;
/** The host runs all hooks of a start at once; a later one belongs to another start (ms). */
const ONE_START = 10_000;
/** How many parent processes to follow; shells and tools stay far below. */
const MOST_ABOVE = 64;

/** The path of a session's state. */
export const entryOf = (paths: Pick<Paths, 'live'>, sessionId: string) => `${paths.live}/${sessionId}`;
/** The path of its counts of failed commands; see `countFailure`. */
const failingPath = ({ failing }: Pick<Paths, 'failing'>, sessionId: string) => `${failing}/${sessionId}`;

/** The state of a session that starts now. */
export function newState(env: Env): LiveState {
  const mark = markOf(Number(env.variables.CLAUDE_PID) || env.parentPid);
  return { ...mark, host: env.host, since: env.now().toISOString() };
}

/** A session's state; null if the entry is missing or unreadable. */
export function readState(paths: Paths, sessionId: string): LiveState | null {
  if (!isSessionId(sessionId)) return null;
  const values = parseObject(readBeginning(entryOf(paths, sessionId), LARGEST_STATE) ?? '');
  const mark = readMark(values);
  if (!mark) return null;
  const { since, ticket, start, began } = values as Partial<LiveState>;
  const words = ['directory', 'transcript', 'retro'].map((key) => [key, values[key]]);
  return {
    ...{ ...mark, since: String(since), ticket },
    ...Object.fromEntries(words.filter(([, value]) => typeof value === 'string')),
    ...(typeof start?.source === 'string' && { start }),
    ...(typeof began?.source === 'string' && typeof began.at === 'string' && { began }),
  };
}

/** Whether a session's process is running, on this machine or another one, as far as hooks know. */
export function isSessionRunning(env: Env, paths: Paths, sessionId: string): boolean {
  if (sessionId === env.variables.CLAUDE_CODE_SESSION_ID) return true;
  const state = readState(paths, sessionId);
  return state !== null && (state.host !== env.host || isRunning(state));
}

/** Replaces a session's state atomically: a reader of a half-written one would think that no retrospective is open. */
export function revise(paths: Paths, sessionId: string, edit: (state: LiveState | null) => LiveState | null): void {
  if (!isSessionId(sessionId)) return;
  withLock(privateDirectory(paths.live, paths.config), sessionId, PATIENCE, () => {
    const state = edit(readState(paths, sessionId));
    if (!state) return;
    overwriteFile(entryOf(paths, sessionId), asBytes(`${JSON.stringify(state)}\n`), { durable: false });
  });
}

/**
 * Records that a session is running, and in which process. After a compaction, an open retrospective and an unused ticket
 * are kept; otherwise they are dropped. Returns false, and changes nothing, if another installation's hook has already
 * recorded this start and will answer it. The caller must hold the session's lock.
 */
export function noteStart(paths: Paths, sessionId: string, env: Env, start: Start): boolean {
  const { directory, transcript, by, source } = start;
  const state: LiveState = { ...newState(env), directory, transcript, start: { by, source } };
  const earlier = readState(paths, sessionId);
  const isAnswered =
    earlier?.pid === state.pid &&
    earlier.host === state.host &&
    earlier.start?.source === source &&
    earlier.start.by !== by &&
    Math.abs(Date.parse(state.since) - Date.parse(earlier.since)) < ONE_START;
  if (isAnswered) return false;
  const isSameRun = earlier !== null && source === 'compact';
  state.began = (isSameRun ? earlier.began : undefined) ?? { source, at: state.since };
  if (isSameRun) revise(paths, sessionId, (current) => ({ ...current, ...state }));
  else writeSmallFile(paths, entryOf(paths, sessionId), `${JSON.stringify(state)}\n`);
  return true;
}

/** Whether the hooks of another installation answer for a session: those of this one then stay silent. */
export function isAnsweredElsewhere(env: Pick<Env, 'variables'>, paths: Paths, sessionId: string): boolean {
  const by = readState(paths, sessionId)?.start?.by;
  return by !== undefined && by !== installerOf(env.variables);
}

/** Deletes the state of a session that is over, unless a link leads out of <config>. */
export function removeLive(paths: Paths, sessionId: string): void {
  const own = [
    [paths.live, entryOf(paths, sessionId)],
    [paths.failing, failingPath(paths, sessionId)],
  ] as const;
  for (const [directory, path] of own) {
    try {
      requireWithin(directory, paths.config);
      unlinkSync(path);
    } catch {
      // There was none, or another start was faster.
    }
  }
}

/**
 * Sessions of this host that never ended although their process is gone, except `running`. An unreadable entry counts as
 * one.
 */
export function orphans(paths: Paths, host: string, running?: string): string[] {
  return namesIn(paths.live).filter((name) => name !== running && isSessionId(name) && isOrphan(paths, name, host));
}

function isOrphan(paths: Paths, sessionId: string, host: string): boolean {
  const state = readState(paths, sessionId);
  return state === null || (state.host === host && !isRunning(state));
}

/**
 * The running session that this process belongs to: the one in its environment, else the one whose process is among its
 * parents, since a process can lose its environment. Null outside a session, or if the system does not tell parents.
 */
export function enclosingSession(env: Env): string | null {
  const named = env.variables.CLAUDE_CODE_SESSION_ID;
  if (named) return named;
  const paths = pathsIn(env);
  const running = new Map<number, string>();
  for (const id of namesIn(paths.live)) {
    const state = readState(paths, id);
    if (state?.host === env.host) running.set(state.pid, id);
  }
  let pid: number | null = running.size === 0 ? null : env.parentPid;
  for (let n = 0; pid !== null && pid > 1 && n < MOST_ABOVE; n++) {
    const id = running.get(pid);
    if (id !== undefined) return id;
    pid = parentOf(pid);
  }
  return null;
}

/** Begins the session's retrospective: from now on, its writes to memory need a person's approval. */
export function openRetro(paths: Paths, sessionId: string, env: Env): void {
  const retro = env.now().toISOString();
  revise(paths, sessionId, (state) => ({ ...(state ?? newState(env)), retro }));
}

/** Ends the session's retrospective, if one is open. */
export function closeRetro(paths: Paths, sessionId: string): void {
  if (isRetroOpen(paths, sessionId)) revise(paths, sessionId, (state) => state && { ...state, retro: undefined });
}

/** Whether the session has an open retrospective. False for an unreadable entry or an invalid id. */
export function isRetroOpen(paths: Paths, sessionId: string): boolean {
  return readState(paths, sessionId)?.retro !== undefined;
}

/** How often each command failed in a running session: a line per failure in `<state>/index/failing/<session_id>`. */

/** Room for some 2,000 failures (bytes). What fails more often than that is not helped by a reminder. */
const LARGEST = 64 * 1024;

/**
 * Counts a failure and returns how often this form of command has failed in the session, this time included; null if the
 * count is full. Only a digest of the form is kept. Processes that count at the same time get different numbers.
 */
export function countFailure(paths: Paths, sessionId: string, form: string): number | null {
  if (!isSessionId(sessionId)) return null;
  const digest = shortHash(`${sessionId}\n${form}`).toString(16);
  const own = `${digest} ${process.pid.toString(36)}-${Math.random().toString(36).slice(2)}`;
  privateDirectory(paths.failing, paths.config);
  const path = failingPath(paths, sessionId);
  if ((statsOf(path)?.size ?? 0) + own.length >= LARGEST) return null;
  appendLines(path, [own]);
  const lines = (readBeginning(path, LARGEST) ?? '').split('\n').filter((line) => line.startsWith(`${digest} `));
  const place = lines.indexOf(own);
  return place === -1 ? null : place + 1;
}
