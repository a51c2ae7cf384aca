import { rmdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { flushDirectory } from '#src/lib/files.ts';
import { isErrno } from '#src/project/chronicle-error.ts';
import { type Layout, workPath } from '#src/project/paths.ts';

/**
 * Removes a directory that has nothing left but an empty work directory, then its parents likewise, up to that of all projects or
 * our own. The first that has something else stays, and is flushed to disk.
 */
export function removeEmpty({ projects, state }: Layout, directory: string): void {
  const isBelow = (path: string) => path.startsWith(`${projects}/`) || path.startsWith(`${state}/`);
  for (let path = directory; isBelow(path); path = dirname(path)) {
    removeIfEmpty(workPath(path));
    if (removeIfEmpty(path)) continue;
    flushDirectory(path);
    return;
  }
}

/** Whether the directory is gone. */
function removeIfEmpty(directory: string): boolean {
  try {
    rmdirSync(directory);
    return true;
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return true;
    if (isErrno(error, 'ENOTEMPTY', 'EEXIST')) return false;
    throw error;
  }
}
