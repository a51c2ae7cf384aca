/** Several files of one session as one: what each has more than the first. */
import type { Chronicle } from '#src/chronicle/chronicle.ts';
import type { Copy } from '#src/chronicle/copies.ts';
import { type Joined, joinChronicles } from '#src/chronicle/join-chronicles.ts';
import { joinNotebooks } from '#src/chronicle/notebook/join-notebooks.ts';
import type { Notebook } from '#src/chronicle/notebook/notebook.ts';
import { readWholeNotebook } from '#src/chronicle/notebook/whole-notebook.ts';
import { parseChronicle } from '#src/chronicle/parse.ts';
import { copiedName } from '#src/project/conflict-copy.ts';
import { compare } from '#src/value/compare.ts';
import { sha1Of } from '../disk/digest.ts';
import { readAgain } from './read-source.ts';

/** A file that belongs to a session. */
export interface SessionFile {
  /** Absolute, `<root>/<project-dir>/…`. */
  path: string;
  /** Of its bytes. */
  digest: string;
}

export interface JoinedFiles<Value> {
  /** Null if the first file has everything. */
  value: Value | null;
  /** Of all files. */
  digest: string;
  copies: Copy[];
}

/** How files of a kind are joined and read. */
export interface Joining<Value> {
  join(ours: string, theirs: string): Joined;
  parse(text: string): Value | null;
}

export const CHRONICLES: Joining<Chronicle> = {
  join: (ours, theirs) => joinChronicles(ours, theirs, undefined, sha1Of),
  parse: (text) => parseChronicle(text, sha1Of).chronicle,
};

export const NOTEBOOKS: Joining<Notebook> = {
  join: joinNotebooks,
  parse: (text) => readWholeNotebook(text, sha1Of),
};

/** Joins files to the first one. Files that differ are read again; one that is gone has nothing. */
export function joinFiles<Value>(files: readonly SessionFile[], { join, parse }: Joining<Value>): JoinedFiles<Value> {
  const [main, ...others] = files;
  if (!main) return { value: null, digest: '', copies: [] };
  const joined = new Set([main.digest]);
  let text: string | null = null;
  const copies = others.map(({ path, digest: own }): Copy => {
    if (joined.has(own)) return { path, added: 0, left: [] };
    joined.add(own);
    const theirs = readText(path);
    text ??= readText(main.path);
    const result = theirs === '' ? { text, added: 0, left: [] } : join(text, theirs);
    text = result.text;
    return { path, added: result.added, left: result.left };
  });
  return {
    value: text === null ? null : parse(text),
    digest: joined.size === 1 ? main.digest : sha1Of([...joined].join('\n')),
    copies,
  };
}

/** A file's text, without a byte order mark. */
function readText(path: string): string {
  return readAgain(path).replace(/^\ufeff/, '');
}

/** What decides which of a session's files is shown as its file. */
interface Ordered {
  path: string;
  started?: string;
}

/**
 * The files of a session, the one that it is shown under first: one of the owner's archive before others, and no conflict copy,
 * then the one that began first.
 */
export function mainFirst<File extends Ordered>(files: readonly File[], ownRoot: string): File[] {
  const rank = ({ path }: File) =>
    (rootOf(path) === ownRoot ? 0 : 2) + (copiedName(path.slice(path.lastIndexOf('/') + 1)) === null ? 0 : 1);
  return files.toSorted(
    (a, b) => rank(a) - rank(b) || compare(a.started ?? '', b.started ?? '') || compare(a.path, b.path),
  );
}

/** The root of an archive, from the path of a chronicle in it. */
export function rootOf(chroniclePath: string): string {
  return chroniclePath.split('/').slice(0, -3).join('/');
}

/** Joins files once as long as they do not change. */
export class JoinCache<Value> {
  readonly #joining: Joining<Value>;
  #known = new Map<string, JoinedFiles<Value>>();
  #used = new Map<string, JoinedFiles<Value>>();

  constructor(joining: Joining<Value>) {
    this.#joining = joining;
  }

  join(files: readonly SessionFile[]): JoinedFiles<Value> {
    const key = files.map(({ path, digest: own }) => `${path}\n${own}`).join('\n');
    const joined = this.#known.get(key) ?? joinFiles(files, this.#joining);
    this.#used.set(key, joined);
    return joined;
  }

  /** Forgets what was not asked for since the last call. */
  settle(): void {
    this.#known = this.#used;
    this.#used = new Map();
  }
}
