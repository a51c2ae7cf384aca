import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { isErrno } from '#src/lib/chronicle-error.ts';

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
