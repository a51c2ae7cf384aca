import { basename, dirname, resolve } from 'node:path';
import type { CheckoutRules } from '#src/lib/project.ts';
import { gitdirOf } from '#src/lib/git-files.ts';
import { isDirectory, statsOf } from './is-there.ts';
import { readBeginning } from './read-file.ts';
import { realPath } from './real-path.ts';

/** Where a session runs, read from git's files. Starts no process and reads no configuration. */
export interface Checkout {
  /** The real path of the start directory. */
  start: string;
  /** The directory with `.git`; the start directory outside of git. */
  top: string;
  /** The checkout's git directory, which contains HEAD; null outside of git. */
  gitDirectory: string | null;
  /** The repository's main checkout, shared by all its worktrees. */
  mainTop: string;
}

const LARGEST_POINTER = 4096;

/** Finds the checkout that contains `directory`, going up from its real path. */
export function checkoutOf(directory: string): Checkout {
  const start = realOrNamed(directory);
  for (let top = start; ; top = dirname(top)) {
    const gitDirectory = gitDirectoryIn(top);
    if (gitDirectory) return { start, top, gitDirectory, mainTop: mainTopOf(top, gitDirectory) };
    if (dirname(top) === top) return { start, top: start, gitDirectory: null, mainTop: start };
  }
}

/**
 * The main checkout of a directory; null if it is not there. A path on another machine (`\\\\host\\share`) is not looked at:
 * that would tell the host who asks.
 */
export function mainCheckoutAt(directory: string): string | null {
  if (/^[\\/]{2}/.test(directory)) return null;
  return isDirectory(directory) ? checkoutOf(directory).mainTop : null;
}

/** How sessions are given to checkouts without settings: by the directories on this disk. */
export const ON_DISK: CheckoutRules = { mainCheckout: mainCheckoutAt, moved: new Map() };

function gitDirectoryIn(top: string): string | null {
  const path = `${top}/.git`;
  const stats = statsOf(path);
  if (!stats) return null;
  if (stats.isDirectory() || stats.isSymbolicLink())
    return readBeginning(`${path}/HEAD`, 1) === null ? null : realOrNamed(path);
  const target = gitdirOf(readBeginning(path, LARGEST_POINTER) ?? '');
  return target === null ? null : realOrNamed(resolve(top, target));
}

/** The main checkout contains the common git directory, which a worktree's git directory names. */
function mainTopOf(top: string, gitDirectory: string): string {
  const common = readBeginning(`${gitDirectory}/commondir`, LARGEST_POINTER)?.trim();
  if (!common) return top;
  const commonDirectory = realOrNamed(resolve(gitDirectory, common));
  return basename(commonDirectory) === '.git' ? dirname(commonDirectory) : commonDirectory;
}

/** Falls back to the given path, as a parent directory may be unreadable. */
function realOrNamed(path: string): string {
  return realPath(path) ?? resolve(path);
}
