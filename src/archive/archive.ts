/**
 * The archive: every chronicle on this machine, in memory and kept up to date. The site, the commands and the search
 * index read it from here.
 *
 *     <root>/<project-dir>/chronicle/2026-03-24-main.md  ->  a Session in `snapshot.sessions`
 *                                                        ->  its problems in `snapshot.attention`
 *     <root>/<project-dir>/chronicle/facts/*.json        ->  the head in `facts` of the Session with its id
 *
 * A change of any file is noticed by a watch of its directory. Then all files are looked at again, those that changed are
 * read (`file-index.ts`), and sessions (`sessions.ts`) and memories (`memory-files.ts`) are made anew of what is there. At
 * 10,000 sessions that takes some tenths of a second.
 */
import { basename } from 'node:path';
import type { Attention, Session } from '#src/format/session.ts';
import { AddressBook } from '#src/lib/addresses.ts';
import { ON_DISK } from '#src/lib/checkout.ts';
import { type MachineNames, NO_MACHINES } from '#src/lib/config.ts';
import { type CheckoutRules, PATHS_ALONE } from '#src/lib/project.ts';
import { type Decisions, NO_DECISIONS } from '#src/memory/decisions.ts';
import type { FileSource, Source } from '#src/memory/source.ts';
import { chronicleSource, type SessionRules, sessionsOf } from './sessions.ts';
import { type FactsEntry, type FactsReader, FactsFiles, factsSource } from './facts-files.ts';
import { attentionTo, FileIndex, type FileSet, type StoredFile } from './file-index.ts';
import { type MemorySnapshot, memoryAttention, memorySnapshot, memorySources } from './memory-files.ts';
import { notebookSource } from './sidecars.ts';
import { Watches } from './watches.ts';

/** The data from disk, read once and kept up to date. */
export interface Archive extends FactsReader {
  /** The state after the last change. Each change makes a new object. */
  readonly snapshot: ArchiveSnapshot;
  /** Calls `listener` after each change. Returns a function that unsubscribes. */
  subscribe(listener: (snapshot: ArchiveSnapshot) => void): () => void;
  /** Reads what this process wrote, without waiting for the watch. */
  refresh(): void;
  close(): void;
}

export interface ArchiveSnapshot {
  /** Counts the changes since the archive was opened. */
  version: number;
  /** When the archive was last changed, or opened, UTC. */
  changedAt: string;
  /** The owner's sessions, or the sample. */
  origin: 'own' | 'sample';
  /** The directories searched, laid out as `<root>/<project-dir>/chronicle/*.md`. */
  roots: string[];
  /**
   * Newest first, by start. An unchanged session is the same object in the next snapshot. If only posts changed, the array
   * is the same.
   */
  sessions: Session[];
  /** Memory files, their history and proposals. */
  memory: MemorySnapshot;
  /** The owner's decisions about miss groups, and their file. */
  clusters: { path: string; decisions: Decisions };
  /** The files that the owner writes by hand: another object after a change of them. Each source knows how to read its own. */
  userFiles: FileSet;
  /** Problems in files, by path and line, except those of posts. */
  attention: Attention[];
}

/** The place of an archive. */
export interface ArchivePlace {
  /** Absolute directories laid out as `<root>/<project-dir>/chronicle/*.md`. They may be missing. */
  roots: readonly string[];
  /** The names of those roots that have one. */
  machines?: MachineNames | undefined;
  /** Which checkouts sessions belong to. Without it, paths of the owner's archive are looked up on this disk. */
  rules?: CheckoutRules | undefined;
  /** The file that keeps the addresses of projects. Without it, they follow from the sessions. */
  addresses?: string | undefined;
  /** The files that the owner writes by hand, if any. */
  owner?: OwnerFiles;
}

/** The files that the owner writes by hand. Their parsers are in other folders, so they are passed in. */
export interface OwnerFiles {
  /** Absolute: `<config>/session-chronicle`. */
  root: string;
  /** Decisions about miss groups. */
  clusters: FileSource<Decisions>;
  /** Further files, such as drafts. */
  sources?: readonly Source<unknown>[];
}

export interface ArchiveOptions extends ArchivePlace {
  origin: ArchiveSnapshot['origin'];
  /** Whether to keep the archive up to date; otherwise the directories are read once. */
  watch: boolean;
}

/** Events this close are handled together (ms): an editor's save causes three or four. */
const COALESCE_MS = 10;
/** How often to read directories that the system cannot watch. */
const POLL_MS = 2000;

/** Reads the archive and, with `watch`, keeps it up to date. Never throws because of the directories' content. */
export function openArchive(options: ArchiveOptions): Archive {
  const roots = options.roots.map((root) => root.replace(/(?<=.)[\\/]+$/, ''));
  return new DirectoryArchive({ ...options, roots: [...new Set(roots)] });
}

class DirectoryArchive extends FactsFiles implements Archive {
  snapshot: ArchiveSnapshot;
  readonly #options: ArchiveOptions;
  /** Files written by hooks and agents. */
  readonly #projects: FileIndex;
  /** Files written by the owner. A directory that cannot be listed counts as empty. */
  readonly #userFiles: FileIndex;
  readonly #rules: SessionRules;
  /** By the path of the chronicle. */
  #facts: ReadonlyMap<string, FactsEntry> = new Map();
  readonly #listeners = new Set<(snapshot: ArchiveSnapshot) => void>();
  readonly #watches: Watches | null;
  /** The file when the sessions were last listed. */
  #clusters: StoredFile<Decisions> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #poll: NodeJS.Timeout | undefined;

