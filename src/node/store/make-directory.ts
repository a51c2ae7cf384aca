import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { isErrno } from '#src/project/chronicle-error.ts';

/**
 * Makes a directory and what is missing above it, for its owner alone (0700); one that exists is left as it is.
 * Node's own recursive mkdir never returns where the system answers ENOENT for ever, as below /proc.
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

/** Another process may make it in the same moment. */
function makeOne(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if (!isErrno(error, 'EEXIST')) throw error;
  }
}
