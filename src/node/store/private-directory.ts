import { chmodSync, realpathSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { ChronicleError, isErrno } from '#src/project/chronicle-error.ts';
import { isWithin } from '../disk/real-path.ts';
import { makeDirectory } from './make-directory.ts';

/**
 * Creates a directory for our files (0700) inside `within`, and returns its real path. Throws CHRONICLE_OUTSIDE, without
 * creating anything, if a link on the way leads out of `within`. `within` itself may be a link, since people keep their
 * configuration elsewhere.
 */
export function privateDirectory(path: string, within: string): string {
  const real = realPathIfAny(path) ?? createInside(path, within);
  requireInside(real, within, path);
  const stats = statSync(real);
  if (!stats.isDirectory())
    throw new ChronicleError('CHRONICLE_NOT_A_DIRECTORY', `${path} is not a directory. Nothing was written.`);
  if ((stats.mode & 0o077) !== 0) chmodSync(real, 0o700);
  return real;
}

/** Throws CHRONICLE_OUTSIDE if an existing path leads out of `within` through a link. */
export function requireWithin(path: string, within: string): void {
  requireInside(realpathSync.native(path), within, path);
}

function requireInside(real: string, within: string, path: string): void {
  const root = realpathSync.native(within);
  if (isWithin(real, root)) return;
  throw new ChronicleError(
    'CHRONICLE_OUTSIDE',
    `${path} leads out of ${root} through a symbolic link. Nothing was written.`,
  );
}

function createInside(path: string, within: string): string {
  makeDirectory(within);
  requireInside(nearestExisting(path), within, path);
  makeDirectory(path);
  return realpathSync.native(path);
}

function nearestExisting(path: string): string {
  return realPathIfAny(path) ?? nearestExisting(dirname(path));
}

/** The real path, or null if it does not exist. Throws without permission. */
function realPathIfAny(path: string): string | null {
  try {
    return realpathSync.native(path);
  } catch (error) {
    if (!isErrno(error, 'ENOENT') || dirname(path) === path) throw error;
    return null;
  }
}
