import { lstatSync } from 'node:fs';
import { type Layout, WORK_FOLDER } from '#src/project/paths.ts';
import { isThere } from '../disk/is-there.ts';
import { namesIn } from '../disk/names-in.ts';
import { exclusively } from '../store/exclusive.ts';
import { privateDirectory } from '../store/private-directory.ts';
import { namesOrNote } from './own-files.ts';

/** What is made again from other files. */
export interface DerivedFiles {
  /** All that go. */
  paths: string[];
  /** Whether one of them is known to hold what is to be forgotten: a search index and pages may hold it in a form that nobody can look for. */
  isFound: boolean;
}

/**
 * The caches and the built site go whatever stands in them, as they may hold it though nothing that they were made of
 * does. Of the index go the entries of sessions, those that `isInEntry` finds it in, and what hooks know of memories if
 * `isStale` or `isInLookup` finds it in there.
 */
export function derivedFiles(
  layout: Layout,
  sessions: ReadonlySet<string>,
  { isIn, isInEntry, isInLookup }: Record<'isIn' | 'isInEntry' | 'isInLookup', (path: string) => boolean>,
  isStale: boolean,
  unread: string[],
): DerivedFiles {
  const named = [...sessions].flatMap((id) => [`${layout.byId}/${id}`, `${layout.live}/${id}`]);
  const pathsIn = (directory: string) =>
    namesOrNote(directory, unread)
      .filter((name) => name !== WORK_FOLDER)
      .map((name) => `${directory}/${name}`);
  const entries = [layout.byId, layout.live].flatMap(pathsIn);
  const leading = entries.filter((path) => !named.includes(path) && isInEntry(path));
  const isKnown = pathsIn(layout.memoryIndex).some(isInLookup);
  const whole = [layout.cache, layout.site].filter((path) => insideOf(layout, path, unread).length > 0);
  const memory = isStale || isKnown ? [layout.memoryIndex] : [];
  const paths = [...named, ...leading, ...memory, ...whole].filter(isThere);
  return { paths, isFound: leading.length > 0 || isKnown || whole.some((path) => isBelow(path, isIn)) };
}

/** Runs work while nobody builds the site, for which the caches are; refuses (CHRONICLE_BUSY) while somebody does. */
export function withoutBuild<T>(layout: Layout, work: () => Promise<T>): Promise<T> {
  privateDirectory(layout.cache, layout.config);
  return exclusively(`${layout.cache}/build.lock`, 'A build of the site', work);
}

/** What lies in a derived directory; of the caches all but the locks. */
export function insideOf(layout: Layout, path: string, unread: string[] = []): string[] {
  const isLock = (name: string) => path === layout.cache && name.endsWith('.lock');
  const inside = namesOrNote(path, unread).filter((name) => !isLock(name));
  return inside.map((name) => `${path}/${name}`);
}

/** Whether a file, or one below a directory, is one that `isIn` finds it in. */
export function isBelow(path: string, isIn: (path: string) => boolean): boolean {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats?.isDirectory()) return namesIn(path).some((name) => isBelow(`${path}/${name}`, isIn));
  return stats?.isFile() === true && isIn(path);
}
