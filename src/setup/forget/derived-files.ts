import { lstatSync } from 'node:fs';
import { exclusively } from '#src/lib/lock.ts';
import { indexFiles, type Layout, sessionIndexes, sitesBeside, WORK_FOLDER } from '#src/lib/paths.ts';
import { isThere } from '#src/lib/is-there.ts';
import { namesIn } from '#src/lib/names-in.ts';
import { privateDirectory } from '#src/lib/private-directory.ts';
import { namesOrNote } from './own-files.ts';

/** Files that can be made again from others. */
export interface DerivedFiles {
  /** The paths to delete. */
  paths: string[];
  /** Whether one of them is known to contain the match. A search index or a page may contain it in a form that no search finds. */
  isFound: boolean;
}

/**
 * The caches, the built site, the search index and the indexes of observations are always deleted, since they may contain the match even if no
 * other file does. From the
 * index, the entries of forgotten sessions and those with a match are deleted, and the memory index if it is stale or
 * contains a match.
 */
export function derivedFiles(
  layout: Layout,
  sessions: ReadonlySet<string>,
  { isIn, isInEntry, isInLookup }: Record<'isIn' | 'isInEntry' | 'isInLookup', (path: string) => boolean>,
  isStale: boolean,
  unread: string[],
): DerivedFiles {
  const indexes = sessionIndexes(layout);
  const named = [...sessions].flatMap((id) => indexes.map((directory) => `${directory}/${id}`));
  const pathsIn = (directory: string) =>
    namesOrNote(directory, unread)
      .filter((name) => name !== WORK_FOLDER)
      .map((name) => `${directory}/${name}`);
  const entries = indexes.flatMap(pathsIn);
  const leading = entries.filter((path) => !named.includes(path) && isInEntry(path));
  const isKnown = pathsIn(layout.memoryIndex).some(isInLookup);
  const { next, last } = sitesBeside(layout.site);
  const whole = [layout.cache, layout.site, next, last, layout.books].filter(
    (path) => insideOf(layout, path, unread).length > 0,
  );
  const search = indexFiles(layout.index);
  const isInside = (path: string) => insideOf(layout, path).some((each) => isBelow(each, isIn));
  const memory = isStale || isKnown ? [layout.memoryIndex] : [];
  const paths = [...new Set([...named, ...leading]), ...memory, ...whole, ...search].filter(isThere);
  return {
    paths,
    isFound: leading.length > 0 || isKnown || whole.some(isInside) || search.some((path) => isBelow(path, isIn)),
  };
}

/** Runs work under the build lock, as a build uses the caches. Refuses (CHRONICLE_BUSY) while the site is being built. */
export function withoutBuild<T>(layout: Layout, work: () => Promise<T>): Promise<T> {
  privateDirectory(layout.cache, layout.config);
  return exclusively(`${layout.cache}/build.lock`, 'A build of the site', work);
}

/** The paths in a derived directory, without the locks in the cache and the folder in which they are made. */
export function insideOf(layout: Layout, path: string, unread: string[] = []): string[] {
  const isKept = (name: string) => name.endsWith('.lock') || name === WORK_FOLDER;
  const inside = namesOrNote(path, unread).filter((name) => path !== layout.cache || !isKept(name));
  return inside.map((name) => `${path}/${name}`);
}

/** Whether `isIn` is true for a file, or for any file below a directory. */
export function isBelow(path: string, isIn: (path: string) => boolean): boolean {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats?.isDirectory()) return namesIn(path).some((name) => isBelow(`${path}/${name}`, isIn));
  return stats?.isFile() === true && isIn(path);
}
