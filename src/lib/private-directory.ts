import { chmodSync, mkdirSync, realpathSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { ChronicleError, isErrno } from './chronicle-error.ts';
import { isWithin, nearestRealPath, realPathIfAny } from './read-file.ts';

/**
 * Creates a directory for our files (0700) inside `within`, and returns its real path. Throws CHRONICLE_OUTSIDE, without
 * creating anything, if a link on the way leads out of `within`. `within` itself may be a link, since people keep their
 * configuration elsewhere.
 */
export function privateDirectory(path: string, within: string): string {
  const real = realPathIfAny(path) ?? createInside(path, within);
  requireInside(real, realpathSync.native(within), path);
  const stats = statSync(real);
  if (!stats.isDirectory())
    throw new ChronicleError('CHRONICLE_NOT_A_DIRECTORY', `${path} is not a directory. Nothing was written.`);
  if ((stats.mode & 0o077) !== 0) chmodSync(real, 0o700);
  return real;
}

/** Throws CHRONICLE_OUTSIDE if an existing path leads out of `within` through a link. */
export function requireWithin(path: string, within: string): void {
  requireInside(realpathSync.native(path), realpathSync.native(within), path);
}

/** Throws CHRONICLE_OUTSIDE if a real path is not inside the real path `root`. The message says `path`, whose real path it is. */
export function requireInside(real: string, root: string, path: string): void {
  if (isWithin(real, root)) return;
  throw new ChronicleError(
    'CHRONICLE_OUTSIDE',
    `${path} leads out of ${root} through a symbolic link. Nothing was written.`,
  );
}

function createInside(path: string, within: string): string {
  makeDirectory(within);
  requireInside(nearestRealPath(path), realpathSync.native(within), path);
  makeDirectory(path);
  return realpathSync.native(path);
}

/**
 * Creates a directory and its missing parents, for the owner only (0700). An existing one is left unchanged. Node's
 * recursive mkdir never returns where the system keeps answering ENOENT, as below /proc.
 */
export function makeDirectory(path: string): void {
  try {
    makeOne(path);
  } catch (error) {
    if (!isErrno(error, 'ENOENT') || dirname(path) === path) throw error;
    makeDirectory(dirname(path));
    makeOne(path);
  }
}

/** Ignores an existing directory: another process may create it at the same moment. */
function makeOne(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if (!isErrno(error, 'EEXIST')) throw error;
  }
}
