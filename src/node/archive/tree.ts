import { type Dirent, readdirSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { isDirectory } from '../disk/is-there.ts';
import type { Folder } from './file-store.ts';
import { reasonOf } from './read-source.ts';

/** What was found below the roots: the folders with files, and every directory whose change could change that. */
export interface Tree {
  folders: Folder[];
  /** Directories above the folders, and for each the names in it that matter; null for any. */
  above: Map<string, ReadonlySet<string> | null>;
  /** Directories that exist and could not be listed. */
  faults: { path: string; reason: string }[];
}

/** The names that lead on from a directory, `*` for any, and the folder that the directory itself is. */
interface Step {
  next: Map<string, Step>;
  folder: string | null;
}

/**
 * Walks the folders below each root, given as paths in which `*` is any directory that is not hidden: one folder may lie
 * in another, and `''` is the root. `enter` is called with each directory before it is looked into, so that what appears
 * meanwhile is either found or reported by a watch. A root that is absent is represented by its nearest ancestor. Links
 * to directories are followed, except where `*` is the end of a path.
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

/** The parent of a root says when the root is moved away, and the nearest ancestor when it comes to be. */
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

/** One directory may be above several roots and folders. */
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
