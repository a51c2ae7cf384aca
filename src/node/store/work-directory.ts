import { closeSync, fchmodSync, fsyncSync, lstatSync, mkdirSync, openSync, unlinkSync, writeSync } from 'node:fs';
import { hostname } from 'node:os';
import { ChronicleError, isErrno } from '#src/project/chronicle-error.ts';
import { workPath } from '#src/project/paths.ts';
import { CREATE_NEW } from '../disk/open-flags.ts';
import { isRunning } from './running-process.ts';

/** After this long, files of a process on another host count as abandoned (ms). */
const ABANDONED = 60 * 60 * 1000;

/** Part of temporary names, as containers may share the directory but not the processes. */
const HOST = hostname().replaceAll('/', '');

/**
 * The hidden folder next to the chronicles for temporary files and locks. It is on the same file system, so finished files
 * can be linked into place. It stays small, so leftovers of killed processes are found without reading the whole archive.
 */
export function workDirectory(directory: string): string {
  const path = workPath(directory);
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (!stats) mkdirSync(path, { recursive: true, mode: 0o700 });
  else if (!stats.isDirectory())
    throw new ChronicleError('CHRONICLE_OUTSIDE', `${path} is not a directory. Nothing was written.`);
  return path;
}

/** Writes bytes (as Latin-1) to a new file in the work directory and returns its path. Flushed to disk if `durable`. */
export function writeTemporary(directory: string, text: string, { mode = 0o600, durable = true } = {}): string {
  return namingFile(directory, directory, () => {
    const path = temporaryName(directory);
    const file = openSync(path, CREATE_NEW, 0o600);
    try {
      writeAll(file, Buffer.from(text, 'latin1'));
      if (mode !== 0o600) fchmodSync(file, mode);
      if (durable) fsyncSync(file);
    } catch (error) {
      discard(path);
      throw error;
    } finally {
      closeSync(file);
    }
    return path;
  });
}

/**
 * Runs `work`. A system error that names no path, `directory` or a file in its work directory names `path` instead: people
 * do not know temporary files.
 */
export function namingFile<T>(path: string, directory: string, work: () => T): T {
  return naming(path, (named = directory) => named === directory || named.startsWith(workPath(directory)), work);
}

/** The same for a temporary file elsewhere. */
export function namingTarget<T>(path: string, temporary: string, work: () => T): T {
  return naming(path, (named = temporary) => named === temporary, work);
}

function naming<T>(path: string, isOurs: (named: string | undefined) => boolean, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) {
      if (isOurs('path' in error ? String(error.path) : undefined)) Object.assign(error, { path });
    }
    throw error;
  }
}

/**
 * A name for a temporary file. It contains the process id, so that the file can be cleaned up if this process dies.
 * `Math.random` is enough: the file is created only if the name is free, and `node:crypto` costs a hook 5 ms to load.
 */
export function temporaryName(directory: string): string {
  return `${workDirectory(directory)}/${process.pid}.${HOST}.${Math.random().toString(16).slice(2)}.tmp`;
}

/** Deletes a temporary file or lock of ours. It may already be gone. */
export function discard(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if (!isErrno(error, 'ENOENT')) throw error;
  }
}

/** Whether a file in the work directory was left by a process that no longer runs. */
export function isLeftover(work: string, name: string): boolean {
  const [, pid, host] = /^(\d+)\.(.*)\.[0-9a-f]+\.tmp$/.exec(name) ?? [];
  if (!pid || Number(pid) === process.pid) return false;
  if (host === HOST && !isRunning({ pid: Number(pid), started: null })) return true;
  return Date.now() - lstatSync(`${work}/${name}`).mtimeMs > ABANDONED;
}

/** Writes the whole buffer to an open file. */
export function writeAll(file: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
}

/** Makes a new or renamed name durable. Ignores systems that cannot flush a directory. */
export function flushDirectory(directory: string): void {
  try {
    const file = openSync(directory, 'r');
    try {
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    if (!isErrno(error, 'EISDIR', 'EPERM', 'EACCES', 'EINVAL', 'ENOTSUP')) throw error;
  }
}
