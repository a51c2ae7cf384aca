/** The files that lie beside chronicles, which belong to them by session id: facts and notebooks. */
import { dirname } from 'node:path';
import type { Chronicle } from '#src/format/chronicle.ts';
import { readSessionId } from '#src/format/front-matter.ts';
import { type Notebook, readWholeNotebook } from '#src/format/notebook/notebook.ts';
import { inspectNotebook } from '#src/format/notebook/scan-notebook.ts';
import { type Problem, problemAt } from '#src/format/problem.ts';
import type { Attention } from '#src/format/session.ts';
import { compare } from '#src/lib/compare.ts';
import { isChronicleName, notebookPath, NOTEBOOKS_FOLDER } from '#src/lib/paths.ts';
import type { Source } from '#src/memory/source.ts';
import { attentionTo, type StoredFile } from './file-index.ts';

/** A kind of file that belongs to a chronicle, in a folder next to it: facts, notebooks. */
export interface Sidecar<Value> {
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

/** The sidecars of sessions, by session id within a project's directory. File names are only labels. */
export class Sidecars<Value> {
  readonly #sidecar: Sidecar<Value>;
  readonly #files: readonly StoredFile<Value>[];
  readonly #bySession: Map<string, StoredFile<Value>[]>;
  /** The file that is used instead of each, which may be the same. */
  readonly #used = new Map<StoredFile<Value>, StoredFile<Value>>();

  constructor(sidecar: Sidecar<Value>, files: readonly StoredFile<Value>[]) {
    this.#sidecar = sidecar;
    this.#files = files;
    this.#bySession = Map.groupBy(files, ({ path, content: { value } }) =>
      value === null ? '' : `${dirname(dirname(path))}\n${sidecar.sessionOf(value)}`,
    );
  }

  /** The file of the session with this id beside the chronicles at these paths. */
  find(chroniclePaths: readonly string[], id: string): StoredFile<Value> | undefined {
    const directories = new Set(chroniclePaths.map((path) => dirname(path)));
    const files = [...directories].flatMap((directory) => this.#bySession.get(`${directory}\n${id}`) ?? []);
    const order = (a: Value | null, b: Value | null) => (a === null || b === null ? 0 : this.#sidecar.compare(a, b));
    const [used] = files.sort((a, b) => order(a.content.value, b.content.value) || compare(a.path, b.path));
    if (used) for (const file of files) this.#used.set(file, used);
    return used;
  }

  /**
   * The problems of all files, once all sessions were looked up. A file of no session is named, unless the chronicle of its
   * name cannot be read now.
   */
  attention(unreadable: readonly StoredFile<Chronicle>[]): Attention[] {
    const { ofNobody, pathOf, sessionOf, twice } = this.#sidecar;
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

/** The notebooks of sessions. */
export const notebookSource: Source<Notebook> = {
  kind: 'notebooks',
  list: { folder: `*/${NOTEBOOKS_FOLDER}`, isMember: isChronicleName },
  parse(text) {
    const value = readWholeNotebook(text, readSessionId(text));
    return { value, problems: value ? inspectNotebook(text) : [problemAt('CHRONICLE_NOTEBOOK_OWNER', 1, 1)] };
  },
};

/** How much a notebook has. */
function sizeOf({ notes, observations = [], handoff }: Notebook): number {
  return notes.length + observations.length + (handoff ? 1 : 0);
}

/** A notebook belongs to a session. Of several, the one with most records is used. */
export const notebookSidecar: Sidecar<Notebook> = {
  sessionOf: ({ sessionId }) => sessionId,
  pathOf: notebookPath,
  compare: (a, b) => sizeOf(b) - sizeOf(a),
  twice({ value, used, isCopy }) {
    const known = new Set(used.content.value ? recordsOf(used.content.value).map(({ id }) => id) : []);
    const missing = recordsOf(value).filter(({ id }) => !known.has(id));
    if (missing.length === 0 && !isCopy) return null;
    const facts = { other: used.path, missing: missing.length, isCopy };
    return problemAt('CHRONICLE_NOTEBOOK_TWICE', missing[0]?.line ?? 1, 1, facts);
  },
  ofNobody: (sessionId) => problemAt('CHRONICLE_NOTEBOOK_OF_NOBODY', 1, 1, sessionId),
};

function recordsOf({ notes, observations = [] }: Notebook) {
  return [...notes, ...observations];
}
