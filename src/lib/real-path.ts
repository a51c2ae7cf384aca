import { realpathSync } from 'node:fs';
import { dirname, sep } from 'node:path';
import { isErrno } from '#src/lib/chronicle-error.ts';

/** The real path; null if the path does not exist or without permission. */
export function realPath(path: string): string | null {
  try {
    return realpathSync.native(path);
  } catch {
    return null;
  }
}

/** The real path; null if the path does not exist. Throws without permission. */
export function realPathIfAny(path: string): string | null {
  try {
    return realpathSync.native(path);
  } catch (error) {
    if (!isErrno(error, 'ENOENT') || dirname(path) === path) throw error;
    return null;
  }
}

/** The real path, or that of the nearest parent that exists. Throws without permission. */
export function nearestRealPath(path: string): string {
  return realPathIfAny(path) ?? nearestRealPath(dirname(path));
}

/** Whether a real path is the real path `root` or is inside it. */
export function isWithin(path: string, root: string): boolean {
  return path === root || path.startsWith(root.endsWith(sep) ? root : root + sep);
}
