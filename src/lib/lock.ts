/**
 * Locks between our own processes. Editors and the host do not know them.
 *
 * A lock is a directory with one file in it, whose name tells the holder:
 *
 *     .tmp/2026-03-24-main.md.lock/4711.88123.1f2e3d4c.my-laptop
 *
 * Both are made under a temporary name and renamed: that fails if the lock has a file, and replaces it if it is empty, so of
 * several processes one gets it, whole. An abandoned lock is emptied by deleting the file of the holder that was found dead.
 * If another process has taken the lock meanwhile, its file has another name and stays. A killed process leaves a temporary
 * directory, a lock that its name shows to be abandoned, or an empty one, and none of them blocks anybody.
 */
import {
  closeSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  unlinkSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { ChronicleError, isErrno } from './chronicle-error.ts';
import { isThere } from './is-there.ts';
import { namesIn } from './names-in.ts';
import { workPath } from './paths.ts';
import { CREATE_NEW } from './read-file.ts';

/** After this long, a lock counts as abandoned if nobody can tell whether its process still runs (ms). Work under a lock takes far less. */
const ABANDONED = 10_000;
/** After this long, a temporary file of a process on another host counts as abandoned (ms). */
const LEFT_BEHIND = 60 * 60 * 1000;
/** A waiting process looks again after a random time, so that none is always late (ms). */
const LONGEST_PAUSE = 5;

/** Part of the names, as containers may share the directory but not the processes. */
export const HOST = hostname().replaceAll('/', '');

/**
 * Runs `work` while none of our other processes works under the same name in this directory. Throws CHRONICLE_BUSY after
 * `patience` ms. A lock whose process is gone is ignored.
 */
export function withLock<T>(directory: string, name: string, patience: number, work: () => T): T {
  const lock = lockPath(directory, name);
  const deadline = Date.now() + patience;
  let release = take(lock, directory);
  for (; release === null; release = take(lock, directory)) {
    if (Date.now() > deadline)
      throw new ChronicleError('CHRONICLE_BUSY', `Another process holds the lock ${lock}. Nothing was written.`);
    pause(1 + Math.random() * LONGEST_PAUSE);
    // Throws if the holder has deleted the directory: nobody is to make it again.
    lstatSync(directory);
  }
  try {
    return work();
  } finally {
    release();
  }
}

/**
 * Runs longer work unless another of our processes, or this one, already works under the same name: then returns null at
 * once. A lock of another host counts as abandoned after a few seconds, so the work must bear being done twice.
 */
export async function unlessLocked<T>(
  directory: string,
  name: string,
  work: () => Promise<T>,
  lock = lockPath(directory, name),
): Promise<{ result: T } | null> {
  const release = take(lock, directory);
  if (release === null) return null;
  try {
    return { result: await work() };
  } finally {
    release();
  }
}

/**
 * Runs work that only one process may do at a time, with the lock at `path`. Throws CHRONICLE_BUSY at once, naming the
 * process, if another one is doing it.
 */
export async function exclusively<T>(path: string, what: string, work: () => Promise<T>): Promise<T> {
  const done = await unlessLocked(dirname(path), '', work, path);
  if (done) return done.result;
  const holder = isAbandoned(path) ? null : holderNamed(namesIn(path)[0]);
  const at = holder && ` (process ${holder.pid}${holder.host === HOST ? '' : ` on ${holder.host}`})`;
  throw new ChronicleError('CHRONICLE_BUSY', `${what} is already running${at ?? ''}. Nothing was written.`);
}

/** The path of a lock, whether or not anybody holds it. */
export function lockPath(directory: string, name: string): string {
  return `${workPath(directory)}/${name}.lock`;
}

/**
 * Whether the process that holds a lock is gone. False if there is no lock. With `isShort`, for locks held for a moment, a
 * process of this host that may be another one with the same id (macOS does not tell) counts as gone after ten seconds.
 */
export function isAbandoned(lock: string, isShort = false): boolean {
  const [name] = namesIn(lock);
  // Asked last, so that the time is not that of an older lock than was read.
  const stats = lstatSync(lock, { throwIfNoEntry: false });
  if (!stats) return false;
  if (!stats.isDirectory() || name === undefined) return true;
  const holder = holderNamed(name);
  const isOld = Date.now() - stats.mtimeMs > ABANDONED;
  if (holder?.host !== HOST) return isOld;
  return !isRunning(holder) || (isShort && isOld && holder.started === null);
}

/** The temporary files and abandoned locks in the work directory of `directory`. */
export function leftoversIn(directory: string): string[] {
  const work = workPath(directory);
  return namesIn(work).flatMap((name) => {
    const path = `${work}/${name}`;
    try {
      return (name.endsWith('.lock') ? isAbandoned(path) : isLeftover(path, name)) ? [path] : [];
    } catch {
      // Its process has just deleted it.
      return [];
    }
  });
}

/** Deletes what killed processes left in the work directory of `directory`. Never fails: the next call deletes the rest. */
export function deleteLeftovers(directory: string): void {
  for (const path of leftoversIn(directory)) {
    try {
      if (path.endsWith('.lock')) removeAbandoned(path);
      else rmSync(path, { recursive: true, force: true });
    } catch {
      // Another process was faster.
    }
  }
}

/** Takes a lock that is free or abandoned and returns what releases it; null if another process holds it. */
function take(lock: string, directory: string): (() => void) | null {
  if (isThere(lock) && !removeAbandoned(lock)) return null;
  const name = `${process.pid}.${startOf(process.pid) ?? ''}.${Math.random().toString(16).slice(2)}.${HOST}`;
  const made = temporaryName(directory);
  mkdirSync(made, { mode: 0o700 });
  try {
    closeSync(openSync(`${made}/${name}`, CREATE_NEW, 0o600));
    renameSync(made, lock);
  } catch (error) {
    rmSync(made, { recursive: true, force: true });
    // Another process was faster. Windows replaces no directory.
    if (isErrno(error, 'ENOTEMPTY', 'EEXIST', 'ENOTDIR')) return null;
    if (isErrno(error, 'EPERM', 'EACCES') && isThere(lock)) return null;
    throw error;
  }
  return () => {
    discard(`${lock}/${name}`);
    removeEmpty(lock);
    deleteLeftovers(directory);
  };
}

/** Frees a lock whose process is gone. Whatever is not a directory is no lock of ours, and deleted. False if a process holds it. */
function removeAbandoned(lock: string): boolean {
  const [name] = namesIn(lock);
  if (!isAbandoned(lock, true)) return !isThere(lock);
  if (lstatSync(lock, { throwIfNoEntry: false })?.isDirectory() === false) discard(lock);
  else {
    if (name !== undefined) discard(`${lock}/${name}`);
    removeEmpty(lock);
  }
  return true;
}

function removeEmpty(lock: string): void {
  try {
    rmdirSync(lock);
  } catch (error) {
    // Another process has taken it, or removed it.
    if (!isErrno(error, 'ENOENT', 'ENOTEMPTY', 'EEXIST')) throw error;
  }
}

/** The holder that the name of a lock's file tells; null for any other name. */
function holderNamed(name = ''): HostMark | null {
  const [, pid, started, host] = /^(\d+)\.(\d*)\.[0-9a-f]+\.(.*)$/.exec(name) ?? [];
  return pid === undefined || host === undefined ? null : { pid: Number(pid), started: started || null, host };
}

/**
 * A new name in the hidden folder next to our files, which is made if it is missing. Temporary files and locks are made there:
 * it is on the same file system, so that a finished file gets its name in one step, and it stays small, so that what killed
 * processes left is found without reading the whole archive. Refuses (CHRONICLE_OUTSIDE) a link in its place.
 *
 *     .tmp/4711.my-laptop.1f2e3d4c.tmp    a file, or a lock that is to be taken, of process 4711
 *     .tmp/2026-03-24-main.md.lock/       a lock that is held
 *
 * `Math.random` is enough: the file is created only if the name is free, and `node:crypto` costs a hook 5 ms to load.
 */
export function temporaryName(directory: string): string {
  const work = workPath(directory);
  const stats = lstatSync(work, { throwIfNoEntry: false });
  if (!stats) mkdirSync(work, { recursive: true, mode: 0o700 });
  else if (!stats.isDirectory())
    throw new ChronicleError('CHRONICLE_OUTSIDE', `${work} is not a directory. Nothing was written.`);
  return `${work}/${process.pid}.${HOST}.${Math.random().toString(16).slice(2)}.tmp`;
}

/** Deletes a file of ours. It may already be gone. */
export function discard(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if (!isErrno(error, 'ENOENT')) throw error;
  }
}

