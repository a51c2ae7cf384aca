import { readdirSync } from 'node:fs';
import { problemAt } from '#src/format/problem.ts';
import type { Attention } from '#src/format/session.ts';
import type { Source } from '#src/memory/source.ts';
import { type FileContent, isSameFile, probe, readSource, reasonOf, type Stamp } from './read-source.ts';
import { type Folder, walkTree } from './tree.ts';

/** A file and its content. A changed file is another object. */
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

type Files = Map<string, StoredFile<unknown>>;

/** Files as they were at one time, by their sources. */
export class FileSet {
  readonly #files: ReadonlyMap<Source<unknown>, Files>;

  constructor(files: ReadonlyMap<Source<unknown>, Files>) {
    this.#files = files;
  }

  /** All files of a source. */
  files<Value>(source: Source<Value>): StoredFile<Value>[] {
    // What a source parsed has its type.
    return [...(this.#files.get(source)?.values() ?? [])] as StoredFile<Value>[];
  }
}

/** The files of some sources below some roots, each read again only after a change. */
export class FileIndex {
  readonly #roots: readonly string[];
  readonly #sources: readonly Source<unknown>[];
  /** Directories that exist but cannot be listed, with the reason. */
  #faults = new Map<string, string>();
  /** By source and path. */
  #files = new Map<Source<unknown>, Files>();
  #current = new FileSet(this.#files);

  constructor(roots: readonly string[], sources: readonly Source<unknown>[]) {
    this.#roots = roots;
    this.#sources = sources;
  }

  /** All files of a source. */
  files<Value>(source: Source<Value>): StoredFile<Value>[] {
    return this.#current.files(source);
  }

  /** The files as they are now: the same object until one of them changes. */
  current(): FileSet {
    return this.#current;
  }

  /** The file of a source with this name in the folder at this path. */
  file<Value>(source: Source<Value>, folder: string, name: string): StoredFile<Value> | undefined {
    return this.#files.get(source)?.get(`${folder}/${name}`) as StoredFile<Value> | undefined;
  }

  /** Directories that cannot be listed, reported like broken files because they hide files. */
  faults(): Attention[] {
    return [...this.#faults].map(([path, reason]) => ({
      path,
      problem: problemAt('CHRONICLE_UNREADABLE', 1, 1, reason),
      excerpt: [],
      session: null,
    }));
  }

  /**
   * Looks at every folder and file again, and reads those that changed: 10 microseconds a file. `enter` is called with each
   * directory before it is listed. Returns whether anything is different.
   */
  scan(enter: (directory: string) => void = () => {}): boolean {
    const tree = walkTree(this.#roots, new Set(this.#sources.map(({ list }) => list.folder)), enter);
    const faults = new Map(tree.faults.map(({ path, reason }) => [path, reason]));
    const files = new Map(this.#sources.map((source): [Source<unknown>, Files] => [source, new Map()]));
    let changed = false;
    for (const folder of tree.folders) {
      enter(folder.path);
      const names = namesIn(folder.path, faults);
      for (const source of this.#sources.filter(({ list }) => list.folder === folder.folder))
        for (const name of names.filter((each) => source.list.isMember(each)))
          changed = this.#check(folder, name, source, files.get(source)) || changed;
    }
    for (const [source, before] of this.#files)
      for (const path of before.keys()) if (!files.get(source)?.has(path)) changed = true;
    changed ||= JSON.stringify([...faults]) !== JSON.stringify([...this.#faults]);
    [this.#faults, this.#files] = [faults, files];
    if (changed) this.#current = new FileSet(files);
    return changed;
  }

  /** Adds a file to the new ones, and returns whether it is another than before. */
  #check(folder: Folder, name: string, source: Source<unknown>, files: Files | undefined): boolean {
    const path = `${folder.path}/${name}`;
    const before = this.#files.get(source)?.get(path);
    const found = probe(path, Date.now());
    if (before && found && isSameFile(before.stamp, found.stamp)) {
      files?.set(path, before);
      return false;
    }
    const content = found && readSource(path, found, source);
    if (!content) return false;
    if (before && isSameContent(before.content, content)) {
      before.stamp = found.stamp;
      files?.set(path, before);
      return false;
    }
    const good = content.value === null ? (before?.good ?? null) : content;
    files?.set(path, { path, directory: folder.directory, name, stamp: found.stamp, content, good });
    return true;
  }
}

/** The problems of files, without sessions. */
export function attentionTo(files: readonly StoredFile<unknown>[]): Attention[] {
  return files.flatMap(({ path, content }) =>
    content.problems.map((problem, i) => ({ path, problem, excerpt: content.excerpts[i] ?? [], session: null })),
  );
}

/** The names in a folder; none if it is gone by now, or cannot be listed. */
function namesIn(path: string, faults: Map<string, string>): string[] {
  try {
    return readdirSync(path);
  } catch (error) {
    const reason = reasonOf(error);
    if (reason !== 'ENOENT') faults.set(path, reason);
    return [];
  }
}

function isSameContent(a: FileContent<unknown>, b: FileContent<unknown>): boolean {
  if (a.digest !== b.digest) return false;
  return a.digest !== '' || a.problems[0]?.message === b.problems[0]?.message;
}
