import { basename, dirname } from 'node:path';
import { type Clusters, NO_CLUSTERS } from '#src/memory/misses/cluster-decisions.ts';
import type { Archive, ArchiveSnapshot, Posts } from './archive.ts';
import { ArchiveIndex } from './archive-index.ts';
import { chronicleSource } from './chronicle-source.ts';
import { attentionTo, type StoredFile } from './file-store.ts';
import { memoryAttention, memorySnapshot, memorySources } from './memory-files.ts';
import { SessionList } from './session-list.ts';
import type { FileSource, Source } from './source.ts';
import { Watches } from './watches.ts';

export interface ArchiveOptions {
  /** Absolute directories laid out as `<root>/<project-dir>/chronicle/*.md`; they need not exist. */
  roots: readonly string[];
  origin: ArchiveSnapshot['origin'];
  /** What the owner writes by hand; without it there is nothing of the kind. */
  owner?: OwnerFiles;
  /** Whether to keep the archive current; without it the directories are read once. */
  watch: boolean;
}

/** Files that the owner writes by hand. Their readers are above this folder, so they are passed in. */
export interface OwnerFiles {
  /** Absolute: `<config>/session-chronicle`. */
  root: string;
  /** Decisions about miss groups. */
  clusters: FileSource<Clusters>;
  posts?: PostSources;
}

/** Which files make drafts and series, and how. */
export interface PostSources {
  sources: readonly Source<unknown>[];
  postsIn(index: ArchiveIndex): Posts;
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
  /** What hooks and agents write. */
  readonly #projects: ArchiveIndex;
  /** What the owner writes. A directory of it that cannot be listed counts as empty. */
  readonly #owned: ArchiveIndex;
  readonly #indexes: readonly ArchiveIndex[];
  readonly #sessions = new SessionList();
  readonly #listeners = new Set<(snapshot: ArchiveSnapshot) => void>();
  readonly #watches: Watches | null;
  /** As it was when sessions were last put together. */
  #clusters: StoredFile<Clusters> | undefined;
  #isTreeDirty = false;
  #dirtyFolders = new Set<string>();
  #dirtyFiles = new Map<string, { folder: string; name: string }>();
  #timer: NodeJS.Timeout | undefined;
  #poll: NodeJS.Timeout | undefined;

  constructor(options: ArchiveOptions) {
    const { roots, origin, owner } = options;
    this.#options = options;
    this.#projects = new ArchiveIndex(roots, [chronicleSource, ...memorySources]);
    this.#owned = owner
      ? new ArchiveIndex([owner.root], [owner.clusters, ...(owner.posts?.sources ?? [])])
      : new ArchiveIndex([], []);
    this.#indexes = [this.#projects, this.#owned];
    this.#watches = options.watch ? new Watches((directory, name) => this.#onEvent(directory, name)) : null;
    this.#walk();
    this.snapshot = {
      version: 0,
      changedAt: new Date().toISOString(),
      origin,
      roots: [...roots],
      ...this.#sessionPart(),
      posts: this.#posts(),
    };
  }

  subscribe(listener: (snapshot: ArchiveSnapshot) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  refresh(path: string): void {
    if (this.#note(dirname(path), basename(path))) this.#flush();
  }

  close(): void {
    this.#watches?.keepOnly(new Set());
    this.#listeners.clear();
    clearTimeout(this.#timer);
    clearInterval(this.#poll);
  }

  #onEvent(directory: string, name: string | null): void {
    if (this.#note(directory, name)) this.#timer ??= setTimeout(() => this.#flush(), COALESCE_MS);
  }

  /** Notes what has to be looked at after an event; false if nothing has. */
  #note(directory: string, name: string | null): boolean {
    if (name === null) {
      this.#dirtyFolders.add(directory);
      this.#isTreeDirty = true;
      return true;
    }
    if (this.#indexes.some((index) => index.isMember(directory, name)))
      this.#dirtyFiles.set(`${directory}/${name}`, { folder: directory, name });
    else if (name === basename(directory)) this.#doubt(directory);
    else if (this.#leadsOn(directory, name)) this.#doubt(join(directory, name));
    else return false;
    return true;
  }

  /** In a directory that is none of ours any name may lead to a folder. */
  #leadsOn(directory: string, name: string): boolean {
    const answers = this.#indexes.map((index) => index.leadsOn(directory, name));
    return answers.includes(true) || !answers.includes(false);
  }

  /** What lies there may be another directory by now. One that is removed or moved away reports its own name. */
  #doubt(directory: string): void {
    this.#watches?.forget(directory);
    this.#isTreeDirty = true;
  }

  #flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#dirtyFiles.size > BURST) this.#doubtAll();
    const changed = new Set(this.#isTreeDirty ? this.#walk() : []);
    for (const index of this.#indexes) {
      for (const path of this.#dirtyFolders) if (index.lookAll(path)) changed.add(index);
      for (const { folder, name } of this.#dirtyFiles.values()) if (index.look(folder, name)) changed.add(index);
    }
    this.#dirtyFolders.clear();
    this.#dirtyFiles.clear();
    if (changed.size === 0) return;
    this.snapshot = {
      ...this.snapshot,
      ...(changed.has(this.#projects) || this.#clustersFile() !== this.#clusters ? this.#sessionPart() : {}),
      ...(changed.has(this.#owned) ? { posts: this.#posts() } : {}),
      version: this.snapshot.version + 1,
      changedAt: new Date().toISOString(),
    };
    for (const listener of this.#listeners) listener(this.snapshot);
  }

  #doubtAll(): void {
    this.#isTreeDirty = true;
    for (const index of this.#indexes) for (const { path } of index.folders()) this.#dirtyFolders.add(path);
  }

  /** The indexes in which that changed anything. */
  #walk(): ArchiveIndex[] {
    this.#isTreeDirty = false;
    // A directory may be entered for several reasons, and is new for all of them.
    const entered = new Map<string, boolean>();
    const enter = (directory: string): boolean => {
      const isNew = entered.get(directory) ?? this.#watches?.add(directory) ?? true;
      entered.set(directory, isNew);
      return isNew;
    };
    const changed = this.#indexes.filter((index) => index.walk(enter));
    this.#watches?.keepOnly(new Set(entered.keys()));
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

  #clustersFile(): StoredFile<Clusters> | undefined {
    const { owner } = this.#options;
    return owner && this.#owned.file(owner.clusters, owner.root, basename(owner.clusters.path));
  }

  #posts(): Posts {
    return this.#options.owner?.posts?.postsIn(this.#owned) ?? { drafts: [], series: [] };
  }

  /** All of a snapshot that depends on sessions. */
  #sessionPart(): Pick<ArchiveSnapshot, 'sessions' | 'memory' | 'clusters' | 'attention'> {
    this.#clusters = this.#clustersFile();
    const { sessions, attention } = this.#sessions.update(this.#projects.files(chronicleSource));
    return {
      sessions,
      memory: memorySnapshot(this.#projects, sessions),
      clusters: {
        path: this.#options.owner?.clusters.path ?? '',
        decisions: this.#clusters?.content.value ?? NO_CLUSTERS,
      },
      attention: [
        ...this.#projects.faults(),
        ...attentionTo(this.#clusters ? [this.#clusters] : []),
        ...attention,
        ...memoryAttention(this.#projects, sessions),
      ],
    };
  }
}

function join(directory: string, name: string): string {
  return directory.endsWith('/') ? `${directory}${name}` : `${directory}/${name}`;
}
