import { type Dirent, readdirSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { isDirectory } from '../lib/is-there.ts';
import type { Folder } from './file-store.ts';
import { reasonOf } from './read-source.ts';

/** The folders found below the roots, and every directory whose changes can add or remove folders. */
export interface Tree {
  folders: Folder[];
  /** Directories above the folders, each with the names that matter; null for all names. */
  above: Map<string, ReadonlySet<string> | null>;
  /** Directories that exist but could not be listed. */
  faults: { path: string; reason: string }[];
}

/** The names to descend into from a directory, `*` for any, and the folder that the directory itself is, if any. */
interface Step {
  next: Map<string, Step>;
  folder: string | null;
}

/**
 * Finds the folders below each root. Folders are paths in which `*` is any directory except hidden ones; a folder may
 * contain another, and `''` is the root. `enter` is called with each directory before it is listed, so that new entries
 * are either found or reported by a watch. For a missing root, its nearest existing ancestor is entered. Links to
 * directories are followed, except where a path ends with `*`.
 */
export function walkTree(
  roots: readonly string[],
  folders: ReadonlySet<string>,
  enter: (directory: string) => void,
): Tree {
  const tree: Tree = { folders: [], above: new Map(), faults: [] };
  const first = stepsOf(folders);
  for (const root of roots) {
    enterAncestor(root, tree, enter);
    walkStep(root, '', first, tree, enter);
  }
  return tree;
}

function stepsOf(folders: ReadonlySet<string>): Step {
  const first: Step = { next: new Map(), folder: null };
  for (const folder of folders) {
    let step = first;
    for (const name of folder.split('/').filter((part) => part !== '')) {
      const next = step.next.get(name) ?? { next: new Map(), folder: null };
      step.next.set(name, next);
      step = next;
    }
    step.folder = folder;
  }
  return first;
}

function walkStep(
  path: string,
  directory: string,
  { next, folder }: Step,
  tree: Tree,
  enter: (directory: string) => void,
): void {
  if (next.size > 0) {
    enter(path);
    addAbove(tree, path, next.has('*') ? null : [...next.keys()]);
  }
  if (folder !== null && isDirectory(path)) tree.folders.push({ path, folder, directory, isLink: false });
  for (const [name, step] of next) {
    if (name !== '*') {
      if (isDirectory(`${path}/${name}`)) walkStep(`${path}/${name}`, directory, step, tree, enter);
      continue;
    }
    for (const entry of listing(path, tree)) {
      const below = `${path}/${entry.name}`;
      if (entry.name.startsWith('.')) continue;
      if (step.folder !== null && entry.isSymbolicLink())
        tree.folders.push({ path: below, folder: step.folder, directory: entry.name, isLink: true });
      else if (leadsToDirectory(entry, below)) walkStep(below, entry.name, step, tree, enter);
    }
  }
}

/** Enters the directories above a root: the parent reports when it is moved, and the nearest ancestor when it is created. */
function enterAncestor(root: string, tree: Tree, enter: (directory: string) => void): void {
  let child = root;
  let parent = dirname(root);
  while (parent !== child) {
    enter(parent);
    addAbove(tree, parent, [basename(child)]);
    if (isDirectory(parent)) return;
    child = parent;
    parent = dirname(parent);
  }
}

/** Adds names to a directory, which may be above several roots and folders. */
function addAbove({ above }: Tree, directory: string, names: readonly string[] | null): void {
  const before = above.get(directory);
  above.set(directory, names === null || before === null ? null : new Set([...(before ?? []), ...names]));
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

function leadsToDirectory(entry: Dirent, path: string): boolean {
  return entry.isDirectory() || (entry.isSymbolicLink() && isDirectory(path));
}
