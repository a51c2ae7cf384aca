import { lstatSync, type Stats, statSync } from 'node:fs';

/** Whether something has this name, if only a link that leads nowhere. Throws where this user may not look. */
export function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** What has this name, links not followed; undefined for nothing, and where this user may not look. */
export function statsOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** Whether a path leads to a directory, links followed; false where this user may not look. */
export function isDirectory(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  } catch {
    return false;
  }
}
