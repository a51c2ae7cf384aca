import { lstatSync, type Stats, statSync } from 'node:fs';

/** Whether a path exists, even as a broken link. Throws without permission. */
export function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** A path's status, without following links; undefined if it does not exist or without permission. */
export function statsOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** Whether a path is a directory, following links; false without permission. */
export function isDirectory(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  } catch {
    return false;
  }
}
