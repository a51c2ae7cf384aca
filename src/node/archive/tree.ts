import { type Dirent, readdirSync, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { reasonOf } from './reading.ts';
import type { Folder } from './shelf.ts';

/** What stands below the roots: the folders that hold files, and every directory whose change could change that. */
export interface Tree {
  folders: Folder[];
  /** Directories above the folders, and for each the names in it that matter; null for any. */
  above: Map<string, ReadonlySet<string> | null>;
  /** Directories that exist and could not be listed. */
  faults: { path: string; reason: string }[];
}

/**
 * Walks `<root>/<project-dir>/<folder>` for each root; a folder may lie in another: `chronicle/memory`. `enter` is
 * called with each directory before it is looked into, so that what appears meanwhile is either found or reported by
 * a watch. A root that is absent is represented by its nearest ancestor. Links to directories are followed.
 */
export function walkTree(
  roots: readonly string[],
  folders: ReadonlySet<string>,
  enter: (directory: string) => void,
): Tree {
  const tree: Tree = { folders: [], above: new Map(), faults: [] };
  const ways = waysTo(folders);
  for (const root of roots) {
    enterAncestor(root, tree, enter);
    enter(root);
    tree.above.set(root, null);
    for (const entry of listing(root, tree)) {
      const path = `${root}/${entry.name}`;
      if (entry.name.startsWith('.') || !isDirectory(entry, path)) continue;
      for (const [way, names] of ways) {
        if (way !== '' && !isDirectoryAt(path + way)) continue;
        enter(path + way);
        tree.above.set(path + way, names);
      }
      for (const name of folders) {
        if (isDirectoryAt(`${path}/${name}`)) {
          tree.folders.push({ path: `${path}/${name}`, name, directory: entry.name });
        }
      }
    }
  }
  return tree;
}

/** The directories on the way to folders, and the names in each that lead on: `''` to `chronicle`, `/chronicle` to `memory`. */
function waysTo(folders: ReadonlySet<string>): Map<string, ReadonlySet<string>> {
  const ways = new Map<string, Set<string>>();
  for (const folder of folders) {
    let way = '';
    for (const name of folder.split('/')) {
      ways.set(way, (ways.get(way) ?? new Set()).add(name));
      way = `${way}/${name}`;
    }
  }
  return ways;
}

/** The parent of a root says when the root is moved away, and the nearest ancestor when it comes to be. */
function enterAncestor(root: string, tree: Tree, enter: (directory: string) => void): void {
  let child = root;
  let parent = dirname(root);
  while (parent !== child) {
    enter(parent);
    const names = tree.above.get(parent);
    if (names !== null) tree.above.set(parent, new Set([...(names ?? []), basename(child)]));
    if (isDirectoryAt(parent)) return;
    child = parent;
    parent = dirname(parent);
  }
}

function listing(directory: string, tree: Tree): Dirent[] {
  try {
    return readdirSync(directory, { withFileTypes: true });
  } catch (error) {
    const reason = reasonOf(error);
    if (reason !== 'ENOENT') tree.faults.push({ path: directory, reason });
    return [];
  }
}

function isDirectory(entry: Dirent, path: string): boolean {
  return entry.isDirectory() || (entry.isSymbolicLink() && isDirectoryAt(path));
}

function isDirectoryAt(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  } catch {
    return false;
  }
}
