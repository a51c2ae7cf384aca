/**
 * Forgets a session, an event or a text: works out the change to each of our own files, shows it, and carries it out, each
 * file under the lock of its writers, without a copy.
 *
 *     - 14:32 [ERROR] Logged in with hunter2 by mistake     ->     - 14:32 [ERROR] Logged in with (forgotten) by mistake
 *
 * An event's id comes from its text, so what cites it follows. Derived files are deleted and made again. A file that fails
 * is named, and the rest goes on; running the same command again finishes the work.
 */
import { existsSync, lstatSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { sessionIn } from '#src/format/front-matter-line.ts';
import { isSessionId } from '#src/format/session-id.ts';
import { causeOf } from '#src/lib/chronicle-error.ts';
import { flushDirectory, hasFrontMatter, replaceFile, writeTemporary } from '#src/lib/files.ts';
import { noteForgotten } from '#src/lib/forgotten.ts';
import { isDirectory, isThere } from '#src/lib/is-there.ts';
import { discard, leftoversIn, withLock } from '#src/lib/lock.ts';
import { factsPath, isHistoryName, type Paths, notebookPath, sessionIndexes } from '#src/lib/paths.ts';
import { readRegularFile } from '#src/lib/read-file.ts';
import { groupAnchor } from '#src/lib/text/page-address.ts';
import { placeOf, writeIndexEntry } from '#src/record/find.ts';
import { derivedFiles, insideOf, withoutBuild } from './derived-files.ts';
import { deletedEvents, forgetInChronicle } from './forget-in-chronicle.ts';
import {
  type DeletedEvents,
  factsSession,
  forgetInDraft,
  forgetInFacts,
  forgetInJson,
  forgetInLines,
  forgetInYaml,
  type Match,
  type Renaming,
} from './forget-in-data.ts';
import { forgetInNotebook } from './forget-in-notebook.ts';
import { hasText } from './lines-with.ts';
import { namesOrNote, type OwnFile, type OwnFiles, ownFiles } from './own-files.ts';
import { isNamedFor, TextMatcher } from './text-matcher.ts';

/** The session, event or text to forget. */
export type Target =
  /** `names` are the places of its chronicles, `copies` those in archives that are only read. */
  | { kind: 'session'; session: string; names: readonly string[]; copies: readonly string[] }
  | { kind: 'event'; session: string; event: string }
  | { kind: 'text'; text: string };

/** A change to one file, or its deletion. Bytes are Latin-1. */
export interface FileChange extends OwnFile {
  before: string;
  /** Null if the file is deleted. */
  after: string | null;
  /** Makes the same change to the file's content at the time of writing. */
  edit: (bytes: string) => string | null;
}

/** Files whose names contain the text: those of a chronicle or draft, which are renamed together. */
export interface Rename {
  kind: 'chronicle' | 'draft';
  /** The new path, by the old one; of a chronicle, its own comes last. */
  filePaths: ReadonlyMap<string, string>;
}

export interface ForgettingPlan {
  target: Target;
  match: Match;
  /** In the order in which they are written. Chronicles come last, as the rest is found through them. */
  changes: FileChange[];
  renames: Rename[];
  /** Derived files and directories to delete, and entries of the index. */
  derived: string[];
  /** Temporary files of killed processes, which may contain anything. */
  leftovers: string[];
  /** Our files that were read for this. */
  searched: ReadonlySet<string>;
  /** Our files in which the text stays, as it is part of a field name, date or id. */
  kept: string[];
  /** Sentences about files of ours that cannot be read. */
  unread: string[];
  /** The sessions of which a part is forgotten. */
  touched: string[];
  /** Whether a match was found. Derived files and leftovers are deleted in any case. */
  isFound: boolean;
}

/** What was done of a plan. */
export interface Forgetting {
  /** The paths that were changed, renamed or deleted, as they were. */
  done: ReadonlySet<string>;
  /** A sentence for each file that could not be changed. */
  failures: readonly string[];
}

/** An editor or a hook may hold a file up for a moment (ms). */
const PATIENCE = 5000;

/** Whether there is nothing to do. */
export function isEmptyPlan({ changes, renames, derived, leftovers }: ForgettingPlan): boolean {
  return changes.length + renames.length + derived.length + leftovers.length === 0;
}

/** Reads all our files and works out what to change. Writes nothing. */
export function planForgetting(paths: Paths, target: Target): ForgettingPlan {
  const own = ownFiles(paths);
  const { files, unread } = own;
  const planning = new Planning(target, unread);
  // Other files cite the events of chronicles by name.
  const [chronicles, others] = [files.filter(isChronicle), files.filter((file) => !isChronicle(file))];
  const changed = chronicles.flatMap((file) => planning.change(file) ?? []);
  const changes = [...others.flatMap((file) => planning.change(file) ?? []), ...changed];
  const renames =
    target.kind === 'text' ? renamesOf(own, (name) => isNamedFor(name, target.text, planning.match.text)) : [];
  const isIn = (path: string) => hasText(path, planning.match.text);
  const isInEntry = (path: string) => planning.isInEntry(path);
  const derived = derivedFiles(paths, planning.match.sessions, { isIn, isInEntry }, unread);
  const leftovers = [...own.directories, ...sessionIndexes(paths), paths.memoryIndex, paths.books].flatMap(leftoversIn);
  // The chronicle of a session may be gone, or never have been made.
  const isOwnSession = target.kind === 'session' && target.copies.length === 0;
  return {
    ...{ target, match: planning.match, changes, renames, derived: derived.filePaths, leftovers },
    searched: new Set(files.map(({ path }) => path)),
    kept: planning.kept,
    unread: [...new Set(unread)],
    touched: target.kind === 'session' ? [] : [...planning.touched].filter((id) => id !== ''),
    isFound: changes.length + renames.length > 0 || isOwnSession || derived.isFound || leftovers.some(isIn),
  };
}

/** Works out the change to each file: of chronicles first. An unreadable file adds a sentence to `unread`. */
class Planning {
  readonly match: Match;
  readonly touched = new Set<string>();
  readonly kept: string[] = [];
  readonly #target: Target;
  readonly #unread: string[];
  /** The new names of events, by the old ones; null for deleted ones. */
  readonly #names = new Map<string, string | null>();
  readonly #deleted: DeletedEvents[] = [];

  constructor(target: Target, unread: string[]) {
    this.#target = target;
    this.#unread = unread;
    const texts = target.kind === 'text' ? [target.text] : [];
    this.match = {
      text: new TextMatcher(target.kind === 'session' ? [target.session, ...target.names] : texts),
      sessions: new Set(target.kind === 'session' ? [target.session] : []),
      events: new Set(target.kind === 'event' ? [target.event] : []),
    };
  }

  change(file: OwnFile): FileChange | null {
    if (file.kind === 'backup') return this.#backup(file);
    const before = this.#read(file.path);
    if (before === null) return null;
    if (isChronicle(file) && !this.match.sessions.has(sessionIn(before))) {
      for (const [was, is] of forgetInChronicle(before, this.match).names) this.#names.set(was, is);
      if (this.#target.kind === 'event') this.#deleted.push(deletedEvents(before, this.match.events));
    }
    const edit = (bytes: string) => this.#edited(file, bytes);
    const after = edit(before);
    if (this.#target.kind === 'text' && after !== null && this.match.text.isIn(after)) this.kept.push(file.path);
    if (after === before) return null;
    if (isChronicle(file)) this.touched.add(sessionIn(before));
    else if (file.kind === 'facts') this.touched.add(factsSession(before));
    return { ...file, before, after, edit };
  }

  /** Whether an entry of an index contains the text, apart from field names and the folder that all chronicles are in. */
  isInEntry(path: string): boolean {
    const bytes = this.#read(path)?.replace('/chronicle/', '/');
    return bytes !== undefined && forgetInJson(bytes, this.match, (name) => name) !== bytes;
  }

  #edited({ kind, path }: OwnFile, bytes: string): string | null {
    const { match } = this;
    switch (kind) {
      case 'chronicle':
        return match.sessions.has(sessionIn(bytes)) ? null : forgetInChronicle(bytes, match).bytes;
      case 'notebook':
        return forgetInNotebook(bytes, match);
      case 'facts':
        return forgetInFacts(bytes, match, this.#deleted, this.#renamed);
      case 'lines':
        return forgetInLines(bytes, match, this.#renamed, isHistoryName(basename(path)));
      case 'json':
        return forgetInJson(bytes, match, this.#renamed);
      case 'yaml':
        return forgetInYaml(bytes, match, this.#renamed);
      case 'draft':
        return forgetInDraft(bytes, match, this.#renamed, this.#anchors());
      case 'backup':
        return bytes;
    }
  }

  /** A backup with the text is useless with a byte changed, and goes; in the description of a change, only the events that it cites change. */
  #backup(file: OwnFile): FileChange | null {
    const { text, sessions } = this.match;
    const inside = isDirectory(file.path)
      ? namesOrNote(file.path, this.#unread).map((name) => `${file.path}/${name}`)
      : null;
    const read = (inside ?? [file.path]).flatMap((path) => {
      const bytes = this.#read(path);
      return bytes === null ? [] : [{ path, bytes }];
    });
    const isGone = read.some(({ path, bytes }) => {
      if (!path.endsWith('.json')) return text.isIn(bytes);
      const session = /"session_id":\s*"([^"]*)"/.exec(bytes)?.[1] ?? '';
      if (this.#target.kind === 'text') return forgetInJson(bytes, { text }, (name) => name) !== bytes;
      return sessions.has(session);
    });
    if (isGone) return { ...file, before: '', after: null, edit: () => null };
    const json = read.find(({ path }) => path.endsWith('.json'));
    const edit = (bytes: string) => forgetInJson(bytes, { text: new TextMatcher([]) }, this.#renamed);
    if (!json || edit(json.bytes) === json.bytes) return null;
    return { ...file, path: json.path, before: json.bytes, after: edit(json.bytes), edit };
  }

  /** Drops forgotten sessions, with their events and notes, and forgotten events. */
  readonly #renamed: Renaming = (name) => {
    const [session = '', event] = name.split('#', 2);
    if (this.match.sessions.has(session) && (event === undefined || /^[en]-/.test(event))) return null;
    const known = this.#names.get(name);
    if (known !== undefined) return known;
    return this.match.events.has(name) ? null : name;
  };

  /** The new anchors of mistakes, by the old ones. */
  #anchors(): Map<string, string> {
    return new Map(
      [...this.#names].flatMap(([was, is]) => (is === null ? [] : [[groupAnchor(was), groupAnchor(is)] as const])),
    );
  }

  #read(path: string): string | null {
    try {
      return lstatSync(path, { throwIfNoEntry: false }) ? readRegularFile(path).text : null;
    } catch (error) {
      const cause = causeOf(error);
      this.#unread.push(cause.startsWith(path) ? cause : `${path} cannot be read. ${cause}`);
      return null;
    }
  }
}

/** The files that get another name: `2026-03-24-forgotten-2.md`, with facts and notebook, and `draft-forgotten-2.md`. */
function renamesOf({ files }: OwnFiles, isNamed: (name: string) => boolean): Rename[] {
  const renames: Rename[] = [];
  const taken = new Set<string>();
  const free = (directory: string, stem: string, endings: readonly string[]) => {
    for (let n = 1; ; n++) {
      const name = `${directory}/${stem}${n === 1 ? '' : `-${n}`}`;
      if (taken.has(name) || endings.some((ending) => isThere(`${name}${ending}`) || hasBeside(`${name}${ending}`)))
        continue;
      taken.add(name);
      return name;
    }
  };
  for (const { path } of files.filter(isChronicle)) {
    const [, day = '', stem = ''] = /^(\d{4}-\d\d-\d\d-)?(.*)\.md$/.exec(basename(path)) ?? [];
    if (!isNamed(stem)) continue;
    const to = `${free(dirname(path), `${day}forgotten`, ['.md'])}.md`;
    const beside = [factsPath, notebookPath].map((pathOf) => [pathOf(path), pathOf(to)] as const);
    renames.push({ kind: 'chronicle', filePaths: new Map([...beside.filter(([from]) => isThere(from)), [path, to]]) });
  }
  const drafts = files.filter(({ path }) => /\/drafts\/[^/]+$/.test(path));
  for (const [stem, own] of Map.groupBy(drafts, ({ path }) => basename(path).replace(/\..*$/, ''))) {
    if (/^draft-forgotten(?:-\d+)?$/.test(stem) || !isNamed(stem)) continue;
    const endings = own.map(({ path }) => basename(path).slice(stem.length));
    const to = free(dirname(own[0]?.path ?? ''), 'draft-forgotten', endings);
    renames.push({ kind: 'draft', filePaths: new Map(own.map(({ path }, at) => [path, `${to}${endings[at]}`])) });
  }
  return renames;
}

function hasBeside(path: string): boolean {
  return path.endsWith('.md') && [factsPath(path), notebookPath(path)].some(isThere);
}

/**
 * Carries a plan out. Refuses (CHRONICLE_BUSY) while the site is being built. The transcripts of a forgotten session are
 * never read again, nor those of a session of which a part is forgotten, or of the sessions `inTranscripts`, since they
 * still contain it.
 */
export async function applyForgetting(
  paths: Paths,
  plan: ForgettingPlan,
  inTranscripts: readonly string[] = [],
): Promise<Forgetting> {
  const [done, failures] = [new Set<string>(), [] as string[]];
  const attempt = (path: string, verb: string, work: () => void) => {
    try {
      work();
      done.add(path);
      return true;
    } catch (error) {
      failures.push(`${path} could not be ${verb}. ${causeOf(error)}`);
      return false;
    }
  };
  const remove = (path: string) =>
    attempt(path, 'removed', () => {
      // The locks in the cache stay, as we hold one of them.
      const parts = path === paths.cache ? insideOf(paths, path) : [path];
      for (const part of parts) rmSync(part, { recursive: true, force: true });
    });
  const failed = new Set<string>();
  await withoutBuild(paths, async () => {
    const ids = [...plan.match.sessions, ...plan.touched, ...inTranscripts];
    attempt(paths.forgotten, 'changed', () => noteForgotten(paths, ids));
    for (const path of plan.derived) remove(path);
    // Chronicles say where the rest is, so they come last.
    for (const change of plan.changes)
      if (!attempt(change.path, 'changed', () => write(change))) failed.add(change.path);
    for (const { kind, filePaths } of plan.renames) {
      const path = [...filePaths.keys()].at(-1) ?? '';
      if (!failed.has(path)) attempt(path, 'renamed', () => renameAll(paths, kind, filePaths));
    }
    for (const path of plan.leftovers) remove(path);
  });
  return { done, failures };
}

function write({ path, kind, place, before, after, edit }: FileChange): void {
  const changed = (bytes: string) => edit(bytes) ?? bytes;
  if (place) {
    withLock(place.chronicle, 'memory', PATIENCE, () => {
      if (after === null) rmSync(path, { recursive: true, force: true });
      else if (kind !== 'backup') replaceFile(path, PATIENCE, changed, () => true);
      // A backup has no work directory of its own: only the holder of the lock writes to it.
      else renameSync(writeTemporary(place.chronicle, changed(readRegularFile(path).text)), path);
    });
  } else if (after === null) {
    withLock(dirname(path), basename(path), PATIENCE, () => {
      // It may have been replaced by another session's meanwhile.
      if (!existsSync(path) || edit(readRegularFile(path).text) !== null) return;
      discard(path);
      flushDirectory(dirname(path));
    });
  } else {
    const isWhole = kind === 'chronicle' && hasFrontMatter(before) ? hasFrontMatter : () => true;
    replaceFile(path, PATIENCE, changed, isWhole);
  }
}

/** Renames files together. Throws if a new name has been taken meanwhile. */
function renameAll(paths: Paths, kind: Rename['kind'], filePaths: Rename['filePaths']): void {
  const [[from, to] = ['', '']] = [...filePaths].slice(-1);
  withLock(dirname(from), basename(from), PATIENCE, () => {
    if (existsSync(to)) throw new Error(`${to} already exists`);
    // Renamed last, so that a killed process leaves the file where the next one looks for it.
    if (kind === 'chronicle') {
      const id = sessionIn(readRegularFile(from).text);
      const { projectDirectory, fileName } = placeOf(to);
      if (isSessionId(id)) writeIndexEntry(paths, id, projectDirectory, fileName);
    }
    for (const [was, is] of filePaths) if (isThere(was) && !isThere(is)) renameSync(was, is);
    flushDirectory(dirname(from));
  });
}

function isChronicle({ kind }: OwnFile): boolean {
  return kind === 'chronicle';
}
