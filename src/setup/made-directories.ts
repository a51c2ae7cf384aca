import { lstatSync, mkdirSync, rmdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { isErrno } from '#src/lib/chronicle-error.ts';
import type { Paths } from '#src/lib/paths.ts';
import { requireWithin } from '../lib/private-directory.ts';

/** The modes of new files and directories: private, or the user's default in a project. */
export interface Modes {
  file: number;
  directory: number;
}

/** The directories to create for a path to exist, outermost first. */
export function missingAbove(path: string): string[] {
  if (lstatSync(path, { throwIfNoEntry: false }) || dirname(path) === path) return [];
  return [...missingAbove(dirname(path)), path];
}

/** Creates a directory and its missing parents. */
export function makeMissing(path: string, { directory }: Modes): void {
  for (const missing of missingAbove(path)) mkdirSync(missing, { mode: directory });
}

/** Deletes a directory if it is empty. */
export function removeIfEmpty(path: string): void {
  try {
    rmdirSync(path);
  } catch (error) {
    if (!isErrno(error, 'ENOTEMPTY', 'EEXIST', 'ENOENT', 'ENOTDIR', 'EPERM', 'EBUSY')) throw error;
  }
}

/** Deletes a file or directory of ours, if it exists. Refuses (CHRONICLE_OUTSIDE) one that leads elsewhere. */
export function removeOwn(path: string, { config }: Pick<Paths, 'config'>): void {
  try {
    requireWithin(path, config);
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return;
    throw error;
  }
  // A session may end at the same moment and write there.
  rmSync(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 20 });
}
