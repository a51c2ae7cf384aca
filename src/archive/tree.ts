import { type Dirent, readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { isDirectory } from '#src/lib/is-there.ts';
import { reasonOf } from './read-source.ts';

/** A directory with files of a source. */
export interface Folder {
  path: string;
  /** Its path below the root, as in its source. */
  folder: string;
  /** The name of the directory at `*`: the project's. */
  directory: string;
  /** Whether it is a link, which is not followed. */
  isLink: boolean;
}

/** The folders found below the roots, and the directories that exist but could not be listed. */
export interface Tree {
  folders: Folder[];
  faults: { path: string; reason: string }[];
}

/**
 * Finds the folders below each root. Folders are paths in which `*` is any directory except hidden ones; a folder may
 * contain another, and `''` is the root. `enter` is called, perhaps several times, with each directory before it is listed,
 * so that new entries are either found or reported by a watch. For a missing root, its nearest existing ancestor is entered.
 * Links to directories are followed, except where a path ends with `*`.
 */
export function walkTree(
  roots: readonly string[],
  folders: ReadonlySet<string>,
  enter: (directory: string) => void,
): Tree {
  const tree: Tree = { folders: [], faults: [] };
  const listings = new Map<string, Dirent[]>();
  const listingOf = (path: string): Dirent[] => {
    const known = listings.get(path) ?? listing(path, tree);
    listings.set(path, known);
    return known;
  };
  const walk = (path: string, directory: string, folder: string, [name, ...rest]: string[]): void => {
    if (name === undefined) {
      tree.folders.push({ path, folder, directory, isLink: false });
      return;
    }
    enter(path);
    if (name !== '*') {
      if (isDirectory(`${path}/${name}`)) walk(`${path}/${name}`, directory, folder, rest);
      return;
    }
    for (const entry of listingOf(path)) {
      const below = `${path}/${entry.name}`;
      if (entry.name.startsWith('.')) continue;
      if (rest.length === 0 && entry.isSymbolicLink())
        tree.folders.push({ path: below, folder, directory: entry.name, isLink: true });
      else if (entry.isDirectory() || (entry.isSymbolicLink() && isDirectory(below)))
        walk(below, entry.name, folder, rest);
    }
  };
  for (const root of roots) {
    enterAncestors(root, enter);
    if (!isDirectory(root)) continue;
    for (const folder of folders)
      walk(
        root,
        '',
        folder,
        folder.split('/').filter((part) => part !== ''),
      );
  }
  return tree;
}

/** Enters the directories above a root: the parent reports when it is moved, and the nearest ancestor when it is created. */
function enterAncestors(root: string, enter: (directory: string) => void): void {
  for (let child = root, parent = dirname(root); parent !== child; child = parent, parent = dirname(parent)) {
    enter(parent);
    if (isDirectory(parent)) return;
  }
}

function listing(directory: string, { faults }: Tree): Dirent[] {
  try {
    return readdirSync(directory, { withFileTypes: true });
  } catch (error) {
    const reason = reasonOf(error);
    if (reason !== 'ENOENT') faults.push({ path: directory, reason });
    return [];
  }
}
