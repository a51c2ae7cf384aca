import { dirname } from 'node:path';
import type { Chronicle } from '#src/format/chronicle.ts';
import type { Problem } from '#src/format/problem.ts';
import type { Attention } from '#src/format/session.ts';
import { compare } from '#src/lib/compare.ts';
import { attentionTo, type StoredFile } from './file-index.ts';

/** A kind of file that belongs to a chronicle, in a folder next to it: facts, notebooks. */
export interface Companion<Value> {
  /** The id of the session that a file belongs to. */
  sessionOf(value: Value): string;
  /** The usual path of the file for the chronicle at this path. */
  pathOf(chroniclePath: string): string;
  /** Orders several files of one session: the first is used. */
  compare(a: Value, b: Value): number;
  /** The problem of a further file; null if it has none. `isCopy` is whether both are in one archive. */
  twice(further: { value: Value; used: StoredFile<Value>; isCopy: boolean }): Problem | null;
  /** The problem of a file whose session has no chronicle here. */
  ofNobody(sessionId: string): Problem;
}

/** The companions of sessions, by session id within a project's directory. File names are only labels. */
export class Companions<Value> {
  readonly #companion: Companion<Value>;
  readonly #files: readonly StoredFile<Value>[];
  readonly #bySession: Map<string, StoredFile<Value>[]>;
  /** The file that is used instead of each, which may be the same. */
  readonly #used = new Map<StoredFile<Value>, StoredFile<Value>>();

  constructor(companion: Companion<Value>, files: readonly StoredFile<Value>[]) {
    this.#companion = companion;
    this.#files = files;
    this.#bySession = Map.groupBy(files, ({ path, content: { value } }) =>
      value === null ? '' : `${dirname(dirname(path))}\n${companion.sessionOf(value)}`,
    );
  }

  /** The file of the session with this id beside the chronicles at these paths. */
  find(chroniclePaths: readonly string[], id: string): StoredFile<Value> | undefined {
    const directories = new Set(chroniclePaths.map((path) => dirname(path)));
    const files = [...directories].flatMap((directory) => this.#bySession.get(`${directory}\n${id}`) ?? []);
    const order = (a: Value | null, b: Value | null) => (a === null || b === null ? 0 : this.#companion.compare(a, b));
    const [used] = files.sort((a, b) => order(a.content.value, b.content.value) || compare(a.path, b.path));
    if (used) for (const file of files) this.#used.set(file, used);
    return used;
  }

  /**
   * The problems of all files, once all sessions were looked up. A file of no session is named, unless the chronicle of its
   * name cannot be read now.
   */
  attention(unreadable: readonly StoredFile<Chronicle>[]): Attention[] {
    const { ofNobody, pathOf, sessionOf, twice } = this.#companion;
    const waiting = new Set(unreadable.map(({ path }) => pathOf(path)));
    const unused = this.#files.flatMap((file) => {
      const { value } = file.content;
      const used = this.#used.get(file);
      if (value === null || used === file || (!used && waiting.has(file.path))) return [];
      const isCopy = used !== undefined && rootOf(dirname(file.path)) === rootOf(dirname(used.path));
      const problem = used ? twice({ value, used, isCopy }) : ofNobody(sessionOf(value));
      return problem ? [{ path: file.path, problem, excerpt: [], session: null }] : [];
    });
    return [...attentionTo(this.#files), ...unused].sort((a, b) => compare(a.path, b.path));
  }
}

/** The root of an archive, from the path of a chronicle in it. */
export function rootOf(chroniclePath: string): string {
  return chroniclePath.split('/').slice(0, -3).join('/');
}
