/**
 * The record of an import: what it wrote, so that it can be undone, and which records it brought in, so that no later
 * import brings them in again:
 *
 *     {"run":"i-3fa2c1","kind":"claude-mem","from":"/home/me/.claude-mem/claude-mem.db","at":"2026-11-24T10:00:00Z"}
 *     {"write":"3f6c…","files":{"projects/-home-me-larder/chronicle/2026-03-24-main.md":"…"},"keys":["3f2a9c1b04de"]}
 *     {"done":"3f6c…"}
 *     {"ended":"2026-11-24T10:00:09Z"}
 *     {"undone":"2026-11-25T08:00:00Z"}
 *
 * `write` is written before what it says is, `done` comes after it. There is no text of a session in it.
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { appendLines } from '#src/lib/files.ts';
import { sha1Of } from '#src/lib/digest.ts';
import { privateDirectory } from '#src/lib/private-directory.ts';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import type { Env } from '#src/lib/env.ts';
import { exclusively } from '#src/lib/lock.ts';
import { readNames } from '#src/lib/names-in.ts';
import type { Paths } from '#src/lib/paths.ts';
import { compare } from '#src/lib/compare.ts';
import { isRecord } from '#src/lib/is-record.ts';
import { parseObject } from '#src/lib/json-object.ts';

/** What an import wrote of one session, or a file of none. */
export interface Write {
  /** Empty for files of no session. */
  session: string;
  /** The digests of the files that it created, by their paths below Claude Code's directory. */
  files: Readonly<Record<string, string>>;
  /** The keys of the prompts, observations and the handoff that it brought in. */
  keys: readonly string[];
}

/** One run of an import. */
export interface ImportRun {
  id: string;
  kind: string;
  from: string;
  /** UTC. */
  at: string;
  writes: Write[];
  /** The ids of sessions that were written completely. */
  done: Set<string>;
  /** When it ended by itself; null if it was stopped. */
  ended: string | null;
  undone: string | null;
}

/** The kind of a run that read Claude Code's transcripts. */
export const TRANSCRIPTS = 'transcripts' as const;

const ID = /^i-[0-9a-f]{6,12}$/;

/** A digest as the record has it: of the bytes of a file or line, read as Latin-1. */
export function recordDigest(text: string): string {
  return sha1Of(text).slice(0, 16);
}

/** Adds to the record of a run. */
export class ImportRecord {
  readonly id: string;
  readonly #paths: Paths;
  readonly #first: string;
  #isBegun = false;
  #done: string[] = [];

  constructor(paths: Paths, { kind, from, at }: Pick<ImportRun, 'kind' | 'from' | 'at'>) {
    this.#paths = paths;
    this.id = `i-${sha1Of([kind, from, at, process.pid].join('\n')).slice(0, 6)}`;
    this.#first = JSON.stringify({ run: this.id, kind, from, at });
  }

  /** Whether anything was written, so that there is something to undo. */
  get isBegun(): boolean {
    return this.#isBegun;
  }

  /** Says what will be written of a session, before it is. */
  begin({ session, files, keys }: Write): void {
    this.#append([JSON.stringify({ write: session, files, ...(keys.length > 0 && { keys }) })]);
  }

  /** Says that a session was written. It is written with the next line. */
  finish(session: string): void {
    if (session !== '') this.#done.push(session);
  }

  end(at: string): void {
    if (this.#isBegun) this.#append([JSON.stringify({ ended: at })]);
  }

  /** Writes down which sessions are done, for a run that is stopped. */
  flush(): void {
    this.#append([]);
  }

  #append(lines: readonly string[]): void {
    const done = this.#done.map((session) => JSON.stringify({ done: session }));
    // Sessions of which nothing was written down have nothing to undo.
    if (lines.length === 0 && (done.length === 0 || !this.#isBegun)) return;
    privateDirectory(this.#paths.imports, this.#paths.config);
    const all = [...(this.#isBegun ? [] : [this.#first]), ...done, ...lines];
    // Not flushed: a killed process loses nothing of it.
    appendFileSync(pathOf(this.#paths, this.id), all.map((line) => `${line}\n`).join(''), { mode: 0o600 });
    this.#isBegun = true;
    this.#done = [];
  }
}

/** Marks a run as undone. */
export function noteUndone(paths: Paths, id: string, at: string): void {
  appendLines(pathOf(paths, id), [JSON.stringify({ undone: at })]);
}

/** All runs, oldest first. Lines that cannot be read are skipped. */
export function importRuns(paths: Paths): ImportRun[] {
  return readNames(paths.imports)
    .filter((name) => name.endsWith('.jsonl') && ID.test(name.slice(0, -'.jsonl'.length)))
    .flatMap((name) => readRun(paths, name) ?? [])
    .sort((a, b) => compare(a.at, b.at));
}

/** The records that imports brought in and nobody undid, by their keys. A deleted record stays in it. */
export function importedKeys(paths: Paths): Set<string> {
  const runs = importRuns(paths).filter(({ undone }) => undone === null);
  return new Set(
    runs.flatMap(({ writes, done }) => writes.flatMap(({ session, keys }) => (done.has(session) ? keys : []))),
  );
}

function readRun(paths: Paths, name: string): ImportRun | null {
  const [first = '', ...lines] = readFileSync(`${paths.imports}/${name}`, 'utf8').split('\n');
  const { run, kind, from, at } = parseObject(first);
  if (typeof run !== 'string' || !ID.test(run) || `${run}.jsonl` !== name) return null;
  const read: ImportRun = {
    ...{ id: run, kind: String(kind), from: String(from), at: String(at) },
    ...{ writes: [], done: new Set<string>(), ended: null, undone: null },
  };
  for (const line of lines) {
    const { write, files, keys, done, ended, undone } = parseObject(line);
    if (typeof done === 'string') read.done.add(done);
    else if (typeof ended === 'string') read.ended = ended;
    else if (typeof undone === 'string') read.undone = undone;
    else if (typeof write === 'string' && isRecord(files))
      read.writes.push({
        session: write,
        files: Object.fromEntries(Object.entries(files).map(([path, digest]) => [path, String(digest)])),
        keys: Array.isArray(keys) ? keys.map(String) : [],
      });
  }
  return read;
}

function pathOf({ imports }: Paths, id: string): string {
  return `${imports}/${id}.jsonl`;
}

/** How many records to read before letting Ctrl-C through. */
const BREATH = 64;

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
