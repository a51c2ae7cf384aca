import { readdirSync, statSync } from 'node:fs';
import { hostname } from 'node:os';
import { ChronicleError } from '#src/project/chronicle-error.ts';
import { readBeginning } from '../disk/read-file.ts';
import { placeAt } from './create-file.ts';
import { pause } from './pause.ts';
import { type HostMark, isRunning, markOf, readMark } from './running-process.ts';
import { discard, isLeftover, workDirectory, writeTemporary } from './work-directory.ts';

/** After this long, a lock of another host counts as abandoned (ms). Work under a lock takes far less. */
const ABANDONED = 10_000;
const RETRY_EVERY = 5;
const LARGEST_MARK = 1024;

/** What this process puts in the place of a lock. */
interface Mine {
  directory: string;
  token: string;
  /** A finished file with the token. */
  file: string;
}

/**
 * Runs `work` while none of our other processes works under the same name in this directory. Editors and the host do not
 * know the lock. Throws CHRONICLE_BUSY after `patience` ms. A lock whose process is gone is ignored.
 */
export function withLock<T>(directory: string, name: string, patience: number, work: () => T): T {
  const lock = lockPath(directory, name);
  const mine = writeMine(directory);
  try {
    acquire(lock, mine, patience);
    try {
      return work();
    } finally {
      discard(lock);
    }
  } finally {
    giveUp(mine);
  }
}

/**
 * Runs longer work unless another of our processes, or this one, already works under the same name: then returns null at
 * once. A lock of another host counts as abandoned after a few seconds, so the work must bear being done twice.
 */
export function unlessLocked<T>(
  directory: string,
  name: string,
  work: () => Promise<T>,
): Promise<{ result: T } | null> {
  return unlessHeld(lockPath(directory, name), directory, work);
}

/** The same for a lock at any path in this directory. */
export async function unlessHeld<T>(
  lock: string,
  directory: string,
  work: () => Promise<T>,
): Promise<{ result: T } | null> {
  const mine = writeMine(directory);
  let isOurs: boolean;
  try {
    isOurs = take(lock, mine);
  } finally {
    giveUp(mine);
  }
  if (!isOurs) return null;
  try {
    return { result: await work() };
  } finally {
    discard(lock);
  }
}

/** The path of a lock, whether or not anybody holds it. */
export function lockPath(directory: string, name: string): string {
  return `${workDirectory(directory)}/${name}.lock`;
}

/** The process that a lock names; null if there is none, or it cannot be read. */
export function ownerOf(lock: string): HostMark | null {
  return readMark(readBeginning(lock, LARGEST_MARK) ?? '');
}

/** Whether the process that holds a lock is gone. False if there is no lock. */
export function isAbandoned(lock: string): boolean {
  const owner = ownerOf(lock);
  if (owner?.host === hostname()) return !isRunning(owner);
  // Asked last, so that the time is not that of an older lock than was read.
  const stats = statSync(lock, { throwIfNoEntry: false });
  return stats !== undefined && Date.now() - stats.mtimeMs > ABANDONED;
}

function writeMine(directory: string): Mine {
  const token = JSON.stringify({ ...markOf(process.pid), host: hostname() });
  return { directory, token, file: writeTemporary(directory, token, { durable: false }) };
}

function giveUp(mine: Mine): void {
  clearWorkDirectory(mine);
  discard(mine.file);
}

function acquire(lock: string, mine: Mine, patience: number): void {
  const deadline = Date.now() + patience;
  while (!take(lock, mine)) {
    if (Date.now() > deadline)
      throw new ChronicleError('CHRONICLE_BUSY', `Another process holds the lock ${lock}. Nothing was written.`);
    pause(RETRY_EVERY);
  }
}

/** Takes a lock that is free or abandoned. */
function take(lock: string, mine: Mine): boolean {
  if (placeAt(lock, mine.file, mine.token)) return true;
  if (!isAbandoned(lock)) return false;
  removeAbandoned(lock, mine);
  return placeAt(lock, mine.file, mine.token);
}

/**
 * Removes an abandoned lock. Several processes may try at once, and none may remove the lock that another has just taken: so
 * only the holder of a second lock removes it, and looks again before. That lock may be abandoned, too.
 */
function removeAbandoned(lock: string, mine: Mine): void {
  const removal = lock.replace(/\.lock$/, '.removal.lock');
  if (!take(removal, mine)) return;
  try {
    if (isAbandoned(lock)) discard(lock);
  } finally {
    discard(removal);
  }
}

/** Deletes temporary files and locks that killed processes left in the work directory. Never fails. */
function clearWorkDirectory(mine: Mine): void {
  const work = workDirectory(mine.directory);
  try {
    for (const name of readdirSync(work)) {
      if (name.endsWith('.lock') && isAbandoned(`${work}/${name}`)) removeAbandoned(`${work}/${name}`, mine);
      if (isLeftover(work, name)) discard(`${work}/${name}`);
    }
  } catch {
    // Another process may be clearing at the same time. The next one deletes the rest.
  }
}
