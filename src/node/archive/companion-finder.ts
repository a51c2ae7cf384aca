import { dirname } from 'node:path';
import type { Copy } from '#src/chronicle/copies.ts';
import type { Problem } from '#src/chronicle/problem.ts';
import type { Attention } from '#src/chronicle/session.ts';
import { compare } from '#src/value/compare.ts';
import { isSameList } from '#src/value/is-same-list.ts';
import { attentionTo, type StoredFile } from './file-store.ts';
import { JoinCache, type Joining, rootOf } from './joined-files.ts';
import type { Entry } from './listed-file.ts';
import { replacedIn } from './replaced.ts';

/** A kind of file that belongs to a chronicle, in a folder next to it: facts, notebooks. */
export interface Companion<Value> {
  /** The id of the session that a file belongs to. */
  sessionOf(value: Value): string;
  /** The usual path of the file for the chronicle at this path. */
  pathOf(chroniclePath: string): string;
  /** Orders several files of one session if none is at the usual path: the first is used. */
  compare(a: Value, b: Value): number;
  /** The problem of a further file; null if it has none. */
  twice(further: FurtherFile): Problem | null;
  /** How several files are joined; without it, only the first is used. */
  joining?: Joining<Value>;
  /** The problem of a file whose session has no chronicle here. */
  ofNobody(sessionId: string): Problem;
}

/** A file of a session that already has one of its kind. */
export interface FurtherFile {
  /** The path of the file that is shown. */
  used: string;
  session: string;
  /** What it has more, where files are joined. */
  copy: Copy;
  /** Whether the file that is shown is in the owner's own archive. */
  isOwn: boolean;
  /** Whether both are in one archive. */
  isCopy: boolean;
}

/**
 * Finds the companions of sessions by session id within a project's directory. File names are only labels. What was found
 * stays known, so that after a change of few files only their sessions have to be looked up again.
 */
export class CompanionFinder<Value> {
  readonly #companion: Companion<Value>;
  #files: readonly StoredFile<Value>[] = [];
  #bySession = new Map<string, StoredFile<Value>[]>();
  readonly #ownRoot: string;
  readonly #cache: JoinCache<Value> | null;
  #found = new Map<StoredFile<Value>, { used: StoredFile<Value>; copy: Copy }>();
  /** The last problems, until files or what was found change. */
  #problems: { unreadable: readonly Entry[]; attention: readonly Attention[] } | null = null;

  /** `ownRoot` is the directory of the owner's own projects. */
  constructor(companion: Companion<Value>, ownRoot: string) {
    this.#companion = companion;
    this.#ownRoot = ownRoot;
    this.#cache = companion.joining ? new JoinCache(companion.joining) : null;
  }

