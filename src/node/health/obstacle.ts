import { lstatSync, statSync } from 'node:fs';
import type { Layout } from '../../project/paths.ts';

/** What stands where a directory has to be that everything lies in, a link to nowhere or to a file among them; null for nothing. */
export function obstacleIn({ config, projects, state }: Layout): string | null {
  return [config, projects, state].find(isInTheWay) ?? null;
}

function isInTheWay(path: string): boolean {
  try {
    const isThere = lstatSync(path, { throwIfNoEntry: false }) !== undefined;
    return isThere && statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true;
  } catch {
    // What is in the way lies above, or may not be looked at.
    return false;
  }
}
