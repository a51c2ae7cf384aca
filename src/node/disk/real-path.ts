import { realpathSync } from 'node:fs';
import { sep } from 'node:path';

/** The real path; null if the path does not exist or without permission. */
export function realPath(path: string): string | null {
  try {
    return realpathSync.native(path);
  } catch {
    return null;
  }
}

/** Whether a real path is the real path `root` or is inside it. */
export function isWithin(path: string, root: string): boolean {
  return path === root || path.startsWith(root.endsWith(sep) ? root : root + sep);
}
