import { basename } from 'node:path';
import { type Clusters, NO_CLUSTERS } from '#src/memory/misses/cluster-decisions.ts';
import type { Archive, ArchiveSnapshot } from './archive.ts';
import { chronicleSource } from './chronicle-source.ts';
import { Holdings } from './holdings.ts';
import { MemoryShelves } from './memory-holdings.ts';
import { OwnerFile, type OwnerFileForm } from './owner-file.ts';
import { Shelf } from './shelf.ts';
import { Arranger } from './snapshot.ts';
import { Watches } from './watches.ts';

export interface ArchiveOptions {
  /** Absolute directories laid out as `<root>/<project-dir>/chronicle/*.md`; they need not exist. */
  roots: readonly string[];
  origin: ArchiveSnapshot['origin'];
  /** The owner's decisions about miss groups; without them there are none. */
  clusters?: OwnerFileForm<Clusters>;
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
  const roots = options.roots.map((root) => root.replace(/(?<=.)[\\/]+$/, ''));
  return new DirectoryArchive({ ...options, roots: [...new Set(roots)] });
}

class DirectoryArchive implements Archive {
  snapshot: ArchiveSnapshot;
  readonly #options: ArchiveOptions;
  readonly #chronicles = new Shelf(chronicleSource);
  readonly #memory = new MemoryShelves();
  readonly #clusters: OwnerFile<Clusters> | null;
  readonly #holdings: Holdings;
  readonly #arranger = new Arranger();
  readonly #listeners = new Set<(snapshot: ArchiveSnapshot) => void>();
  readonly #watches: Watches | null;
  #isTreeDirty = false;
  #isClustersDirty = false;
  #dirtyFolders = new Set<string>();
  #dirtyFiles = new Map<string, { folder: string; name: string }>();
  #timer: NodeJS.Timeout | undefined;
  #poll: NodeJS.Timeout | undefined;

  constructor(options: ArchiveOptions) {
    this.#options = options;
    this.#holdings = new Holdings(options.roots, [this.#chronicles, ...this.#memory.all]);
    this.#clusters = options.clusters ? new OwnerFile(options.clusters) : null;
    this.#watches = options.watch ? new Watches((directory, name) => this.#onEvent(directory, name)) : null;
    if (options.watch) this.#clusters?.watch(() => this.#onClusters());
    this.#walk();
    this.snapshot = this.#arranged(0);
  }

  subscribe(listener: (snapshot: ArchiveSnapshot) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  close(): void {
    this.#watches?.keepOnly(new Set());
    this.#clusters?.close();
    this.#listeners.clear();
    clearTimeout(this.#timer);
    clearInterval(this.#poll);
  }

  #onEvent(directory: string, name: string | null): void {
    if (this.#note(directory, name)) this.#flushSoon();
  }

  #onClusters(): void {
    this.#isClustersDirty = true;
    this.#flushSoon();
  }

  #flushSoon(): void {
    this.#timer ??= setTimeout(() => this.#flush(), COALESCE_MS);
  }

  /** Notes what has to be looked at after an event; false if nothing has. */
  #note(directory: string, name: string | null): boolean {
    if (name === null) {
      this.#dirtyFolders.add(directory);
      this.#isTreeDirty = true;
      return true;
    }
    if (this.#holdings.isMember(directory, name))
      this.#dirtyFiles.set(`${directory}/${name}`, { folder: directory, name });
    else if (name === basename(directory)) this.#doubt(directory);
    else if (this.#holdings.leadsOn(directory, name)) this.#doubt(join(directory, name));
    else return false;
    return true;
  }

  /** What lies there may be another directory by now. One that is removed or moved away reports its own name. */
  #doubt(directory: string): void {
    this.#watches?.forget(directory);
    this.#isTreeDirty = true;
  }

  #flush(): void {
    this.#timer = undefined;
    if (this.#dirtyFiles.size > BURST) this.#doubtAll();
    let changed = this.#isTreeDirty && this.#walk();
    for (const path of this.#dirtyFolders) changed = this.#holdings.lookAll(path) || changed;
    for (const { folder, name } of this.#dirtyFiles.values()) changed = this.#holdings.look(folder, name) || changed;
    if (this.#isClustersDirty) changed = this.#clusters?.look() || changed;
    this.#isClustersDirty = false;
    this.#dirtyFolders.clear();
    this.#dirtyFiles.clear();
    if (!changed) return;
    this.snapshot = this.#arranged(this.snapshot.version + 1);
    for (const listener of this.#listeners) listener(this.snapshot);
  }

  #doubtAll(): void {
    this.#isTreeDirty = true;
    for (const folder of this.#holdings.folders()) this.#dirtyFolders.add(folder);
  }

  #walk(): boolean {
    this.#isTreeDirty = false;
    const entered = new Set<string>();
    const changed = this.#holdings.walk((directory) => {
      entered.add(directory);
      return this.#watches?.add(directory) ?? true;
    });
    this.#watches?.keepOnly(entered);
    this.#setPolling((this.#watches?.refused.size ?? 0) > 0);
    return changed;
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

  #decisions(): ArchiveSnapshot['clusters'] {
    return { path: this.#options.clusters?.path ?? '', decisions: this.#clusters?.value ?? NO_CLUSTERS };
  }

  #arranged(version: number): ArchiveSnapshot {
    const { roots, origin } = this.#options;
    const { sessions, attention } = this.#arranger.arrange(this.#chronicles.entries());
    return {
      version,
      changedAt: new Date().toISOString(),
      origin,
      roots: [...roots],
      sessions,
      memory: this.#memory.holdings(sessions),
      clusters: this.#decisions(),
      attention: [
        ...this.#holdings.faults(),
        ...(this.#clusters?.attention ?? []),
        ...attention,
        ...this.#memory.attention(sessions),
      ],
    };
  }
}

function join(directory: string, name: string): string {
  return directory.endsWith('/') ? `${directory}${name}` : `${directory}/${name}`;
}
