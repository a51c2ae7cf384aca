import { basename, dirname, resolve } from 'node:path';
import { gitdirOf } from '#src/project/git-files.ts';
import { statsOf } from '../disk/is-there.ts';
import { readBeginning } from '../disk/read-file.ts';
import { realPath } from '../disk/real-path.ts';

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
  const start = realOrNamed(directory);
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
    return readBeginning(`${path}/HEAD`, 1) === null ? null : realOrNamed(path);
  const target = gitdirOf(readBeginning(path, LARGEST_POINTER) ?? '');
  return target === null ? null : realOrNamed(resolve(top, target));
}

/** A worktree's git directory names the repository's common one; the main checkout is what holds that. */
function mainTopOf(top: string, gitDirectory: string): string {
  const common = readBeginning(`${gitDirectory}/commondir`, LARGEST_POINTER)?.trim();
  if (!common) return top;
  const commonDirectory = realOrNamed(resolve(gitDirectory, common));
  return basename(commonDirectory) === '.git' ? dirname(commonDirectory) : commonDirectory;
}

/** A directory above the project may be one where this user may not look. */
function realOrNamed(path: string): string {
  return realPath(path) ?? resolve(path);
}
