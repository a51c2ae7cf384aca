/**
 * Puts the files of an import into their places: some at a time are written under temporary names and flushed to the disk,
 * then entered in the record of the run, then linked to their names. So a killed run leaves only whole files, and the record
 * has all of them. No file is ever replaced.
 */
import { lstatSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { isSessionId } from '#src/format/session-id.ts';
import { isErrno } from '#src/lib/chronicle-error.ts';
import { flushDirectory, placeAt, writeTemporary } from '#src/lib/files.ts';
import { discard, withLock } from '#src/lib/lock.ts';
import { chronicleDirectory, type Paths } from '#src/lib/paths.ts';
import { privateDirectory } from '#src/lib/private-directory.ts';
import { readRegularFile } from '#src/lib/read-file.ts';
import { findByIndex, placeOf, writeIndexEntry } from '#src/record/find.ts';
import { type ImportRecord, recordDigest, type Write } from './import-record.ts';

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

/** `taken`: a hook or a person was faster, and nothing was written. */
export type Placed = 'placed' | 'taken' | { error: unknown };

interface Options<Files extends NewFiles> {
  paths: Paths;
  /** Null in a dry run, which writes nothing. */
  record: ImportRecord | null;
  /** Called once for all that was added. */
  placed(files: Files, how: Placed): void;
}

/** Most of the time is spent waiting for the disk, which can write many files at once. */
const AT_ONCE = 64;
const PATIENCE = 5000;

export class FilePlacer<Files extends NewFiles = NewFiles> {
  readonly #options: Options<Files>;
  /** The digests of files that are not in their places yet; in a dry run, of all that would be. */
  readonly #waiting = new Map<string, string>();
  /** The real paths of directories. */
  readonly #directories = new Map<string, string>();
  #batch: Files[] = [];

  constructor(options: Options<Files>) {
    this.#options = options;
  }

  /** Takes files, and places them with the next ones. Throws if the disk is full. */
  async add(files: Files): Promise<void> {
    for (const { path, bytes } of files.files) this.#waiting.set(path, recordDigest(bytes));
    if (this.#options.record === null) this.#options.placed(files, 'placed');
    else if (this.#batch.push(files) === AT_ONCE) await this.finish();
  }

  /** Whether nothing is at a path, or these bytes, or something else. */
  at(path: string, bytes: string): 'free' | 'same' | 'other' {
    const waiting = this.#waiting.get(path);
    if (waiting !== undefined) return waiting === recordDigest(bytes) ? 'same' : 'other';
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (!stats) return 'free';
    return stats.isFile() && readRegularFile(path).text === bytes ? 'same' : 'other';
  }

  /** The first path of `pathOf(1)`, `pathOf(2)`, … at which nothing is. */
  free(pathOf: (n: number) => string): string {
    for (let n = 1; ; n++) if (this.at(pathOf(n), '') === 'free') return pathOf(n);
  }

  /** Places everything that was added. */
  async finish(): Promise<void> {
    const batch = this.#batch;
    this.#batch = [];
    const { record, placed } = this.#options;
    if (batch.length === 0 || record === null) return;
    const temporaries = new Map<string, string>();
    const failed = new Map<Files, unknown>();
    try {
      for (const files of batch) attempt(files, failed, () => this.#prepare(files, temporaries));
      await Promise.all([...temporaries.values()].map(flushFile));
      const ready = batch.filter((files) => !failed.has(files));
      record.begin(ready.map((files) => this.#writeOf(files)));
      const changed = new Set<string>();
      const done = ready.filter((files) => {
        let isPlaced = false;
        attempt(files, failed, () => {
          isPlaced = this.#place(files, temporaries, changed);
        });
        return isPlaced;
      });
      for (const directory of changed) flushDirectory(directory);
      for (const files of batch) {
        if (done.includes(files)) record.finish(files.session);
        placed(files, failed.has(files) ? { error: failed.get(files) } : done.includes(files) ? 'placed' : 'taken');
      }
    } finally {
      for (const temporary of temporaries.values()) discard(temporary);
      for (const { files } of batch) for (const { path } of files) this.#waiting.delete(path);
    }
  }

  #prepare({ files }: Files, temporaries: Map<string, string>): void {
    for (const { path, bytes } of files) {
      this.#directory(dirname(path));
      temporaries.set(path, writeTemporary(this.#workPlace(path), bytes, { durable: false }));
    }
  }

  #writeOf({ session, files, keys }: Files): Write {
    const { config } = this.#options.paths;
    const digests = files.map(({ path, bytes }) => [path.slice(config.length + 1), recordDigest(bytes)]);
    return { session, files: Object.fromEntries(digests), keys };
  }

  /** False if somebody was faster. */
  #place(files: Files, temporaries: ReadonlyMap<string, string>, changed: Set<string>): boolean {
    const { paths } = this.#options;
    const { session } = files;
    const [first] = files.files;
    const link = ({ path }: { path: string }): boolean => {
      const directory = this.#directory(dirname(path));
      changed.add(directory);
      return placeAt(`${directory}/${basename(path)}`, temporaries.get(path) ?? '');
    };
    const place = () => {
      if (first && !link(first)) return false;
      if (first && isSessionId(session) && isChronicle(paths, first.path)) {
        const { projectDirectory, fileName } = placeOf(first.path);
        writeIndexEntry(paths, session, projectDirectory, fileName);
      }
      for (const file of files.files.slice(1)) link(file);
      files.edit?.();
      return true;
    };
    if (!first || !isSessionId(session) || !isChronicle(paths, first.path)) return place();
    // Hooks take this lock too, so there is only one chronicle.
    const directory = this.#directory(dirname(first.path));
    return withLock(directory, session, PATIENCE, () => findByIndex(paths, session) === null && place());
  }

  #directory(path: string): string {
    const known = this.#directories.get(path) ?? privateDirectory(path, this.#options.paths.config);
    this.#directories.set(path, known);
    return known;
  }

  /** The directory whose work directory is used: that of its chronicles, for a project's file. */
  #workPlace(path: string): string {
    const { projects } = this.#options.paths;
    if (!path.startsWith(`${projects}/`)) return this.#directory(dirname(path));
    const [project = ''] = path.slice(projects.length + 1).split('/');
    return this.#directory(chronicleDirectory({ projects }, project));
  }
}

/** Flushes a file to disk. */
async function flushFile(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

function isChronicle({ projects }: Paths, path: string): boolean {
  return path.startsWith(`${projects}/`) && /^[^/]+\/chronicle\/[^/]+\.md$/.test(path.slice(projects.length + 1));
}

/** Notes what fails. A full disk ends the import. */
function attempt<Files>(files: Files, failed: Map<Files, unknown>, work: () => void): void {
  try {
    work();
  } catch (error) {
    if (isErrno(error, 'ENOSPC', 'EDQUOT', 'EROFS')) throw error;
    failed.set(files, error);
  }
}
