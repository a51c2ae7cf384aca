import { dirname } from 'node:path';
import type { Problem } from '#src/format/problem.ts';
import type { Attention } from '#src/format/session.ts';
import { compare } from '#src/lib/compare.ts';
import { isSameList } from '#src/lib/is-same-list.ts';
import { attentionTo, type StoredFile } from './file-store.ts';
import type { Entry } from './listed-file.ts';
import { rootOf } from './main-file.ts';
import { replacedIn } from './replaced.ts';

/** A kind of file that belongs to a chronicle, in a folder next to it: facts, notebooks. */
export interface Companion<Value> {
  /** The id of the session that a file belongs to. */
  sessionOf(value: Value): string;
  /** The usual path of the file for the chronicle at this path. */
  pathOf(chroniclePath: string): string;
  /** Orders several files of one session: the first is used. */
  compare(a: Value, b: Value): number;
  /** The problem of a further file; null if it has none. */
  twice(further: FurtherFile<Value>): Problem | null;
  /** The problem of a file whose session has no chronicle here. */
  ofNobody(sessionId: string): Problem;
}

/** A file of a session that already has one of its kind. */
export interface FurtherFile<Value> {
  value: Value;
  /** The file that is shown. */
  used: StoredFile<Value>;
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
  /** The file that is used instead of each, which may be the same. */
  #found = new Map<StoredFile<Value>, StoredFile<Value>>();
  /** The last problems, until files or what was found change. */
  #problems: { unreadable: readonly Entry[]; attention: readonly Attention[] } | null = null;

  constructor(companion: Companion<Value>) {
    this.#companion = companion;
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

  /** The file of the session with this id beside the chronicles at these paths, of which the first is shown. */
  find(chroniclePaths: readonly [string, ...string[]], id: string): StoredFile<Value> | undefined {
    const directories = new Set(chroniclePaths.map((path) => dirname(path)));
    const files = [...directories].flatMap((directory) => this.#bySession.get(keyOf(directory, id)) ?? []);
    const [used, ...others] = files.length > 1 ? this.#inOrder(files) : files;
    if (!used) return undefined;
    if (others.length > 0 || this.#found.get(used) !== used) this.#problems = null;
    for (const file of [used, ...others]) this.#found.set(file, used);
    return used;
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
      if (value === null || found === file || (!found && waiting.has(file.path))) return [];
      const { ofNobody, sessionOf, twice } = this.#companion;
      const isCopy = found !== undefined && companionRoot(file.path) === companionRoot(found.path);
      const problem = found ? twice({ value, used: found, isCopy }) : ofNobody(sessionOf(value));
      return problem ? [{ path: file.path, problem, excerpt: [], session: null }] : [];
    });
    return [...attentionTo(this.#files), ...unused].sort((a, b) => compare(a.path, b.path));
  }

  #inOrder(files: readonly StoredFile<Value>[]): StoredFile<Value>[] {
    const order = (a: Value | null, b: Value | null) => (a === null || b === null ? 0 : this.#companion.compare(a, b));
    return files.toSorted((a, b) => order(a.content.value, b.content.value) || compare(a.path, b.path));
  }
}

/** The root of an archive, from the path of a file in a folder next to its chronicles. */
function companionRoot(path: string): string {
  return rootOf(dirname(path));
}

function keyOf(directory: string, id: string): string {
  return `${directory}\n${id}`;
}
