/**
 * Forgets a session or a text: works out the change to each of our own files, shows it, and carries it out, each file under
 * the lock of its writers, without a copy.
 *
 *     - 14:32 [ERROR] Logged in with hunter2 by mistake     ->     - 14:32 [ERROR] Logged in with (forgotten) by mistake
 *
 * An event's id comes from its text, so what cites it follows. Derived files are deleted and made again. A file that fails
 * is named, and the rest goes on; running the same command again finishes the work.
 */
import { accessSync, constants, existsSync, lstatSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { sessionIn } from '#src/format/front-matter-line.ts';
import { isSessionId } from '#src/format/session-id.ts';
import { causeOf, ChronicleError, sentenceOf } from '#src/lib/chronicle-error.ts';
import { flushDirectory, hasFrontMatter, replaceFile } from '#src/lib/files.ts';
import { noteForgotten } from '#src/lib/forgotten.ts';
import { isDirectory, isThere } from '#src/lib/is-there.ts';
import { exclusively, withLock } from '#src/lib/lock.ts';
import { isHistoryName, type Paths } from '#src/lib/paths.ts';
import { privateDirectory } from '#src/lib/private-directory.ts';
import { readRegularFile } from '#src/lib/read-file.ts';
import { placeOf, writeIndexEntry } from '#src/record/find.ts';
import {
  factsSession,
  forgetInFacts,
  forgetInJson,
  forgetInLines,
  forgetInYaml,
  type Match,
  type Renaming,
} from './forget-in-data.ts';
import { forgetInChronicle, forgetInDraft, forgetInNotebook } from './forget-in-markdown.ts';
import { derivedFiles, leftovers, namesOrNote, type OwnFile, ownFiles, sessionEntries } from './own-files.ts';
import { isNamedFor, TextMatcher } from './text-matcher.ts';

/** What to forget. */
export type Target =
  /** `names` are the places of its chronicles, `copies` those in archives that are only read. */
  | { kind: 'session'; session: string; names: readonly string[]; copies: readonly string[] }
  | { kind: 'text'; text: string }
  /** Sessions in which nothing happened. Nothing cites them, and they may be recorded again. */
  | { kind: 'empty'; sessions: readonly string[] };

/** A change to one file, or its deletion. Bytes are Latin-1. */
export interface FileChange extends OwnFile {
  before: string;
  /** Null if the file is deleted. */
  after: string | null;
  /** Makes the same change to the file's content at the time of writing. */
  edit: (bytes: string) => string | null;
}

/** Files of one chronicle or draft whose names contain the text: the new path by the old one, a chronicle's own last. */
export type Rename = ReadonlyMap<string, string>;

export interface ForgettingPlan {
  target: Target;
  match: Match;
  /** In the order in which they are written. Chronicles come last, as the rest is found through them. */
  changes: FileChange[];
  renames: Rename[];
  /** Derived files and temporary files of killed processes, all to delete. */
  derived: string[];
  /** Our files that were read for this. */
  searched: ReadonlySet<string>;
  /** Our files in which the text stays, as it is part of a field name, date or id. */
  kept: string[];
  /** Sentences about files of ours that cannot be read. */
  unread: string[];
  /** The sessions of which a part is forgotten. */
  touched: string[];
  /** Whether a match was found. Derived files are deleted in any case. */
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
export function isEmptyPlan({ changes, renames, derived }: ForgettingPlan): boolean {
  return changes.length + renames.length + derived.length === 0;
}

/** Reads all our files and works out what to change. Writes nothing. */
export function planForgetting(paths: Paths, target: Target): ForgettingPlan {
  const own = ownFiles(paths);
  const { files, unread } = own;
  const planning = new Planning(target, unread);
  const { match, kept } = planning;
  // Other files cite the events of chronicles by name.
  const [chronicles, others] = [files.filter(isChronicle), files.filter((file) => !isChronicle(file))];
  const changed = chronicles.flatMap((file) => planning.change(file) ?? []);
  const changes = [...others.flatMap((file) => planning.change(file) ?? []), ...changed];
  const isNamed = (name: string) => target.kind === 'text' && isNamedFor(name, target.text, match.text);
  const renames = renamesOf(files, isNamed);
  const entries = sessionEntries(paths, unread).filter(
    (path) => match.sessions.has(basename(path)) || planning.isInEntry(path),
  );
  const derived = target.kind === 'empty' ? [] : [...derivedFiles(paths, unread), ...leftovers(paths, own)];
  // The chronicle of a session may be gone, or never have been made.
  const isOwnSession = target.kind === 'session' && target.copies.length === 0;
  return {
    ...{ target, match, changes, renames, kept },
    derived: [...entries, ...derived],
    searched: new Set(files.map(({ path }) => path)),
    unread: [...new Set(unread)],
    touched: target.kind === 'text' ? [...planning.touched].filter((id) => id !== '') : [],
    isFound: changes.length + renames.length + entries.length > 0 || isOwnSession,
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

  constructor(target: Target, unread: string[]) {
    this.#target = target;
    this.#unread = unread;
    this.match = matchOf(target);
  }

  change(file: OwnFile): FileChange | null {
    if (file.kind === 'backup') return this.#hasMatch(file.path) ? gone(file) : null;
    const before = this.#read(file.path);
    if (before === null) return null;
    if (isChronicle(file) && !this.match.sessions.has(sessionIn(before)))
      for (const [was, is] of forgetInChronicle(before, this.match.text).names) this.#names.set(was, is);
    const after = this.#edited(file, before);
    if (this.#target.kind === 'text' && after !== null && this.match.text.isIn(after)) this.kept.push(file.path);
    if (after === before) return null;
    if (isChronicle(file)) this.touched.add(sessionIn(before));
    else if (file.kind === 'facts') this.touched.add(factsSession(before));
    // What somebody wrote into an empty chronicle meanwhile stays.
    const isAsShown = (bytes: string) => this.#target.kind !== 'empty' || bytes === before;
    return { ...file, before, after, edit: (bytes) => (isAsShown(bytes) ? this.#edited(file, bytes) : bytes) };
  }

  /** Whether an entry of an index contains the text, apart from field names and the folder that all chronicles are in. */
  isInEntry(path: string): boolean {
    if (this.#target.kind === 'empty') return false;
    const bytes = this.#read(path)?.replace('/chronicle/', '/');
    return bytes !== undefined && forgetInJson(bytes, this.match.text, (name) => name) !== bytes;
  }

  #edited({ kind, path }: OwnFile, bytes: string): string | null {
    const { text, sessions } = this.match;
    switch (kind) {
      case 'chronicle':
        return sessions.has(sessionIn(bytes)) ? null : forgetInChronicle(bytes, text).bytes;
      case 'notebook':
        return forgetInNotebook(bytes, text, sessions);
      case 'facts':
        return forgetInFacts(bytes, this.match, this.#renamed);
      case 'lines':
        return forgetInLines(bytes, this.match, this.#renamed, isHistoryName(basename(path)));
      case 'json':
        return forgetInJson(bytes, text, this.#renamed);
      case 'yaml':
        return forgetInYaml(bytes, text, this.#renamed);
      case 'draft':
        return forgetInDraft(bytes, text, this.#renamed);
      case 'backup':
        return bytes;
    }
  }

  /** Whether a backup contains the text, or cites an event that changes: it could not be used with a byte changed. */
  #hasMatch(directory: string): boolean {
    const paths = isDirectory(directory)
      ? namesOrNote(directory, this.#unread).map((name) => `${directory}/${name}`)
      : [directory];
    return paths.some((path) => {
      const bytes = this.#read(path) ?? '';
      if (!path.endsWith('.json')) return this.match.text.isIn(bytes);
      return forgetInJson(bytes, this.match.text, this.#renamed) !== bytes;
    });
  }

  /** Drops forgotten sessions, with their events and notes, and deleted events. */
  readonly #renamed: Renaming = (name) => {
    const [session = '', event] = name.split('#', 2);
    if (this.match.sessions.has(session) && (event === undefined || /^[en]-/.test(event))) return null;
    const known = this.#names.get(name);
    return known === undefined ? name : known;
  };

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

function matchOf(target: Target): Match {
  switch (target.kind) {
    case 'text':
      return { text: new TextMatcher([target.text]), sessions: new Set() };
    case 'session':
      // Other files also refer to a chronicle by its path.
      return { text: new TextMatcher([target.session, ...target.names]), sessions: new Set([target.session]) };
    case 'empty':
      return { text: new TextMatcher([]), sessions: new Set(target.sessions) };
  }
}

function gone(file: OwnFile): FileChange {
  return { ...file, before: '', after: null, edit: () => null };
}

/** The new names: `2026-03-24-forgotten-2.md`, with facts and notebook, and `forgotten-2.md` for drafts. */
function renamesOf(files: readonly OwnFile[], isNamed: (name: string) => boolean): Rename[] {
  const named = files.filter(
    ({ path, kind }) => ['chronicle', 'facts', 'notebook'].includes(kind) || /\/drafts\/[^/]+$/.test(path),
  );
  // The path of a chronicle or draft without its ending is the same for all its files.
  const groups = Map.groupBy(named, ({ path }) =>
    path.replace(/\/(?:facts|notebooks)(?=\/[^/]+$)/, '').replace(/(?:\.(?:redactions|exports))?\.[a-z]+$/, ''),
  );
  const taken = new Set(groups.keys());
  const renames: Rename[] = [];
  for (const [group, own] of groups) {
    const [, day = '', stem = ''] = /^(\d{4}-\d\d-\d\d-)?(.*)$/.exec(basename(group)) ?? [];
    if (!isNamed(stem)) continue;
    const base = `${dirname(group)}/${day}forgotten`;
    let to = base;
    for (let n = 2; taken.has(to) || isThere(`${to}.md`); n++) to = `${base}-${n}`;
    taken.add(to);
    const newPath = (path: string) => `${dirname(path)}/${basename(to)}${basename(path).slice(basename(group).length)}`;
    const sorted = own.toSorted((a, b) => Number(isChronicle(a)) - Number(isChronicle(b)));
    renames.push(new Map(sorted.map(({ path }) => [path, newPath(path)])));
  }
  return renames;
}

/**
 * Carries a plan out. Refuses (CHRONICLE_BUSY) while the site is being built, which uses the caches. The transcripts of a
 * forgotten session are never read again, nor those of a session of which a part is forgotten, or of the sessions
 * `inTranscripts`, since they still contain it.
 */
export async function applyForgetting(
  paths: Paths,
  plan: ForgettingPlan,
  inTranscripts: readonly string[] = [],
): Promise<Forgetting> {
  const { target, match, touched, derived, changes, renames } = plan;
  const [done, failed, failures] = [new Set<string>(), new Set<string>(), [] as string[]];
  const attempt = (path: string, verb: string, work: () => void) => {
    try {
      work();
      done.add(path);
    } catch (error) {
      failed.add(path);
      failures.push(`${path} could not be ${verb}. ${causeOf(error)}`);
    }
  };
  try {
    privateDirectory(paths.cache, paths.config);
    accessSync(paths.cache, constants.W_OK);
  } catch (error) {
    throw new ChronicleError('CHRONICLE_READ_ONLY', `${sentenceOf(error)} Nothing was changed.`);
  }
  await exclusively(`${paths.cache}/build.lock`, 'A build of the site', async () => {
    const ids = target.kind === 'empty' ? [] : [...match.sessions, ...touched, ...inTranscripts];
    attempt(paths.forgotten, 'changed', () => noteForgotten(paths, ids));
    for (const path of derived) attempt(path, 'removed', () => rmSync(path, { recursive: true, force: true }));
    for (const change of changes) attempt(change.path, 'changed', () => write(change));
    for (const rename of renames) {
      const path = [...rename.keys()].at(-1) ?? '';
      if (!failed.has(path)) attempt(path, 'renamed', () => renameAll(paths, rename));
    }
  });
  return { done, failures };
}

function write({ path, kind, place, before, after, edit }: FileChange): void {
  const changed = (bytes: string) => edit(bytes) ?? bytes;
  if (after !== null) {
    const isWhole = kind === 'chronicle' && hasFrontMatter(before) ? hasFrontMatter : () => true;
    const replace = () => replaceFile(path, PATIENCE, changed, isWhole);
    if (place) withLock(place.chronicle, 'memory', PATIENCE, replace);
    else replace();
    return;
  }
  withLock(place?.chronicle ?? dirname(path), place ? 'memory' : basename(path), PATIENCE, () => {
    if (kind !== 'backup' && existsSync(path) && edit(readRegularFile(path).text) !== null)
      throw new Error('It was changed meanwhile. Run the command again.');
    rmSync(path, { recursive: true, force: true });
    flushDirectory(dirname(path));
  });
}

/** Renames files together. Throws if a new name has been taken meanwhile. */
function renameAll(paths: Paths, rename: Rename): void {
  const [[from, to] = ['', '']] = [...rename].slice(-1);
  withLock(dirname(from), basename(from), PATIENCE, () => {
    if (existsSync(to)) throw new Error(`${to} already exists`);
    // Renamed last, so that a killed process leaves the file where the next one looks for it.
    if (from.startsWith(`${paths.projects}/`)) {
      const id = sessionIn(readRegularFile(from).text);
      const { projectDirectory, fileName } = placeOf(to);
      if (isSessionId(id)) writeIndexEntry(paths, id, projectDirectory, fileName);
    }
    for (const [was, is] of rename) if (isThere(was) && !isThere(is)) renameSync(was, is);
    flushDirectory(dirname(from));
  });
}

function isChronicle({ kind }: OwnFile): boolean {
  return kind === 'chronicle';
}
