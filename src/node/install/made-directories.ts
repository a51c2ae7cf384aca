import { lstatSync, mkdirSync, rmdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { isErrno } from '#src/project/chronicle-error.ts';

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
