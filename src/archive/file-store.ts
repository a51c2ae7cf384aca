import { readdirSync } from 'node:fs';
import type { Attention } from '#src/format/session.ts';
import { type FileContent, isSameFile, probe, readSource, type Stamp } from './read-source.ts';
import type { Source } from '../memory/source.ts';

/** A file and its content. */
export interface StoredFile<Value> {
  path: string;
  /** The name of the directory at `*`: the project's. */
  directory: string;
  name: string;
  stamp: Stamp;
  /** Its current content. */
  content: FileContent<Value>;
  /** The last readable content: `content` itself unless the file is broken now. */
  good: FileContent<Value> | null;
}

/** A directory with files of a source. */
export interface Folder {
  path: string;
  /** Its path below the root, as in its source. */
  folder: string;
  /** The name of the directory at `*`: the project's. */
  directory: string;
  /** Whether it is a link, which is not followed. */
  isLink: boolean;
}

/** All files of a source, each read again only after a change. Methods that read the disk return whether anything changed. */
export class FileStore<Value> {
  readonly source: Source<Value>;
  readonly #folders = new Map<string, Map<string, StoredFile<Value>>>();

  constructor(source: Source<Value>) {
    this.source = source;
  }

  *files(): Generator<StoredFile<Value>> {
    for (const files of this.#folders.values()) yield* files.values();
  }

  file(folder: string, name: string): StoredFile<Value> | undefined {
    return this.#folders.get(folder)?.get(name);
  }

  /** Checks every file of a folder. Throws if the folder exists but cannot be listed. */
  checkAll(folder: Folder): boolean {
    const names = readdirSync(folder.path).filter((name) => this.source.list.isMember(name));
    const known = this.#folders.get(folder.path) ?? new Map<string, StoredFile<Value>>();
    this.#folders.set(folder.path, known);
    const present = new Set(names);
    let changed = false;
    for (const name of [...known.keys()]) if (!present.has(name)) changed = known.delete(name) || changed;
    for (const name of names) changed = this.check(folder, name) || changed;
    return changed;
  }

  /** Checks whether one file was added, changed or removed. */
  check(folder: Folder, name: string): boolean {
    const files = this.#folders.get(folder.path);
    if (!files) return false;
    const before = files.get(name);
    const path = `${folder.path}/${name}`;
    const found = probe(path, Date.now());
    if (found && before && isSameFile(before.stamp, found.stamp)) return false;
    const content = found && readSource(path, found, this.source);
    if (!found || !content) return files.delete(name);
    if (before && isSameContent(before.content, content)) {
      before.stamp = found.stamp;
      return false;
    }
    const good = content.value === null ? (before?.good ?? null) : content;
    files.set(name, { path, directory: folder.directory, name, stamp: found.stamp, content, good });
    return true;
  }

  /** Drops a folder that was removed. */
  drop(folder: string): boolean {
    const files = this.#folders.get(folder);
    this.#folders.delete(folder);
    return files !== undefined && files.size > 0;
  }
}

/** The problems of files, without sessions. */
export function attentionTo(files: readonly StoredFile<unknown>[]): Attention[] {
  return files.flatMap(({ path, content }) =>
    content.problems.map((problem, i) => ({ path, problem, excerpt: content.excerpts[i] ?? [], session: null })),
  );
}

function isSameContent<Value>(a: FileContent<Value>, b: FileContent<Value>): boolean {
  if (a.digest !== b.digest) return false;
  return a.digest !== '' || a.problems[0]?.message === b.problems[0]?.message;
}
