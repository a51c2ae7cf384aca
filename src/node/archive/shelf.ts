import { readdirSync } from 'node:fs';
import { isSameFile, probe, type Reading, readSource, type Stamp } from './reading.ts';
import type { Source } from './source.ts';

/** A file of one kind and what is known of it. */
export interface ShelfEntry<Value> {
  path: string;
  /** The name of the project's directory. */
  directory: string;
  name: string;
  stamp: Stamp;
  /** The file as it is now. */
  reading: Reading<Value>;
  /** The last reading that had a value: `reading` itself unless the file turned bad. */
  good: Reading<Value> | null;
}

/** A directory that holds files of one kind. */
export interface Folder {
  path: string;
  /** Its own name, such as `chronicle`. */
  name: string;
  /** The name of the project's directory. */
  directory: string;
}

/** All files of one kind, each read once and again only when it changed. Every method says whether anything did. */
export class Shelf<Value> {
  readonly source: Source<Value>;
  readonly #folders = new Map<string, Map<string, ShelfEntry<Value>>>();

  constructor(source: Source<Value>) {
    this.source = source;
  }

  *entries(): Generator<ShelfEntry<Value>> {
    for (const files of this.#folders.values()) yield* files.values();
  }

  /** Looks at every file of a folder. Throws if the folder exists and cannot be listed. */
  lookAll(folder: Folder): boolean {
    const names = readdirSync(folder.path).filter((name) => this.source.list.isMember(name));
    const known = this.#folders.get(folder.path) ?? new Map<string, ShelfEntry<Value>>();
    this.#folders.set(folder.path, known);
    const present = new Set(names);
    let changed = false;
    for (const name of [...known.keys()]) if (!present.has(name)) changed = known.delete(name) || changed;
    for (const name of names) changed = this.look(folder, name) || changed;
    return changed;
  }

  /** Looks at one file: added, changed, gone or as before. */
  look(folder: Folder, name: string): boolean {
    const files = this.#folders.get(folder.path);
    if (!files) return false;
    const before = files.get(name);
    const path = `${folder.path}/${name}`;
    const found = probe(path, Date.now());
    if (found && before && isSameFile(before.stamp, found.stamp)) return false;
    const reading = found && readSource(path, found, this.source);
    if (!found || !reading) return files.delete(name);
    if (before && isSameReading(before.reading, reading)) {
      before.stamp = found.stamp;
      return false;
    }
    const good = reading.value === null ? (before?.good ?? null) : reading;
    files.set(name, { path, directory: folder.directory, name, stamp: found.stamp, reading, good });
    return true;
  }

  /** Forgets a folder that is gone. */
  drop(folder: string): boolean {
    const files = this.#folders.get(folder);
    this.#folders.delete(folder);
    return files !== undefined && files.size > 0;
  }
}

function isSameReading<Value>(a: Reading<Value>, b: Reading<Value>): boolean {
  if (a.digest !== b.digest) return false;
  return a.digest !== '' || a.problems[0]?.message === b.problems[0]?.message;
}