  /**
   * Takes the files as they are now. Returns the ids of the sessions that have other files than at the last call; null if any
   * may have, so that all have to be found again.
   */
  follow(files: readonly StoredFile<Value>[]): Set<string> | null {
    const replaced = replacedIn(this.#files, files);
    this.#files = files;
    const changed = new Set<string>();
    if (replaced?.length !== 0) this.#problems = null;
    for (const { before, now } of replaced ?? []) {
      const [key, own] = [this.#keyOfFile(before), this.#keyOfFile(now)];
      const group = key === null ? undefined : this.#bySession.get(key);
      const { value } = now.content;
      if (!group || own !== key || value === null) return this.#startAgain();
      this.#found.delete(before);
      group[group.indexOf(before)] = now;
      changed.add(this.#companion.sessionOf(value));
    }
    return replaced ? changed : this.#startAgain();
  }

  /** Forgets what was found, before all sessions are looked up again. */
  forget(): void {
    this.#cache?.settle();
    this.#found = new Map();
    this.#problems = null;
  }

  #startAgain(): null {
    this.#bySession = new Map();
    for (const file of this.#files) {
      const key = this.#keyOfFile(file);
      if (key === null) continue;
      const others = this.#bySession.get(key);
      if (others) others.push(file);
      else this.#bySession.set(key, [file]);
    }
    return null;
  }

  #keyOfFile({ path, content: { value } }: StoredFile<Value>): string | null {
    return value === null ? null : keyOf(dirname(dirname(path)), this.#companion.sessionOf(value));
  }

  /**
   * The file of the session with this id in the chronicles at these paths, of which the first is shown. If several are joined,
   * the result has the content of all.
   */
  find(chroniclePaths: readonly [string, ...string[]], id: string): StoredFile<Value> | undefined {
    const directories = new Set(chroniclePaths.map((path) => dirname(path)));
    const files = [...directories].flatMap((directory) => this.#bySession.get(keyOf(directory, id)) ?? []);
    const [used, ...others] =
      files.length > 1 ? this.#inOrder(files, this.#companion.pathOf(chroniclePaths[0])) : files;
    if (!used) return undefined;
    if (others.length > 0 || this.#found.get(used)?.used !== used) this.#problems = null;
    const joined = others.length === 0 ? null : this.#cache?.join([used, ...others].map(asSessionFile));
    this.#found.set(used, { used, copy: NOTHING_MORE });
    for (const [i, file] of others.entries()) this.#found.set(file, { used, copy: joined?.copies[i] ?? NOTHING_MORE });
    if (!joined?.value) return used;
    return { ...used, content: { ...used.content, value: joined.value, digest: joined.digest } };
  }

  /**
   * The problems of all files, once all sessions were looked up. A file of no session is named, unless the chronicle of its
   * name cannot be read now.
   */
  attention(unreadable: readonly Entry[]): readonly Attention[] {
    if (this.#problems && isSameList(this.#problems.unreadable, unreadable)) return this.#problems.attention;
    const attention = this.#allProblems(unreadable);
    this.#problems = { unreadable, attention };
    return attention;
  }

  #allProblems(unreadable: readonly Entry[]): Attention[] {
    const waiting = new Set(unreadable.map(({ path }) => this.#companion.pathOf(path)));
    const unused = this.#files.flatMap((file) => {
      const { value } = file.content;
      const found = this.#found.get(file);
      if (value === null || found?.used === file || (!found && waiting.has(file.path))) return [];
      const { ofNobody, sessionOf } = this.#companion;
      const problem = found ? this.#twice(file, sessionOf(value), found) : ofNobody(sessionOf(value));
      return problem ? [{ path: file.path, problem, excerpt: [], session: null }] : [];
    });
    return [...attentionTo(this.#files), ...unused].sort((a, b) => compare(a.path, b.path));
  }

  #twice({ path }: StoredFile<Value>, session: string, { used, copy }: { used: StoredFile<Value>; copy: Copy }) {
    const root = companionRoot(used.path);
    const isCopy = companionRoot(path) === root;
    return this.#companion.twice({ used: used.path, session, copy, isOwn: root === this.#ownRoot, isCopy });
  }

  #inOrder(files: readonly StoredFile<Value>[], usual: string): StoredFile<Value>[] {
    const first = this.#companion.joining ? files.find(({ path }) => path === usual) : undefined;
    if (first)
      return [
        first,
        ...this.#inOrder(
          files.filter((file) => file !== first),
          '',
        ),
      ];
    const order = (a: Value | null, b: Value | null) => (a === null || b === null ? 0 : this.#companion.compare(a, b));
    return files.toSorted((a, b) => order(a.content.value, b.content.value) || compare(a.path, b.path));
  }
}

const NOTHING_MORE: Copy = { path: '', added: 0, left: [] };

function asSessionFile<Value>({ path, content }: StoredFile<Value>) {
  return { path, digest: content.digest };
}

/** The root of an archive, from the path of a file in a folder next to its chronicles. */
function companionRoot(path: string): string {
  return rootOf(dirname(path));
}

function keyOf(directory: string, id: string): string {
  return `${directory}\n${id}`;
}
