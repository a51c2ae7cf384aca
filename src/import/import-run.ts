/**
 * One run of an import: writes files, and keeps a record of what it wrote, so that it can be undone and that no later import
 * brings the same in again:
 *
 *     {"run":"i-3fa2c1","kind":"claude-mem","from":"/home/me/.claude-mem/claude-mem.db","at":"2026-11-24T10:00:00Z"}
 *     {"write":"3f6c…","files":{"projects/-home-me-larder/chronicle/2026-03-24-main.md":"…"}}
 *     {"keys":["3f2a9c1b04de"]}
 *     {"ended":"2026-11-24T10:00:09Z"}
 *     {"undone":"2026-11-25T08:00:00Z"}
 *
 * `write` is written before what it says is, `keys` after it. There is no text of a session in it. A killed run leaves only
 * whole files, and the record has all of them. No file is ever replaced.
 */
import { appendFileSync, existsSync, lstatSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { isSessionId } from '#src/format/session-id.ts';
import { ChronicleError, isErrno } from '#src/lib/chronicle-error.ts';
import { compare } from '#src/lib/compare.ts';
import { sha1Of } from '#src/lib/digest.ts';
import type { Env } from '#src/lib/env.ts';
import { appendLines, flushDirectory, placeAt, writeTemporary } from '#src/lib/files.ts';
import { isRecord } from '#src/lib/is-record.ts';
import { parseObject } from '#src/lib/json-object.ts';
import { discard, exclusively, withLock } from '#src/lib/lock.ts';
import { readNames } from '#src/lib/names-in.ts';
import { chronicleDirectory, type Paths } from '#src/lib/paths.ts';
import { privateDirectory } from '#src/lib/private-directory.ts';
import { readRegularFile } from '#src/lib/read-file.ts';
import { findByIndex, placeOf, writeIndexEntry } from '#src/record/find.ts';

/** Files that come in together: those of a session, its chronicle first, or one of none. */
export interface NewFiles {
  /** Empty for a file of no session. */
  session: string;
  /** Bytes are Latin-1. */
  files: readonly { path: string; bytes: string }[];
  /** The keys of the records in them. */
  keys: readonly string[];
  /** What else is written, into files of the session that are here. */
  edit?: () => void;
}

/** The record of a run. */
export interface RecordedRun {
  id: string;
  kind: string;
  from: string;
  /** UTC. */
  at: string;
  writes: Write[];
  /** The keys of the prompts, observations and handoffs that it brought in. */
  keys: string[];
  /** When it ended by itself; null if it was stopped. */
  ended: string | null;
  undone: string | null;
}

/** What a run wrote of one session, or a file of none. */
interface Write {
  /** Empty for files of no session. */
  session: string;
  /** The digests of the files that it created, by their paths below Claude Code's directory. */
  files: Readonly<Record<string, string>>;
  /** Whether it added to files that were here. */
  isAdded: boolean;
}

/** The kind of a run that read Claude Code's transcripts. */
export const TRANSCRIPTS = 'transcripts' as const;

const ID = /^i-[0-9a-f]{6,12}$/;
/** How long another of our processes may write to the session (ms). */
const PATIENCE = 5000;
/** How many records to read before letting Ctrl-C through. */
const BREATH = 64;

/** A digest as the record has it: of the bytes of a file, read as Latin-1. */
export function recordDigest(text: string): string {
  return sha1Of(text).slice(0, 16);
}

/** Writes the files of a run. The record begins with the first. */
export class ImportRun {
  readonly #id: string;
  readonly #paths: Paths;
  readonly #isDryRun: boolean;
  readonly #first: string;
  #isBegun = false;
  /** The real paths of directories. */
  readonly #directories = new Map<string, string>();
  /** New files and their directories, which are flushed to the disk at the end: one by one takes seconds. */
  readonly #written = new Set<string>();

  /** A dry run writes nothing. */
  constructor(paths: Paths, { kind, from, at }: Pick<RecordedRun, 'kind' | 'from' | 'at'>, isDryRun: boolean) {
    this.#paths = paths;
    this.#isDryRun = isDryRun;
    this.#id = `i-${sha1Of([kind, from, at, process.pid].join('\n')).slice(0, 6)}`;
    this.#first = JSON.stringify({ run: this.#id, kind, from, at });
  }

  /** The id of the run, for `import undo`; null if nothing was written. */
  get id(): string | null {
    return this.#isBegun ? this.#id : null;
  }

  /** Whether nothing is at a path, or these bytes, or something else. */
  at(path: string, bytes: string): 'free' | 'same' | 'other' {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (!stats) return 'free';
    return stats.isFile() && readRegularFile(path).text === bytes ? 'same' : 'other';
  }

  /** The first path of `pathOf(1)`, `pathOf(2)`, … at which nothing is. */
  free(pathOf: (n: number) => string): string {
    for (let n = 1; ; n++) if (this.at(pathOf(n), '') === 'free') return pathOf(n);
  }

  /** Writes files. False if a hook or a person was faster, and nothing was written. Throws the errors of the disk. */
  write({ session, files, keys, edit }: NewFiles): boolean {
    if (this.#isDryRun) return true;
    const temporaries = new Map<string, string>();
    try {
      for (const { path, bytes } of files) {
        this.#directory(dirname(path));
        temporaries.set(path, writeTemporary(this.#workPlace(path), bytes, { durable: false }));
      }
      const below = this.#paths.config.length + 1;
      const digests = files.map(({ path, bytes }) => [path.slice(below), recordDigest(bytes)]);
      this.#append({ write: session, files: Object.fromEntries(digests), ...(edit && { added: true }) });
      if (!this.#place(session, temporaries)) return false;
      edit?.();
      if (keys.length > 0) this.#append({ keys });
      return true;
    } finally {
      for (const temporary of temporaries.values()) discard(temporary);
    }
  }

  /** Says that the run ended by itself. */
  end(at: string): void {
    if (this.#isBegun) this.#append({ ended: at });
  }

  /** Makes all new files durable. */
  flush(): void {
    for (const path of this.#written) flushDirectory(path);
  }

  #append(line: object): void {
    privateDirectory(this.#paths.imports, this.#paths.config);
    const lines = [...(this.#isBegun ? [] : [this.#first]), JSON.stringify(line)];
    // Not flushed: a killed process loses nothing of it.
    appendFileSync(recordPath(this.#paths, this.#id), lines.map((each) => `${each}\n`).join(''), { mode: 0o600 });
    this.#isBegun = true;
  }

  #place(session: string, temporaries: ReadonlyMap<string, string>): boolean {
    const [first, ...others] = temporaries;
    if (!first) return true;
    const link = ([path, temporary]: [string, string]): boolean => {
      const directory = this.#directory(dirname(path));
      const isPlaced = placeAt(`${directory}/${basename(path)}`, temporary);
      if (isPlaced) this.#written.add(path).add(directory);
      return isPlaced;
    };
    const place = () => {
      if (!link(first)) return false;
      for (const other of others) link(other);
      return true;
    };
    const [path] = first;
    if (!isChroniclePath(this.#paths, path) || !isSessionId(session)) return place();
    // Hooks take this lock too, so there is only one chronicle.
    return withLock(this.#directory(dirname(path)), session, PATIENCE, () => {
      if (findByIndex(this.#paths, session) !== null || !place()) return false;
      const { projectDirectory, fileName } = placeOf(path);
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

/** Whether a path is one of a chronicle. */
export function isChroniclePath({ projects }: Pick<Paths, 'projects'>, path: string): boolean {
  return path.startsWith(`${projects}/`) && /^[^/]+\/chronicle\/[^/]+\.md$/.test(path.slice(projects.length + 1));
}

/** Whether the disk takes nothing more: that ends an import, while other errors are of one session. */
export function isDiskFull(error: unknown): boolean {
  return isErrno(error, 'ENOSPC', 'EDQUOT', 'EROFS');
}

/** Marks a run as undone. */
export function noteUndone(paths: Paths, id: string, at: string): void {
  appendLines(recordPath(paths, id), [JSON.stringify({ undone: at })]);
}

/** All runs, oldest first. Lines that cannot be read are skipped. */
export function importRuns(paths: Paths): RecordedRun[] {
  return readNames(paths.imports)
    .filter((name) => name.endsWith('.jsonl') && ID.test(name.slice(0, -'.jsonl'.length)))
    .flatMap((name) => readRun(paths, name) ?? [])
    .sort((a, b) => compare(a.at, b.at));
}

/** The records that imports brought in and nobody undid, by their keys. A deleted record stays in it. */
export function importedKeys(paths: Paths): Set<string> {
  return new Set(importRuns(paths).flatMap(({ undone, keys }) => (undone === null ? keys : [])));
}

function readRun(paths: Paths, name: string): RecordedRun | null {
  const [first = '', ...lines] = readFileSync(`${paths.imports}/${name}`, 'utf8').split('\n');
  const { run, kind, from, at } = parseObject(first);
  if (typeof run !== 'string' || `${run}.jsonl` !== name) return null;
  const read: RecordedRun = {
    ...{ id: run, kind: String(kind), from: String(from), at: String(at) },
    ...{ writes: [], keys: [], ended: null, undone: null },
  };
  for (const line of lines) {
    const { write, files, added, keys, ended, undone } = parseObject(line);
    if (typeof ended === 'string') read.ended = ended;
    if (typeof undone === 'string') read.undone = undone;
    if (Array.isArray(keys)) read.keys.push(...keys.map(String));
    if (typeof write !== 'string') continue;
    const digests = Object.entries(isRecord(files) ? files : {}).map(([path, digest]) => [path, String(digest)]);
    read.writes.push({ session: write, files: Object.fromEntries(digests), isAdded: added === true });
  }
  return read;
}

function recordPath({ imports }: Paths, id: string): string {
  return `${imports}/${id}.jsonl`;
}

/** Lets the process hear Ctrl-C now and then; nothing else can run while a file is read. */
export async function breathe(count: number): Promise<void> {
  if (count % BREATH === 0) await new Promise((resolve) => setImmediate(resolve));
}

/**
 * Does the work of an import, one at a time on this machine unless it is a dry run. Throws CHRONICLE_NO_CONFIG if the directory
 * that CLAUDE_CONFIG_DIR names does not exist: it is misspelled. Claude Code's own is made, so that an import can come before
 * its first start.
 */
export function runAlone<T>(env: Env, paths: Paths, isDryRun: boolean, work: () => Promise<T>): Promise<T> {
  if (!existsSync(paths.config) && env.variables.CLAUDE_CONFIG_DIR)
    throw new ChronicleError(
      'CHRONICLE_NO_CONFIG',
      `${paths.config} does not exist. Correct CLAUDE_CONFIG_DIR, or create the directory. Nothing was changed.`,
    );
  if (isDryRun) return work();
  privateDirectory(paths.cache, paths.config);
  return exclusively(`${paths.cache}/import.lock`, 'Another import', work);
}
