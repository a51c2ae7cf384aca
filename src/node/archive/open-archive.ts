import { basename } from 'node:path';
import { problemAt } from '../../chronicle/problem.ts';
import type { Attention } from '../../chronicle/session.ts';
import type { Archive, ArchiveSnapshot } from './archive.ts';
import { chronicleSource } from './chronicle-source.ts';
import { reasonOf } from './reading.ts';
import { type Folder, Shelf } from './shelf.ts';
import { Arranger } from './snapshot.ts';
import { type Tree, walkTree } from './tree.ts';
import { Watches } from './watches.ts';

export interface ArchiveOptions {
  /** Absolute directories laid out as `<root>/<project-dir>/chronicle/*.md`; they need not exist. */
  roots: readonly string[];
  origin: ArchiveSnapshot['origin'];
  /** Whether to keep the archive current; without it the directories are read once. */
  watch: boolean;
}

/** Changes that come together are taken together: an editor's save is three events or four. */
const COALESCE_MS = 10;
/** More events than this at once, and the system may have dropped some (inotify queues 16,384). */
const BURST = 1000;
/** How often directories are read again that the system cannot watch. */
const POLL_MS = 2000;

/** Reads the archive and, if asked to, watches it. Throws for nothing that lies in the directories. */
export function openArchive(options: ArchiveOptions): Archive {
  return new DirectoryArchive(options);
}

class DirectoryArchive implements Archive {
  snapshot: ArchiveSnapshot;
  readonly #options: ArchiveOptions;
  readonly #shelf = new Shelf(chronicleSource);
  readonly #arranger = new Arranger();
  readonly #listeners = new Set<(snapshot: ArchiveSnapshot) => void>();
  readonly #watches: Watches | null;
  readonly #folders = new Map<string, Folder>();
  /** Directories that exist and cannot be listed, with the reason. */
  readonly #faults = new Map<string, string>();
  #above: Tree['above'] = new Map();
  #isTreeDirty = false;
  #dirtyFolders = new Set<string>();
  #dirtyFiles = new Map<string, { folder: string; name: string }>();
  #timer: NodeJS.Timeout | undefined;
  #poll: NodeJS.Timeout | undefined;

  constructor(options: ArchiveOptions) {
    this.#options = options;
    this.#watches = options.watch ? new Watches((directory, name) => this.#onEvent(directory, name)) : null;
    this.#walk();
    this.snapshot = this.#arranged(0);
  }

  subscribe(listener: (snapshot: ArchiveSnapshot) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  close(): void {
    this.#watches?.keepOnly(new Set());
    this.#listeners.clear();
    clearTimeout(this.#timer);
    clearInterval(this.#poll);
  }

  #onEvent(directory: string, name: string | null): void {
    if (this.#folders.has(directory)) {
      if (name !== null && this.#shelf.source.list.isMember(name)) {
        this.#dirtyFiles.set(`${directory}/${name}`, { folder: directory, name });
      } else if (name === null) this.#dirtyFolders.add(directory);
      else if (!this.#isSelf(directory, name)) return;
    } else if (!this.#matters(directory, name)) return;
    this.#timer ??= setTimeout(() => this.#flush(), COALESCE_MS);
  }

  /** Whether an event above the folders can change which folders there are. */
  #matters(directory: string, name: string | null): boolean {
    if (name !== null && this.#isSelf(directory, name)) return true;
    const names = this.#above.get(directory);
    if (name !== null && names && !names.has(name)) return false;
    if (name !== null) this.#watches?.forget(join(directory, name));
    this.#isTreeDirty = true;
    return true;
  }

  /** A directory that is removed or moved away reports its own name; so does an entry that happens to bear it. */
  #isSelf(directory: string, name: string): boolean {
    if (name !== basename(directory)) return false;
    this.#watches?.forget(directory);
    this.#isTreeDirty = true;
    return true;
  }

  #flush(): void {
    this.#timer = undefined;
    if (this.#dirtyFiles.size > BURST) this.#doubtAll();
    let changed = this.#isTreeDirty && this.#walk();
    for (const path of this.#dirtyFolders) changed = this.#lookAll(path) || changed;
    for (const { folder, name } of this.#dirtyFiles.values()) {
      const known = this.#folders.get(folder);
      if (known) changed = this.#shelf.look(known, name) || changed;
    }
    this.#dirtyFolders.clear();
    this.#dirtyFiles.clear();
    if (!changed) return;
    this.snapshot = this.#arranged(this.snapshot.version + 1);
    for (const listener of this.#listeners) listener(this.snapshot);
  }

  #doubtAll(): void {
    this.#isTreeDirty = true;
    for (const folder of this.#folders.keys()) this.#dirtyFolders.add(folder);
  }

  /** Finds the folders and reads those that are new. */
  #walk(): boolean {
    this.#isTreeDirty = false;
    const entered = new Set<string>();
    const enter = (directory: string) => {
      entered.add(directory);
      return this.#watches?.add(directory) ?? true;
    };
    const tree = walkTree(this.#options.roots, new Set([this.#shelf.source.list.folder]), enter);
    this.#above = tree.above;
    let changed = this.#noteFaults(tree.faults);
    const gone = new Set(this.#folders.keys());
    for (const folder of tree.folders) {
      gone.delete(folder.path);
      this.#folders.set(folder.path, folder);
      if (enter(folder.path)) changed = this.#lookAll(folder.path) || changed;
    }
    for (const path of gone) changed = this.#drop(path) || changed;
    this.#watches?.keepOnly(entered);
    this.#setPolling((this.#watches?.refused.size ?? 0) > 0);
    return changed;
  }

  #lookAll(path: string): boolean {
    const folder = this.#folders.get(path);
    if (!folder) return false;
    try {
      const changed = this.#shelf.lookAll(folder);
      return this.#faults.delete(path) || changed;
    } catch (error) {
      const reason = reasonOf(error);
      if (reason === 'ENOENT') return this.#drop(path);
      const changed = this.#faults.get(path) !== reason;
      this.#faults.set(path, reason);
      return changed;
    }
  }

  #drop(path: string): boolean {
    this.#folders.delete(path);
    const hadFault = this.#faults.delete(path);
    return this.#shelf.drop(path) || hadFault;
  }

  #noteFaults(faults: Tree['faults']): boolean {
    const before = JSON.stringify([...this.#faults]);
    for (const path of this.#faults.keys()) if (!this.#folders.has(path)) this.#faults.delete(path);
    for (const { path, reason } of faults) this.#faults.set(path, reason);
    return JSON.stringify([...this.#faults]) !== before;
  }

  #setPolling(isNeeded: boolean): void {
    if (isNeeded === (this.#poll !== undefined)) return;
    clearInterval(this.#poll);
    this.#poll = isNeeded ? setInterval(() => this.#pollOnce(), POLL_MS).unref() : undefined;
  }

  #pollOnce(): void {
    this.#doubtAll();
    this.#flush();
  }

  #arranged(version: number): ArchiveSnapshot {
    const { roots, origin } = this.#options;
    const { sessions, attention } = this.#arranger.arrange(this.#shelf.entries());
    return {
      version,
      origin,
      roots: [...roots],
      sessions,
      attention: [...[...this.#faults].map(unlisted), ...attention],
    };
  }
}

/** A directory that cannot be listed hides files, so it is named like a broken file. */
function unlisted([path, reason]: readonly [string, string]): Attention {
  return { path, problem: problemAt('CHRONICLE_UNREADABLE', 1, 1, reason), excerpt: [], session: null };
}

function join(directory: string, name: string): string {
  return directory.endsWith('/') ? `${directory}${name}` : `${directory}/${name}`;
}