  constructor(options: ArchiveOptions) {
    const { roots, machines = NO_MACHINES, addresses = null, origin, owner, watch } = options;
    const { rules = origin === 'own' ? ON_DISK : PATHS_ALONE } = options;
    const projects = new FileIndex(roots, [chronicleSource, factsSource, notebookSource, ...memorySources]);
    super(
      ({ path }) => this.#facts.get(path),
      () => projects.files(factsSource),
    );
    this.#options = options;
    this.#rules = { ownRoot: roots[0] ?? '', machines, rules, addresses: new AddressBook(addresses) };
    this.#projects = projects;
    this.#userFiles = owner
      ? new FileIndex([owner.root], [owner.clusters, ...(owner.sources ?? [])])
      : new FileIndex([], []);
    this.#watches = watch ? new Watches(() => this.#note()) : null;
    this.#scan();
    this.snapshot = {
      ...{ version: 0, changedAt: new Date().toISOString(), origin, roots: [...roots] },
      ...this.#sessionPart(),
      userFiles: this.#userFiles.current(),
    };
  }

  subscribe(listener: (snapshot: ArchiveSnapshot) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  refresh(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const changed = this.#scan();
    if (changed.length === 0) return;
    const isListed = changed.includes(this.#projects) || this.#decisionsFile() !== this.#clusters;
    this.snapshot = {
      ...this.snapshot,
      ...(isListed ? this.#sessionPart() : {}),
      userFiles: this.#userFiles.current(),
      version: this.snapshot.version + 1,
      changedAt: new Date().toISOString(),
    };
    for (const listener of this.#listeners) listener(this.snapshot);
  }

  close(): void {
    this.#watches?.keepOnly(new Set());
    this.#listeners.clear();
    clearTimeout(this.#timer);
    clearInterval(this.#poll);
  }

  #note(): void {
    this.#timer ??= setTimeout(() => this.refresh(), COALESCE_MS);
  }

  /** Looks at all files, and watches the directories on the way. Returns the indexes that changed. */
  #scan(): FileIndex[] {
    const entered = new Set<string>();
    const enter = (directory: string) => {
      if (!entered.has(directory)) this.#watches?.add(directory);
      entered.add(directory);
    };
    const changed = [this.#projects, this.#userFiles].filter((index) => index.scan(enter));
    this.#watches?.keepOnly(entered);
    const isPolling = (this.#watches?.refused.size ?? 0) > 0;
    if (isPolling !== (this.#poll !== undefined)) {
      clearInterval(this.#poll);
      this.#poll = isPolling ? setInterval(() => this.refresh(), POLL_MS).unref() : undefined;
    }
    return changed;
  }

  #decisionsFile(): StoredFile<Decisions> | undefined {
    const { owner } = this.#options;
    return owner && this.#userFiles.file(owner.clusters, owner.root, basename(owner.clusters.path));
  }

  /** The part of a snapshot that depends on sessions. */
  #sessionPart(): Pick<ArchiveSnapshot, 'sessions' | 'memory' | 'clusters' | 'attention'> {
    this.#clusters = this.#decisionsFile();
    const files = {
      chronicles: this.#projects.files(chronicleSource),
      facts: this.#projects.files(factsSource),
      notebooks: this.#projects.files(notebookSource),
    };
    const { sessions, facts, attention } = sessionsOf(files, this.#rules, this.snapshot?.sessions);
    this.#facts = facts;
    return {
      sessions,
      memory: memorySnapshot(this.#projects, sessions),
      clusters: {
        path: this.#options.owner?.clusters.path ?? '',
        decisions: this.#clusters?.content.value ?? NO_DECISIONS,
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

/** The owner's archive if it has any chronicle, even a broken one; otherwise the sample until the first one appears. */
export function openDisplayedArchive(given: { own: ArchivePlace; sample: ArchivePlace; watch: boolean }): Archive {
  const own = openArchive({ ...given.own, origin: 'own', watch: given.watch });
  const hasOwn = () => own.snapshot.sessions.length + own.snapshot.attention.length > 0;
  if (hasOwn()) return own;
  const sample = openArchive({ ...given.sample, origin: 'sample', watch: given.watch });
  let hasArrived = false;
  // An archive whose last chronicle is deleted stays: its owner would take the sample's sessions for their own.
  const displayed = () => {
    hasArrived ||= hasOwn();
    return hasArrived ? own : sample;
  };
  return {
    get snapshot() {
      return displayed().snapshot;
    },
    factsOf: (session) => displayed().factsOf(session),
    factsTextOf: (session) => displayed().factsTextOf(session),
    listsOf: (session) => displayed().listsOf(session),
    checkFacts: () => displayed().checkFacts(),
    subscribe(listener) {
      const ends = [own, sample].map((each) => each.subscribe(() => listener(displayed().snapshot)));
      return () => {
        for (const end of ends) end();
      };
    },
    refresh: () => displayed().refresh(),
    close() {
      own.close();
      sample.close();
    },
  };
}
