import { readdirSync, renameSync, statSync } from 'node:fs';
import { hostname } from 'node:os';
import { ChronicleError, isErrno } from '#src/project/chronicle-error.ts';
import { readBeginning } from '../disk/read-file.ts';
import { placeAt } from './create-file.ts';
import { pause } from './pause.ts';
import { isRunning, markOf, readMark } from './running-process.ts';
import { discard, isLeftover, temporaryName, workDirectory, writeTemporary } from './work-directory.ts';

/** After this long, a lock of another host counts as abandoned (ms). Work under a lock takes far less. */
const ABANDONED = 10_000;
const RETRY_EVERY = 5;
const LARGEST_MARK = 1024;

/**
 * Runs `work` while none of our other processes works under the same name in this directory. Editors and the host do not
 * know the lock. Throws CHRONICLE_BUSY after `patience` ms. A lock whose process is gone is ignored.
 */
export function withLock<T>(directory: string, name: string, patience: number, work: () => T): T {
  const lock = lockPath(directory, name);
  const token = JSON.stringify({ ...markOf(process.pid), host: hostname() });
  const mine = writeTemporary(directory, token, { durable: false });
  try {
    acquire(lock, mine, token, directory, patience);
    try {
      return work();
    } finally {
      discard(lock);
    }
  } finally {
    discard(mine);
    clearWorkDirectory(directory);
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
): Promise<{ result: T } | null> {
  const lock = lockPath(directory, name);
  const token = JSON.stringify({ ...markOf(process.pid), host: hostname() });
  const mine = writeTemporary(directory, token, { durable: false });
  try {
    if (!placeAt(lock, mine, token)) {
      if (!isAbandoned(lock)) return null;
      removeAbandoned(lock, directory);
      if (!placeAt(lock, mine, token)) return null;
    }
    try {
      return { result: await work() };
    } finally {
      discard(lock);
    }
  } finally {
    discard(mine);
    clearWorkDirectory(directory);
  }
}

/** The path of a lock, whether or not anybody holds it. */
export function lockPath(directory: string, name: string): string {
  return `${workDirectory(directory)}/${name}.lock`;
}

function acquire(lock: string, mine: string, token: string, directory: string, patience: number): void {
  const deadline = Date.now() + patience;
  while (!placeAt(lock, mine, token)) {
    if (isAbandoned(lock)) removeAbandoned(lock, directory);
    else if (Date.now() > deadline)
      throw new ChronicleError('CHRONICLE_BUSY', `Another process holds the lock ${lock}. Nothing was written.`);
    else pause(RETRY_EVERY);
  }
}

/** Whether the process that holds a lock is gone. False if there is no lock. */
export function isAbandoned(lock: string): boolean {
  const stats = statSync(lock, { throwIfNoEntry: false });
  if (!stats) return false;
  const owner = readMark(readBeginning(lock, LARGEST_MARK) ?? '');
  if (owner?.host === hostname()) return !isRunning(owner);
  return Date.now() - stats.mtimeMs > ABANDONED;
}

/**
 * Removes an abandoned lock. Two processes may try at once, and the second must not remove the lock that the first has just
 * taken: so the lock is moved away first, checked again, and put back if it is not abandoned.
 */
function removeAbandoned(lock: string, directory: string): void {
  const moved = temporaryName(directory);
  try {
    renameSync(lock, moved);
    if (isAbandoned(moved)) discard(moved);
    else renameSync(moved, lock);
  } catch (error) {
    if (!isErrno(error, 'ENOENT')) throw error;
  }
}

/** Deletes temporary files and locks that killed processes left in the work directory. Never fails. */
function clearWorkDirectory(directory: string): void {
  const work = workDirectory(directory);
  try {
    for (const name of readdirSync(work)) {
      if (name.endsWith('.lock') && isAbandoned(`${work}/${name}`)) removeAbandoned(`${work}/${name}`, directory);
      if (isLeftover(work, name)) discard(`${work}/${name}`);
    }
  } catch {
    // Another process may be clearing at the same time. The next one deletes the rest.
  }
}