/** Whether a temporary file was left by a process that no longer runs; `name` is as `temporaryName` makes it. */
export function isLeftover(path: string, name: string): boolean {
  const [, pid, host] = /^(\d+)\.(.*)\.[0-9a-f]+\.tmp$/.exec(name) ?? [];
  if (!pid || Number(pid) === process.pid) return false;
  if (host === HOST && !isRunning({ pid: Number(pid), started: null })) return true;
  return Date.now() - lstatSync(path).mtimeMs > LEFT_BEHIND;
}

/** Identifies a process for later, although pids are reused. */
export interface ProcessMark {
  pid: number;
  /** When it was started, in the system's unit; null if unknown. */
  started: string | null;
}

/** A process mark with its host, as written to files. */
export interface HostMark extends ProcessMark {
  host: string;
}

/** Reads a mark from what a file has; null if it is not one. */
export function readMark({ pid, started, host }: Record<string, unknown>): HostMark | null {
  if (typeof pid !== 'number' || typeof host !== 'string') return null;
  return { pid, started: typeof started === 'string' ? started : null, host };
}

const ENDED = 'ended';

/** The mark of a running process. */
export function markOf(pid: number): ProcessMark {
  return { pid, started: startOf(pid) };
}

/** Whether the marked process is still running on this machine. */
export function isRunning({ pid, started }: ProcessMark): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: the process exists, but belongs to another user.
    if (!isErrno(error, 'EPERM')) return false;
  }
  const now = startOf(pid);
  return now !== ENDED && (started === null || now === null || started === now);
}

/** The parent of a running process; null if unknown. */
export function parentOf(pid: number): number | null {
  return Number(statOf(pid)?.[1]) || null;
}

/** When a process was started, in the system's unit; null if unknown. */
export function startOf(pid: number): string | null {
  const fields = statOf(pid);
  // A zombie has ended, but its parent has not noticed yet.
  return fields?.[0] === 'Z' ? ENDED : (fields?.[19] ?? null);
}

/** The fields of /proc/<pid>/stat from the third on (proc(5)): state, parent, …; the 22nd is the start. The command name before them may contain blanks and brackets. */
function statOf(pid: number): string[] | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return null;
  }
}

const never = new Int32Array(new SharedArrayBuffer(4));

/** Blocks for some milliseconds. Hooks are short and do one thing at a time. */
export function pause(milliseconds: number): void {
  Atomics.wait(never, 0, 0, milliseconds);
}
