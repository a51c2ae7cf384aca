import { problemAt } from '#src/chronicle/problem.ts';
import type { Attention } from '#src/chronicle/session.ts';
import { reasonOf } from './reading.ts';
import type { Folder, Shelf } from './shelf.ts';
import { type Tree, walkTree } from './tree.ts';

/** The folders below the roots and, on one shelf a kind, the files in them. What looks at the disk says whether anything changed. */
export class Holdings {
  readonly #roots: readonly string[];
  readonly #shelves: readonly Shelf<unknown>[];
  readonly #folders = new Map<string, Folder>();
  /** Directories that exist and cannot be listed, with the reason. */
  readonly #faults = new Map<string, string>();
  #above: Tree['above'] = new Map();

  constructor(roots: readonly string[], shelves: readonly Shelf<unknown>[]) {
    this.#roots = roots;
    this.#shelves = shelves;
  }

  folders(): string[] {
    return [...this.#folders.keys()];
  }

  /** Whether a name in a directory may be a folder or lead to one. In a directory that is none of ours any name may. */
  leadsOn(directory: string, name: string): boolean {
    const names = this.#above.get(directory);
    return names?.has(name) ?? (names === null || !this.#folders.has(directory));
  }

  /** Whether a name in a directory is a file that is read. */
  isMember(directory: string, name: string): boolean {
    const folder = this.#folders.get(directory);
    return folder !== undefined && this.#shelvesFor(folder).some(({ source }) => source.list.isMember(name));
  }

  /**
   * Finds the folders and reads those that are new. `enter` is called with every directory on the
   * way, before it is listed, and says whether it is new.
   */
  walk(enter: (directory: string) => boolean): boolean {
    const names = new Set(this.#shelves.map(({ source }) => source.list.folder));
    // A folder in which another lies is entered on the way to that.
    const entered = new Map<string, boolean>();
    const enterOnce = (directory: string): boolean => {
      const isNew = entered.get(directory) ?? enter(directory);
      entered.set(directory, isNew);
      return isNew;
    };
    const tree = walkTree(this.#roots, names, enterOnce);
    this.#above = tree.above;
    let changed = this.#noteFaults(tree.faults);
    const gone = new Set(this.#folders.keys());
    for (const folder of tree.folders) {
      gone.delete(folder.path);
      this.#folders.set(folder.path, folder);
      if (enterOnce(folder.path)) changed = this.lookAll(folder.path) || changed;
    }
    for (const path of gone) changed = this.#drop(path) || changed;
    return changed;
  }

  /** Looks at every file of a folder. */
  lookAll(path: string): boolean {
    const folder = this.#folders.get(path);
    if (!folder) return false;
    try {
      const changed = this.#shelvesFor(folder).map((shelf) => shelf.lookAll(folder));
      return this.#faults.delete(path) || changed.includes(true);
    } catch (error) {
      const reason = reasonOf(error);
      if (reason === 'ENOENT') return this.#drop(path);
      const changed = this.#faults.get(path) !== reason;
      this.#faults.set(path, reason);
      return changed;
    }
  }

  /** Looks at one file of a folder. */
  look(path: string, name: string): boolean {
    const folder = this.#folders.get(path);
    if (!folder) return false;
    const shelves = this.#shelvesFor(folder).filter(({ source }) => source.list.isMember(name));
    return shelves.map((shelf) => shelf.look(folder, name)).includes(true);
  }

  /** A directory that cannot be listed hides files, so it is named like a broken file. */
  faults(): Attention[] {
    return [...this.#faults].map(([path, reason]) => ({
      path,
      problem: problemAt('CHRONICLE_UNREADABLE', 1, 1, reason),
      excerpt: [],
      session: null,
    }));
  }

  #shelvesFor({ name }: Folder): Shelf<unknown>[] {
    return this.#shelves.filter(({ source }) => source.list.folder === name);
  }

  #drop(path: string): boolean {
    this.#folders.delete(path);
    const hadFault = this.#faults.delete(path);
    return this.#shelves.map((shelf) => shelf.drop(path)).includes(true) || hadFault;
  }

  #noteFaults(faults: Tree['faults']): boolean {
    const before = JSON.stringify([...this.#faults]);
    for (const path of this.#faults.keys()) if (!this.#folders.has(path)) this.#faults.delete(path);
    for (const { path, reason } of faults) this.#faults.set(path, reason);
    return JSON.stringify([...this.#faults]) !== before;
  }
}
