import { realpathSync } from 'node:fs';
import { sep } from 'node:path';

/** Where a path leads; null if it leads nowhere, or where this user may not look. */
export function realPath(path: string): string | null {
  try {
    return realpathSync.native(path);
  } catch {
    return null;
  }
}

/** Whether a real path is `root`, a real path too, or lies below it. */
export function isWithin(path: string, root: string): boolean {
  return path === root || path.startsWith(root.endsWith(sep) ? root : root + sep);
}
