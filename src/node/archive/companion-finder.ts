import { dirname } from 'node:path';
import type { Problem } from '#src/chronicle/problem.ts';
import type { Attention } from '#src/chronicle/session.ts';
import { compare } from '#src/value/compare.ts';
import { attentionTo, type StoredFile } from './file-store.ts';
import type { Entry } from './listed-file.ts';

/** A kind of file that belongs to a chronicle, in a folder next to it: facts, notebooks. */
export interface Companion<Value> {
  /** The id of the session that a file belongs to. */
  sessionOf(value: Value): string;
  /** The usual path of the file for the chronicle at this path. */
  pathOf(chroniclePath: string): string;
  /** Orders several files of one session: the first is used. */
  compare(a: Value, b: Value): number;
  /** The problem of a file that is not used, because of the file at `used`. */
  twice(used: string): Problem;
  /** The problem of a file whose session has no chronicle here. */
  ofNobody(sessionId: string): Problem;
}

/** Finds the companions of sessions by session id within a project's directory. File names are only labels. */
export class CompanionFinder<Value> {
  readonly #companion: Companion<Value>;
  readonly #files: readonly StoredFile<Value>[];
  readonly #bySession = new Map<string, StoredFile<Value>[]>();
  readonly #found = new Map<StoredFile<Value>, StoredFile<Value>>();

  constructor(companion: Companion<Value>, files: readonly StoredFile<Value>[]) {
    this.#companion = companion;
    this.#files = files;
    for (const file of files) {
      const { value } = file.content;
      if (value === null) continue;
      const key = keyOf(dirname(dirname(file.path)), companion.sessionOf(value));
      const others = this.#bySession.get(key);
      if (others) others.push(file);
      else this.#bySession.set(key, [file]);
    }
  }

  /** The file of the session with this id in the chronicle at this path. */
  find(chroniclePath: string, id: string): StoredFile<Value> | undefined {
    const files = this.#bySession.get(keyOf(dirname(chroniclePath), id)) ?? [];
    const [used, ...others] = files.length > 1 ? this.#inOrder(files) : files;
    if (!used) return undefined;
    for (const file of [used, ...others]) this.#found.set(file, used);
    return used;
  }

  /**
   * The problems of all files, once all sessions were looked up. A file of no session is named, unless the chronicle of its
   * name cannot be read now.
   */
  attention(unreadable: readonly Entry[]): Attention[] {
    const waiting = new Set(unreadable.map(({ path }) => this.#companion.pathOf(path)));
    const unused = this.#files.flatMap((file) => {
      const { value } = file.content;
      const used = this.#found.get(file);
      if (value === null || used === file || (!used && waiting.has(file.path))) return [];
      const { twice, ofNobody, sessionOf } = this.#companion;
      const problem = used ? twice(used.path) : ofNobody(sessionOf(value));
      return [{ path: file.path, problem, excerpt: [], session: null }];
    });
    return [...attentionTo(this.#files), ...unused].sort((a, b) => compare(a.path, b.path));
  }

  #inOrder(files: readonly StoredFile<Value>[]): StoredFile<Value>[] {
    const order = (a: Value | null, b: Value | null) => (a === null || b === null ? 0 : this.#companion.compare(a, b));
    return files.toSorted((a, b) => order(a.content.value, b.content.value) || compare(a.path, b.path));
  }
}

function keyOf(directory: string, id: string): string {
  return `${directory}\n${id}`;
}
