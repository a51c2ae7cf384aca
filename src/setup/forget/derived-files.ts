/** Files that can be made again from others. What is forgotten may be in them in a form that no search finds. */
import { lstatSync } from 'node:fs';
import { basename } from 'node:path';
import { isThere } from '#src/lib/is-there.ts';
import { exclusively } from '#src/lib/lock.ts';
import { namesIn } from '#src/lib/names-in.ts';
import { indexFiles, type Paths, sessionIndexes, sitesBeside, WORK_FOLDER } from '#src/lib/paths.ts';
import { privateDirectory } from '#src/lib/private-directory.ts';
import { namesOrNote } from './own-files.ts';

/** The paths to delete, and whether one of them is known to contain the match. */
export interface DerivedFiles {
  filePaths: string[];
  isFound: boolean;
}

/**
 * The caches, the built site, the search index, and the indexes of observations and memories are deleted as a whole. Of what
 * hooks keep of sessions, the entries of forgotten sessions and those for which `isInEntry` is true.
 */
export function derivedFiles(
  paths: Paths,
  sessions: ReadonlySet<string>,
  { isIn, isInEntry }: Record<'isIn' | 'isInEntry', (path: string) => boolean>,
  unread: string[],
): DerivedFiles {
  const { next, last } = sitesBeside(paths.site);
  const entriesIn = (directory: string) =>
    namesOrNote(directory, unread).flatMap((name) => (name === WORK_FOLDER ? [] : [`${directory}/${name}`]));
  const entries = sessionIndexes(paths).flatMap(entriesIn);
  const named = entries.filter((path) => sessions.has(basename(path)));
  const leading = entries.filter((path) => !named.includes(path) && isInEntry(path));
  const lookups = entriesIn(paths.memoryIndex);
  const whole = [paths.cache, paths.site, next, last, paths.books].filter(
    (path) => insideOf(paths, path, unread).length > 0,
  );
  const search = indexFiles(paths.index).filter(isThere);
  const isInside = (path: string) => insideOf(paths, path).some((each) => isBelow(each, isIn));
  return {
    filePaths: [...new Set([...named, ...leading]), ...lookups, ...whole, ...search],
    isFound: leading.length > 0 || lookups.some(isInEntry) || whole.some(isInside) || search.some((path) => isIn(path)),
  };
}

/** Runs work under the build lock, as a build uses the caches. Refuses (CHRONICLE_BUSY) while the site is being built. */
export function withoutBuild<T>(paths: Paths, work: () => Promise<T>): Promise<T> {
  privateDirectory(paths.cache, paths.config);
  return exclusively(`${paths.cache}/build.lock`, 'A build of the site', work);
}

/** The paths in a derived directory, without the locks in the cache and the folder in which they are made. */
export function insideOf(paths: Paths, path: string, unread: string[] = []): string[] {
  const isKept = (name: string) => name.endsWith('.lock') || name === WORK_FOLDER;
  const inside = namesOrNote(path, unread).filter((name) => path !== paths.cache || !isKept(name));
  return inside.map((name) => `${path}/${name}`);
}

/** Whether `isIn` is true for a file, or for any file below a directory. */
function isBelow(path: string, isIn: (path: string) => boolean): boolean {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats?.isDirectory()) return namesIn(path).some((name) => isBelow(`${path}/${name}`, isIn));
  return stats?.isFile() === true && isIn(path);
}
