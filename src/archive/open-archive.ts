import { basename, dirname } from 'node:path';
import type { Attention, Session } from '#src/format/session.ts';
import type { EditedFile } from '#src/transcript/edited-files.ts';
import type { Facts } from '#src/transcript/facts.ts';
import type { NamedCommit } from '#src/transcript/named-commits.ts';
import { type CheckoutRules, PATHS_ALONE } from '#src/lib/project.ts';
import { type Clusters, NO_CLUSTERS } from '#src/memory/misses/cluster-decisions.ts';
import { NO_REPEATS, type SessionRepeats } from '#src/memory/requests/session-repeats.ts';
import { type MachineNames, NO_MACHINES } from '#src/lib/machines.ts';
import { ON_DISK } from '../lib/checkout.ts';
import type { Archive, ArchiveSnapshot, Posts } from './archive.ts';
import { ArchiveIndex } from './archive-index.ts';
import { chronicleSource } from './chronicle-source.ts';
import { FactsCache } from './facts-cache.ts';
import { factsSource, wholeFactsSource } from './facts-files.ts';
import { attentionTo, type StoredFile } from './file-store.ts';
import { memoryAttention, memorySnapshot, memorySources } from './memory-files.ts';
import { notebookSource } from './notebook-files.ts';
import { readOnce } from './read-source.ts';
import { SessionList } from './session-list.ts';
import type { FileSource, Source } from '../memory/source.ts';
import { Watches } from './watches.ts';

export interface ArchiveOptions {
  /** Absolute directories laid out as `<root>/<project-dir>/chronicle/*.md`. They may be missing. */
  roots: readonly string[];
  /** The names of those roots that have one. */
  machines?: MachineNames | undefined;
  /** Which checkouts sessions belong to. Without it, paths of the owner's archive are looked up on this disk. */
  rules?: CheckoutRules | undefined;
  origin: ArchiveSnapshot['origin'];
  /** The files that the owner writes by hand, if any. */
  owner?: OwnerFiles;
  /** Whether to keep the archive up to date; otherwise the directories are read once. */
  watch: boolean;
}

/** The files that the owner writes by hand. Their parsers are in other folders, so they are passed in. */
export interface OwnerFiles {
  /** Absolute: `<config>/session-chronicle`. */
  root: string;
  /** Decisions about miss groups. */
  clusters: FileSource<Clusters>;
  posts?: PostSources;
}

/** The sources of drafts and series. */
export interface PostSources {
  sources: readonly Source<unknown>[];
  postsIn(index: ArchiveIndex): Posts;
}

/** Events this close are handled together: an editor's save causes three or four. */
const COALESCE_MS = 10;
/** After more events at once, the system may have dropped some (inotify queues 16,384). */
const BURST = 1000;
/** How often to read directories that the system cannot watch. */
const POLL_MS = 2000;

/** Reads the archive and, with `watch`, keeps it up to date. Never throws because of the directories' content. */
export function openArchive(options: ArchiveOptions): Archive {
  const roots = options.roots.map((root) => root.replace(/(?<=.)[\\/]+$/, ''));
  return new DirectoryArchive({ ...options, roots: [...new Set(roots)] });
}

class DirectoryArchive implements Archive {
  snapshot: ArchiveSnapshot;
  readonly #options: ArchiveOptions;
  /** Files written by hooks and agents. */
  readonly #projects: ArchiveIndex;
  /** Files written by the owner. A directory that cannot be listed counts as empty. */
  readonly #owned: ArchiveIndex;
  readonly #indexes: readonly ArchiveIndex[];
  readonly #sessions: SessionList;
  readonly #facts = new FactsCache();
  readonly #listeners = new Set<(snapshot: ArchiveSnapshot) => void>();
  readonly #watches: Watches | null;
  /** The file when the sessions were last listed. */
  #clusters: StoredFile<Clusters> | undefined;
  #isTreeDirty = false;
  #dirtyFolders = new Set<string>();
  #dirtyFiles = new Map<string, { folder: string; name: string }>();
  #timer: NodeJS.Timeout | undefined;
  #poll: NodeJS.Timeout | undefined;

