import { lstatSync, readdirSync } from 'node:fs';
import { isSessionId } from '#src/chronicle/session-id.ts';
import { leftoversIn } from '#src/lib/lock.ts';
import { type Layout, WORK_FOLDER } from '#src/project/paths.ts';
import { isThere } from '../disk/is-there.ts';
import { namesIn } from '../disk/names-in.ts';
import { projectsIn } from '../disk/projects.ts';
import { indexedPath } from '../session/index-entry.ts';

/** The size of a directory with everything in it (bytes); 0 if there is none. Does not follow links. */
export function sizeOf(path: string): number {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (!stats?.isDirectory()) return stats?.size ?? 0;
  return namesIn(path).reduce((sum, name) => sum + sizeOf(`${path}/${name}`), 0);
}

/** Directories in which ended processes left temporary files or locks, and how many in all. */
export function leftovers(layout: Layout): { directories: string[]; count: number } {
  const places = [
    ...projectsIn(layout.projects).map(({ chronicle }) => chronicle),
    ...directoriesBelow(layout.state).filter((path) => !path.startsWith(layout.cache) && !path.startsWith(layout.site)),
  ];
  const counts = places.map((directory) => ({ directory, count: leftoversIn(directory).length }));
  const left = counts.filter(({ count }) => count > 0);
  return {
    directories: left.map(({ directory }) => directory),
    count: left.reduce((sum, { count }) => sum + count, 0),
  };
}

/** The sessions whose index entry points to a missing chronicle. */
export function indexLeftovers(layout: Layout): string[] {
  return namesIn(layout.byId).filter((sessionId) => {
    const path = isSessionId(sessionId) ? indexedPath(layout, sessionId) : null;
    return path !== null && !isThere(path);
  });
}

function directoriesBelow(path: string): string[] {
  try {
    const below = readdirSync(path, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    return [
      path,
      ...below.filter(({ name }) => name !== WORK_FOLDER).flatMap(({ name }) => directoriesBelow(`${path}/${name}`)),
    ];
  } catch {
    return [];
  }
}
