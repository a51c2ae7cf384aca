import { dirname } from 'node:path';
import { isErrno } from '#src/lib/chronicle-error.ts';
import type { MemoryPlace } from '#src/lib/paths.ts';
import { makeDirectory } from '../lib/make-directory.ts';
import { privateDirectory, requireWithin } from '../lib/private-directory.ts';

/** Creates one of our directories. Refuses (CHRONICLE_OUTSIDE) one that a link takes out of Claude Code's directory. */
export function ownDirectory(place: MemoryPlace, path: string): void {
  privateDirectory(path, configOf(place));
}

/** Creates the memory directory, which is Claude Code's and keeps its mode. Refuses (CHRONICLE_OUTSIDE) like `ownDirectory`. */
export function makeMemoryDirectory(place: MemoryPlace): void {
  makeDirectory(place.memory);
  requireWithin(place.memory, configOf(place));
}

/** Whether the memory directory exists. Refuses (CHRONICLE_OUTSIDE) like `ownDirectory`. */
export function hasMemoryDirectory(place: MemoryPlace): boolean {
  try {
    requireWithin(place.memory, configOf(place));
    return true;
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return false;
    throw error;
  }
}

function configOf({ chronicle }: MemoryPlace): string {
  return dirname(dirname(dirname(chronicle)));
}
