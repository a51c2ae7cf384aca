import { statSync } from 'node:fs';
import type { Layout } from '#src/lib/paths.ts';
import { isThere } from '../lib/is-there.ts';

/** A file or broken link in place of a directory that everything else is in; null if there is none. */
export function obstacleIn({ config, projects, state }: Layout): string | null {
  return [config, projects, state].find(isInTheWay) ?? null;
}

/** Files in place of directories that only `chronicle init` writes to. */
export function blockedIn({ config, app }: Pick<Layout, 'config' | 'app'>): string[] {
  return [app, `${config}/skills`].filter(isInTheWay);
}

/** Whether the path exists and is not a directory, links followed. */
function isInTheWay(path: string): boolean {
  try {
    return isThere(path) && statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true;
  } catch {
    // A file further up is in the way, or permission is missing.
    return false;
  }
}
