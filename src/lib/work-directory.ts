/**
 * The hidden folder next to our files: temporary files and locks are made here. It is on the same file system, so that a
 * finished file gets its name in one step, and it stays small, so that what killed processes left is found without reading
 * the whole archive.
 *
 *     .tmp/4711.my-laptop.1f2e3d4c.tmp    a file, or a lock that is to be taken, of process 4711
 *     .tmp/2026-03-24-main.md.lock/       a lock that is held (`lock.ts`)
 */
import { lstatSync, mkdirSync, readdirSync, rmdirSync, unlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { isRunning } from '#src/lib/running-process.ts';
import { ChronicleError, isErrno } from '#src/lib/chronicle-error.ts';
import { workPath } from '#src/lib/paths.ts';

/** After this long, a temporary file of a process on another host counts as abandoned (ms). */
const ABANDONED = 60 * 60 * 1000;

/** Part of the names, as containers may share the directory but not the processes. */
export const HOST = hostname().replaceAll('/', '');

/** The work directory of a directory, which is made if it is missing. Refuses (CHRONICLE_OUTSIDE) a link in its place. */
function workDirectory(directory: string): string {
  const path = workPath(directory);
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (!stats) mkdirSync(path, { recursive: true, mode: 0o700 });
  else if (!stats.isDirectory())
    throw new ChronicleError('CHRONICLE_OUTSIDE', `${path} is not a directory. Nothing was written.`);
  return path;
}

/**
 * A new name in the work directory. It contains the process id, so that the file can be deleted if this process dies.
 * `Math.random` is enough: the file is created only if the name is free, and `node:crypto` costs a hook 5 ms to load.
 */
export function temporaryName(directory: string): string {
  return `${workDirectory(directory)}/${process.pid}.${HOST}.${Math.random().toString(16).slice(2)}.tmp`;
}

/** Deletes a file of ours. It may already be gone. */
export function discard(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if (!isErrno(error, 'ENOENT')) throw error;
  }
}

/** Deletes a directory of ours with the files in it. */
export function discardDirectory(path: string): void {
  for (const name of readdirSync(path)) discard(`${path}/${name}`);
  rmdirSync(path);
}

/** Whether a temporary file in the work directory was left by a process that no longer runs. */
export function isLeftover(work: string, name: string): boolean {
  const [, pid, host] = /^(\d+)\.(.*)\.[0-9a-f]+\.tmp$/.exec(name) ?? [];
  if (!pid || Number(pid) === process.pid) return false;
  if (host === HOST && !isRunning({ pid: Number(pid), started: null })) return true;
  return Date.now() - lstatSync(`${work}/${name}`).mtimeMs > ABANDONED;
}
