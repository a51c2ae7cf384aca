import { statSync } from 'node:fs';
import type { BlockedFact } from '#src/doctor/place-findings.ts';
import type { Layout } from '#src/project/paths.ts';
import { isThere } from '../disk/is-there.ts';

/** What stands where a directory has to be that everything lies in, a link to nowhere or to a file among them; null for nothing. */
export function obstacleIn({ config, projects, state }: Layout): string | null {
  return [config, projects, state].find(isInTheWay) ?? null;
}

/** The same of the directories that only `chronicle init` writes to, without which the rest can be looked at. */
export function blockedIn({ config, app }: Pick<Layout, 'config' | 'app'>): BlockedFact[] {
  const places: BlockedFact[] = [
    { path: app, holds: 'copy' },
    { path: `${config}/skills`, holds: 'skill' },
  ];
  return places.filter(({ path }) => isInTheWay(path));
}

/** Whether something that is no directory stands there, or a link that leads to none. */
export function isInTheWay(path: string): boolean {
  try {
    return isThere(path) && statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true;
  } catch {
    // What is in the way lies above, or may not be looked at.
    return false;
  }
}
