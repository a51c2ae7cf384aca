import { realpathSync } from 'node:fs';

/** Whether two paths mean the same file or directory, links followed. */
export function isSamePlace(a: string, b: string): boolean {
  return realPath(a) === realPath(b);
}

function realPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}