  constructor(options: ArchiveOptions) {
    const { roots, machines = NO_MACHINES, origin, owner } = options;
    const { rules = origin === 'own' ? ON_DISK : PATHS_ALONE } = options;
    this.#options = options;
    this.#sessions = new SessionList(roots[0] ?? '', machines, rules);
    this.#projects = new ArchiveIndex(roots, [chronicleSource, factsSource, notebookSource, ...memorySources]);
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

  factsOf({ path }: Session): Facts | null {
    const file = this.#sessions.factsOf(path);
    return file ? this.#facts.read(file) : null;
  }

  factsTextOf({ path }: Session): string | null {
    const file = this.#sessions.factsOf(path);
    return file ? this.#facts.text(file) : null;
  }

  filesOf({ path }: Session): readonly EditedFile[] {
    const file = this.#sessions.factsOf(path);
    return file ? this.#facts.lists(file).files : [];
  }

  commitsOf({ path }: Session): readonly NamedCommit[] {
    const file = this.#sessions.factsOf(path);
    return file ? this.#facts.lists(file).commits : [];
  }

  repeatsOf({ path }: Session): SessionRepeats {
    const file = this.#sessions.factsOf(path);
    return file ? this.#facts.repeats(file) : NO_REPEATS;
  }

  checkFacts(): Attention[] {
    const readable = this.#projects.files(factsSource).filter(({ content }) => content.value !== null);
    return readable.flatMap(({ path }) => {
      const read = readOnce(path, wholeFactsSource);
      return (read?.problems ?? []).map((problem, i) => ({
        path,
        problem,
        excerpt: read?.excerpts[i] ?? [],
        session: null,
      }));
    });
  }

  refresh(...paths: string[]): void {
    const noted = paths.map((path) => this.#note(dirname(path), basename(path)));
    if (noted.includes(true)) this.#flush();
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

  /** Notes what to check after an event; false if there is nothing. */
  #note(directory: string, name: string | null): boolean {
    if (name === null) {
      this.#dirtyFolders.add(directory);
      this.#isTreeDirty = true;
      return true;
    }
    if (this.#indexes.some((index) => index.isMember(directory, name)))
      this.#dirtyFiles.set(`${directory}/${name}`, { folder: directory, name });
    else if (name === basename(directory)) this.#recheck(directory);
    else if (this.#mayContainFolder(directory, name)) this.#recheck(join(directory, name));
    else return false;
    return true;
  }

  /** In an unknown directory, any name may contain a folder. */
  #mayContainFolder(directory: string, name: string): boolean {
    const answers = this.#indexes.map((index) => index.mayContainFolder(directory, name));
    return answers.includes(true) || !answers.includes(false);
  }

  /** A directory may have been replaced. A removed or moved one reports its own name. */
  #recheck(directory: string): void {
    this.#watches?.forget(directory);
    this.#isTreeDirty = true;
  }

  #flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#dirtyFiles.size > BURST) this.#recheckAll();
    const changed = new Set(this.#isTreeDirty ? this.#walk() : []);
    for (const index of this.#indexes) {
      for (const path of this.#dirtyFolders) if (index.checkAll(path)) changed.add(index);
      for (const { folder, name } of this.#dirtyFiles.values()) if (index.check(folder, name)) changed.add(index);
    }
    this.#dirtyFolders.clear();
    this.#dirtyFiles.clear();
    const isListed = changed.has(this.#projects) || this.#clustersFile() !== this.#clusters;
    if (changed.size === 0) return;
    this.snapshot = {
      ...this.snapshot,
      ...(isListed ? this.#sessionPart() : {}),
      ...(changed.has(this.#owned) ? { posts: this.#posts() } : {}),
      version: this.snapshot.version + 1,
      changedAt: new Date().toISOString(),
    };
    for (const listener of this.#listeners) listener(this.snapshot);
  }

  #recheckAll(): void {
    this.#isTreeDirty = true;
    for (const index of this.#indexes) for (const { path } of index.folders()) this.#dirtyFolders.add(path);
  }

  /** Finds folders again. Returns the indexes that changed. */
  #walk(): ArchiveIndex[] {
    this.#isTreeDirty = false;
    // A directory may be entered several times, and is new each time.
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
    this.#recheckAll();
    this.#flush();
  }

  #clustersFile(): StoredFile<Clusters> | undefined {
    const { owner } = this.#options;
    return owner && this.#owned.file(owner.clusters, owner.root, basename(owner.clusters.path));
  }

  #posts(): Posts {
    return this.#options.owner?.posts?.postsIn(this.#owned) ?? { drafts: [], series: [] };
  }

  /** The part of a snapshot that depends on sessions. */
  #sessionPart(): Pick<ArchiveSnapshot, 'sessions' | 'memory' | 'clusters' | 'attention'> {
    this.#clusters = this.#clustersFile();
    const { sessions, attention } = this.#sessions.update(
      this.#projects.files(chronicleSource),
      this.#projects.files(factsSource),
      this.#projects.files(notebookSource),
    );
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
