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
}

/** The folders found below the roots, and the directories that exist but could not be listed. */
interface Tree {
  folders: Folder[];
  faults: { path: string; reason: string }[];
}

/**
 * Finds the folders below each root. A folder is a path whose first part may be `*`, any directory except hidden ones; `''` is
 * the root. `enter` is called, perhaps several times, with each directory before it is looked at, so that new entries are
 * either found or reported by a watch. For a missing root, its nearest existing ancestor is entered. Links to directories are
 * followed.
 */
export function walkTree(
  roots: readonly string[],
  folders: ReadonlySet<string>,
  enter: (directory: string) => void,
): Tree {
  const tree: Tree = { folders: [], faults: [] };
  const walk = (from: string, directory: string, folder: string, parts: readonly string[]): void => {
    let path = from;
    for (const part of parts) {
      enter(path);
      path = `${path}/${part}`;
      if (!isDirectory(path)) return;
    }
    tree.folders.push({ path, folder, directory });
  };
  for (const root of roots) {
    enterAncestors(root, enter);
    if (!isDirectory(root)) continue;
    enter(root);
    const isOfProjects = [...folders].some((folder) => folder.startsWith('*'));
    const projects = isOfProjects ? listing(root, tree).filter((entry) => isProject(root, entry)) : [];
    for (const folder of folders) {
      const parts = folder.split('/').filter((part) => part !== '');
      if (parts[0] !== '*') walk(root, '', folder, parts);
      else for (const { name } of projects) walk(`${root}/${name}`, name, folder, parts.slice(1));
    }
  }
  return tree;
}

function isProject(root: string, entry: Dirent): boolean {
  if (entry.name.startsWith('.')) return false;
  return entry.isDirectory() || (entry.isSymbolicLink() && isDirectory(`${root}/${entry.name}`));
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
