import { lstatSync, realpathSync, type Stats } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { gitdirOf } from '#src/project/git-files.ts';
import { readBeginning } from '../store/read-file.ts';

/** Where a session runs, as far as git's files tell. No process is started and no configuration read. */
export interface Checkout {
  /** The real path of the start directory. */
  start: string;
  /** The directory with `.git`, or the start directory itself outside of git. */
  top: string;
  /** The repository's own directory for this checkout, which holds HEAD; null outside of git. */
  gitDirectory: string | null;
  /** The main checkout that all worktrees of the repository share. */
  mainTop: string;
}

const LARGEST_POINTER = 4096;

/** Finds the checkout that holds `directory`, going up from its real path. */
export function checkoutOf(directory: string): Checkout {
  const start = realPath(directory);
  for (let top = start; ; top = dirname(top)) {
    const gitDirectory = gitDirectoryIn(top);
    if (gitDirectory) return { start, top, gitDirectory, mainTop: mainTopOf(top, gitDirectory) };
    if (dirname(top) === top) return { start, top: start, gitDirectory: null, mainTop: start };
  }
}

function gitDirectoryIn(top: string): string | null {
  const path = `${top}/.git`;
  const stats = statsOf(path);
  if (!stats) return null;
  if (stats.isDirectory() || stats.isSymbolicLink())
    return readBeginning(`${path}/HEAD`, 1) === null ? null : realPath(path);
  const target = gitdirOf(readBeginning(path, LARGEST_POINTER) ?? '');
  return target === null ? null : realPath(resolve(top, target));
}

/** Null also where this user may not look, such as a directory far above the project. */
function statsOf(path: string): Stats | null {
  try {
    return lstatSync(path);
  } catch {
    return null;
  }
}

/** A worktree's git directory names the repository's common one; the main checkout is what holds that. */
function mainTopOf(top: string, gitDirectory: string): string {
  const common = readBeginning(`${gitDirectory}/commondir`, LARGEST_POINTER)?.trim();
  if (!common) return top;
  const commonDirectory = realPath(resolve(gitDirectory, common));
  return basename(commonDirectory) === '.git' ? dirname(commonDirectory) : commonDirectory;
}

function realPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return resolve(path);
  }
}
