/**
 * The record of an import: what it wrote, so that it can be undone, and which records it brought in, so that no later
 * import brings them in again:
 *
 *     {"run":"i-3fa2c1","kind":"claude-mem","from":"/home/me/.claude-mem/claude-mem.db","at":"2026-11-24T10:00:00Z"}
 *     {"write":"3f6c…","files":{"projects/-home-me-larder/chronicle/2026-03-24-main.md":"…"},"keys":["3f2a9c1b04de"]}
 *     {"done":"3f6c…"}
 *     {"added":"projects/-home-me-larder/chronicle/memory-ledger.jsonl","digests":["…"]}
 *     {"ended":"2026-11-24T10:00:09Z"}
 *     {"undone":"2026-11-25T08:00:00Z"}
 *
 * `write` and `added` are on disk before what they say is, `done` comes after it. There is no text of a session in it.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { appendLines } from '#src/lib/files.ts';
import { sha1Of } from '#src/lib/digest.ts';
import { privateDirectory } from '#src/lib/private-directory.ts';
import { isErrno } from '#src/lib/chronicle-error.ts';
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

/** Lines that an import added to a file that was here. */
interface AddedLines {
  path: string;
  digests: string[];
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
  lines: AddedLines[];
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

  /** Says what will be written, before it is. */
  begin(writes: readonly Write[]): void {
    if (writes.length > 0)
      this.#append(
        writes.map(({ session, files, keys }) =>
          JSON.stringify({ write: session, files, ...(keys.length > 0 && { keys }) }),
        ),
      );
  }

  /** Says which lines will be added to a file, before they are. */
  beginLines({ path, digests }: AddedLines): void {
    this.#append([JSON.stringify({ added: path, digests })]);
  }

  /** Says that a session was written. It is on disk with the next line, which saves a write for each session. */
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
    appendLines(pathOf(this.#paths, this.id), [...(this.#isBegun ? [] : [this.#first]), ...done, ...lines]);
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
  return namesOf(paths)
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
    ...{ writes: [], done: new Set<string>(), lines: [], ended: null, undone: null },
  };
  for (const line of lines) {
    const { write, files, keys, done, added, digests, ended, undone } = parseObject(line);
    if (typeof done === 'string') read.done.add(done);
    else if (typeof ended === 'string') read.ended = ended;
    else if (typeof undone === 'string') read.undone = undone;
    else if (typeof write === 'string' && isRecord(files))
      read.writes.push({
        session: write,
        files: Object.fromEntries(Object.entries(files).map(([path, digest]) => [path, String(digest)])),
        keys: Array.isArray(keys) ? keys.map(String) : [],
      });
    else if (typeof added === 'string' && Array.isArray(digests))
      read.lines.push({ path: added, digests: digests.map(String) });
  }
  return read;
}

function namesOf({ imports }: Paths): string[] {
  try {
    return readdirSync(imports).filter((name) => name.endsWith('.jsonl') && ID.test(name.slice(0, -'.jsonl'.length)));
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return [];
    throw error;
  }
}

function pathOf({ imports }: Paths, id: string): string {
  return `${imports}/${id}.jsonl`;
}
