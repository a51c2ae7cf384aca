import { lstatSync, mkdirSync, rmdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { isErrno } from '#src/project/chronicle-error.ts';
import type { Layout } from '#src/project/paths.ts';
import { requireWithin } from '../store/private-directory.ts';

/** How new files and directories are made: for their owner alone, or as the user makes files in a project. */
export interface Modes {
  file: number;
  directory: number;
}

/** What is missing of a directory and of those above it, outermost first. */
export function missingAbove(path: string): string[] {
  if (lstatSync(path, { throwIfNoEntry: false }) || dirname(path) === path) return [];
  return [...missingAbove(dirname(path)), path];
}

/** Makes a directory with what is missing above it. */
export function makeMissing(path: string, { directory }: Modes): void {
  for (const missing of missingAbove(path)) mkdirSync(missing, { mode: directory });
}

/** Removes a directory if nothing is in it. */
export function removeIfEmpty(path: string): void {
  try {
    rmdirSync(path);
  } catch (error) {
    if (!isErrno(error, 'ENOTEMPTY', 'EEXIST', 'ENOENT', 'ENOTDIR', 'EPERM', 'EBUSY')) throw error;
  }
}

/** Removes a file or directory of ours for good, if it is there. Refuses (CHRONICLE_OUTSIDE) one that leads elsewhere. */
export function removeOwn(path: string, { config }: Pick<Layout, 'config'>): void {
  try {
    requireWithin(path, config);
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return;
    throw error;
  }
  // A session may end and write there in the same moment.
  rmSync(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 20 });
}
