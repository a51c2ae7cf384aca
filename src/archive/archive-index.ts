import { problemAt } from '#src/format/problem.ts';
import type { Attention } from '#src/format/session.ts';
import { FileStore, type Folder, type StoredFile } from './file-store.ts';
import { reasonOf } from './read-source.ts';
import type { Source } from '../memory/source.ts';
import { type Tree, walkTree } from './tree.ts';

/** The folders below the roots and, in one store per source, their files. Methods that read the disk return whether anything changed. */
export class ArchiveIndex {
  readonly #roots: readonly string[];
  readonly #stores: readonly FileStore<unknown>[];
  readonly #folders = new Map<string, Folder>();
  /** Directories that exist but cannot be listed, with the reason. */
  readonly #faults = new Map<string, string>();
  #above: Tree['above'] = new Map();

  constructor(roots: readonly string[], sources: readonly Source<unknown>[]) {
    this.#roots = roots;
    this.#stores = sources.map((source) => new FileStore(source));
  }

  folders(): Folder[] {
    return [...this.#folders.values()];
  }

  /** All files of a source. */
  files<Value>(source: Source<Value>): StoredFile<Value>[] {
    return [...(this.#store(source)?.files() ?? [])];
  }

  /** The file of a source with this name in the folder at this path. */
  file<Value>(source: Source<Value>, folder: string, name: string): StoredFile<Value> | undefined {
    return this.#store(source)?.file(folder, name);
  }

  /** Whether a name in a directory may be a folder or contain one; undefined for an unknown directory. */
  mayContainFolder(directory: string, name: string): boolean | undefined {
    const names = this.#above.get(directory);
    if (names === null) return !name.startsWith('.');
    return names?.has(name) ?? (this.#folders.has(directory) ? false : undefined);
  }

  /** Whether a name in a directory is a file of one of the sources. */
  isMember(directory: string, name: string): boolean {
    const folder = this.#folders.get(directory);
    return folder !== undefined && this.#storesFor(folder).some(({ source }) => source.list.isMember(name));
  }

  /**
   * Finds the folders and reads new ones. `enter` is called with every directory on the way, before it is listed, and
   * returns whether it is new. A folder that contains another one is entered twice.
   */
  walk(enter: (directory: string) => boolean): boolean {
    const names = new Set(this.#stores.map(({ source }) => source.list.folder));
    const tree = walkTree(this.#roots, names, enter);
    this.#above = tree.above;
    let changed = this.#noteFaults(tree.faults);
    const gone = new Set(this.#folders.keys());
    for (const folder of tree.folders) {
      gone.delete(folder.path);
      if (this.#folders.get(folder.path)?.isLink !== folder.isLink)
        changed = this.#drop(folder.path) || countsWithoutFiles(folder) || changed;
      this.#folders.set(folder.path, folder);
      if (!folder.isLink && enter(folder.path)) changed = this.checkAll(folder.path) || changed;
    }
    for (const path of gone) changed = this.#drop(path) || changed;
    return changed;
  }

  /** Checks every file of a folder. */
  checkAll(path: string): boolean {
    const folder = this.#folders.get(path);
    if (!folder || folder.isLink) return false;
    try {
      const changed = this.#storesFor(folder).map((store) => store.checkAll(folder));
      return this.#faults.delete(path) || changed.includes(true);
    } catch (error) {
      const reason = reasonOf(error);
      if (reason === 'ENOENT') return this.#drop(path);
      const changed = this.#faults.get(path) !== reason;
      this.#faults.set(path, reason);
      return changed;
    }
  }

  /** Checks one file of a folder. */
  check(path: string, name: string): boolean {
    const folder = this.#folders.get(path);
    if (!folder) return false;
    const stores = this.#storesFor(folder).filter(({ source }) => source.list.isMember(name));
    return stores.map((store) => store.check(folder, name)).includes(true);
  }

  /** Directories that cannot be listed, reported like broken files because they hide files. */
  faults(): Attention[] {
    return [...this.#faults].map(([path, reason]) => ({
      path,
      problem: problemAt('CHRONICLE_UNREADABLE', 1, 1, reason),
      excerpt: [],
      session: null,
    }));
  }

  #store<Value>(source: Source<Value>): FileStore<Value> | undefined {
    // A store has the values that its own source parsed.
    return this.#stores.find((store) => store.source === source) as FileStore<Value> | undefined;
  }

  #storesFor({ folder }: Folder): FileStore<unknown>[] {
    return this.#stores.filter(({ source }) => source.list.folder === folder);
  }

  #drop(path: string): boolean {
    const folder = this.#folders.get(path);
    this.#folders.delete(path);
    const hadFault = this.#faults.delete(path);
    const hadFiles = this.#stores.map((store) => store.drop(path)).includes(true);
    return hadFiles || hadFault || (folder !== undefined && countsWithoutFiles(folder));
  }

  #noteFaults(faults: Tree['faults']): boolean {
    const before = JSON.stringify([...this.#faults]);
    for (const path of this.#faults.keys()) if (!this.#folders.has(path)) this.#faults.delete(path);
    for (const { path, reason } of faults) this.#faults.set(path, reason);
    return JSON.stringify([...this.#faults]) !== before;
  }
}

/** Whether a folder counts even without files, as a draft's does. */
function countsWithoutFiles({ folder }: Folder): boolean {
  return folder.endsWith('*');
}
