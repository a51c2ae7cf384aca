/**
 * Writes the files of an import, a session at a time: under temporary names, then the record of the run says what will be
 * there, then they get their names. So a killed run leaves only whole files, and the record has all of them. No file is ever
 * replaced.
 */
import { lstatSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { isSessionId } from '#src/format/session-id.ts';
import { isErrno } from '#src/lib/chronicle-error.ts';
import { flushDirectory, placeAt, writeTemporary } from '#src/lib/files.ts';
import { discard, withLock } from '#src/lib/lock.ts';
import { chronicleDirectory, type Paths } from '#src/lib/paths.ts';
import { privateDirectory } from '#src/lib/private-directory.ts';
import { readRegularFile } from '#src/lib/read-file.ts';
import { findByIndex, placeOf, writeIndexEntry } from '#src/record/find.ts';
import { type ImportRecord, recordDigest } from './import-record.ts';

/** Files that come in together: those of a session, its chronicle first, or one of none. */
export interface NewFiles {
  /** Empty for a file of no session. */
  session: string;
  /** Bytes are Latin-1. */
  files: readonly { path: string; bytes: string }[];
  /** The keys of the records in them. */
  keys: readonly string[];
  /** What else is written of the session, after its files. */
  edit?: () => void;
  /** What of it is left out, in a sentence. */
  problem?: string;
}

/** How long another of our processes may write to the session (ms). */
const PATIENCE = 5000;

export class FileWriter {
  readonly #paths: Paths;
  readonly #record: ImportRecord | null;
  /** What a dry run would have written, by path. */
  readonly #planned = new Map<string, string>();
  /** The real paths of directories. */
  readonly #directories = new Map<string, string>();
  /** New files and their directories, which are flushed to the disk at the end: one by one takes seconds. */
  readonly #written = new Set<string>();

  /** `record` is null in a dry run, which writes nothing. */
  constructor(paths: Paths, record: ImportRecord | null) {
    this.#paths = paths;
    this.#record = record;
  }

  /** Whether nothing is at a path, or these bytes, or something else. */
  at(path: string, bytes: string): 'free' | 'same' | 'other' {
    const planned = this.#planned.get(path);
    if (planned !== undefined) return planned === recordDigest(bytes) ? 'same' : 'other';
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (!stats) return 'free';
    return stats.isFile() && readRegularFile(path).text === bytes ? 'same' : 'other';
  }

  /** The first path of `pathOf(1)`, `pathOf(2)`, … at which nothing is. */
  free(pathOf: (n: number) => string): string {
    for (let n = 1; ; n++) if (this.at(pathOf(n), '') === 'free') return pathOf(n);
  }

  /** Writes files. False if a hook or a person was faster, and nothing was written. Throws the errors of the disk. */
  write(all: NewFiles): boolean {
    const { session, files, keys, edit } = all;
    if (this.#record === null) {
      for (const { path, bytes } of files) this.#planned.set(path, recordDigest(bytes));
      return true;
    }
    const temporaries = new Map<string, string>();
    try {
      for (const { path, bytes } of files) {
        this.#directory(dirname(path));
        temporaries.set(path, writeTemporary(this.#workPlace(path), bytes, { durable: false }));
      }
      const { config } = this.#paths;
      const digests = files.map(({ path, bytes }) => [path.slice(config.length + 1), recordDigest(bytes)]);
      this.#record.begin({ session, files: Object.fromEntries(digests), keys });
      if (!this.#place(session, temporaries)) return false;
      edit?.();
      this.#record.finish(session);
      return true;
    } finally {
      for (const temporary of temporaries.values()) discard(temporary);
    }
  }

  /** Makes all new files durable. */
  flush(): void {
    for (const path of this.#written) flushDirectory(path);
  }

  #place(session: string, temporaries: ReadonlyMap<string, string>): boolean {
    const link = ([path, temporary]: [string, string]): boolean => {
      const directory = this.#directory(dirname(path));
      const isPlaced = placeAt(`${directory}/${basename(path)}`, temporary);
      if (isPlaced) this.#written.add(path).add(directory);
      return isPlaced;
    };
    const [first, ...others] = temporaries;
    if (!first) return true;
    const place = () => {
      if (!link(first)) return false;
      for (const other of others) link(other);
      return true;
    };
    const { projects } = this.#paths;
    const isChronicle =
      first[0].startsWith(`${projects}/`) && /^[^/]+\/chronicle\/[^/]+\.md$/.test(first[0].slice(projects.length + 1));
    if (!isChronicle || !isSessionId(session)) return place();
    // Hooks take this lock too, so there is only one chronicle.
    return withLock(this.#directory(dirname(first[0])), session, PATIENCE, () => {
      if (findByIndex(this.#paths, session) !== null || !place()) return false;
      const { projectDirectory, fileName } = placeOf(first[0]);
      writeIndexEntry(this.#paths, session, projectDirectory, fileName);
      return true;
    });
  }

  #directory(path: string): string {
    const known = this.#directories.get(path) ?? privateDirectory(path, this.#paths.config);
    this.#directories.set(path, known);
    return known;
  }

  /** The directory whose work directory is used: that of its chronicles, for a project's file. */
  #workPlace(path: string): string {
    const { projects } = this.#paths;
    if (!path.startsWith(`${projects}/`)) return this.#directory(dirname(path));
    const [project = ''] = path.slice(projects.length + 1).split('/');
    return this.#directory(chronicleDirectory({ projects }, project));
  }
}

/** Whether the disk takes nothing more: that ends an import, while other errors are of one session. */
export function isDiskFull(error: unknown): boolean {
  return isErrno(error, 'ENOSPC', 'EDQUOT', 'EROFS');
}
