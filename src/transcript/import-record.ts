/**
 * The record of an import: what it wrote, so that it can be undone, and which records it brought in, so that no later
 * import brings them in again:
 *
 *     {"run":"i-3fa2c1","kind":"claude-mem","from":"/home/me/.claude-mem/claude-mem.db","at":"2026-11-24T10:00:00Z"}
 *     {"write":"3f6c…","chronicle":"-home-me-larder/chronicle/2026-03-24-detached.md","digests":{"chronicle":"…"},"keys":["3f2a9c1b04de"]}
 *     {"done":"3f6c…"}
 *     {"file":"-home-me-larder/chronicle/2026-03-24-main.md","kind":"chronicle","digest":"…","session":"3f6c…"}
 *     {"added":"-home-me-larder/chronicle/memory-ledger.jsonl","kind":"ledger","digests":["…"]}
 *     {"ended":"2026-11-24T10:00:09Z"}
 *     {"undone":"2026-11-25T08:00:00Z"}
 *
 * `write`, `file` and `added` are on disk before what they say is, `done` comes after it. There is no text of a session in it.
 * `file` and `added` are of imports that place files as they are.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { ARCHIVE_KINDS, type ArchiveKind } from '#src/import/archive-record.ts';
import { appendLines } from '#src/lib/files.ts';
import { sha1Of } from '#src/lib/digest.ts';
import { privateDirectory } from '#src/lib/private-directory.ts';
import { isErrno } from '#src/lib/chronicle-error.ts';
import type { Layout } from '#src/lib/paths.ts';
import { compare } from '#src/lib/compare.ts';
import { isRecord } from '#src/lib/is-record.ts';
import { parseObject } from '#src/lib/json-object.ts';

/** What an import wrote of one session. */
export interface WrittenSession {
  sessionId: string;
  /** The place of its chronicle below `<config>/projects`. */
  chronicle: string;
  /** The digests of the files that the import created; a file that existed before is missing. */
  digests: Partial<Record<'chronicle' | 'notebook' | 'facts', string>>;
  /** The keys of the prompts, observations and the handoff that it brought in. */
  keys: readonly string[];
}

/** A file that an import created as it was. */
export interface WrittenFile {
  kind: ArchiveKind;
  /** Below the directory of its kind. */
  path: string;
  digest: string;
  /** Empty for files of no session. */
  session: string;
}

/** Lines that an import added to a file that was here. */
export interface AddedLines extends Pick<WrittenFile, 'kind' | 'path'> {
  digests: string[];
}

/** One run of an import. */
export interface ImportRun {
  id: string;
  kind: string;
  from: string;
  /** UTC. */
  at: string;
  sessions: WrittenSession[];
  /** The ids of sessions that were written completely. */
  done: Set<string>;
  files: WrittenFile[];
  lines: AddedLines[];
  /** When it ended by itself; null if it was stopped. */
  ended: string | null;
  undone: string | null;
}

/** The kind of a run that read Claude Code's transcripts. */
export const TRANSCRIPTS = 'transcripts';

const ID = /^i-[0-9a-f]{6,12}$/;

/** A digest as the record has it: of the bytes of a file or line, read as Latin-1. */
export function recordDigest(text: string): string {
  return sha1Of(text).slice(0, 16);
}

/** Adds to the record of a run. */
export class ImportRecord {
  readonly id: string;
  readonly #layout: Layout;
  readonly #first: string;
  #isBegun = false;
  #done: string[] = [];

  constructor(layout: Layout, { kind, from, at }: Pick<ImportRun, 'kind' | 'from' | 'at'>) {
    this.#layout = layout;
    this.id = `i-${sha1Of([kind, from, at, process.pid].join('\n')).slice(0, 6)}`;
    this.#first = JSON.stringify({ run: this.id, kind, from, at });
  }

  /** Whether anything was written, so that there is something to undo. */
  get isBegun(): boolean {
    return this.#isBegun;
  }

  /** Says what will be written of sessions, before it is. */
  begin(writes: readonly WrittenSession[]): void {
    if (writes.length > 0)
      this.#append(writes.map(({ sessionId, ...rest }) => JSON.stringify({ write: sessionId, ...rest })));
  }

  /** Says which files will be placed, before they are. */
  beginFiles(files: readonly WrittenFile[]): void {
    this.#append(
      files.map(({ kind, path, digest, session }) =>
        JSON.stringify({ file: path, kind, digest, ...(session !== '' && { session }) }),
      ),
    );
  }

  /** Says which lines will be added to a file, before they are. */
  beginLines({ kind, path, digests }: AddedLines): void {
    this.#append([JSON.stringify({ added: path, kind, digests })]);
  }

  /** Says that a session was written. It is on disk with the next line, which saves a write for each session. */
  finish(sessionId: string): void {
    this.#done.push(sessionId);
  }

  end(at: string): void {
    if (this.#isBegun) this.#append([JSON.stringify({ ended: at })]);
  }

  /** Writes down which sessions are done, for a run that is stopped. */
  flush(): void {
    this.#append([]);
  }

  #append(lines: readonly string[]): void {
    const done = this.#done.map((sessionId) => JSON.stringify({ done: sessionId }));
    // Sessions of which nothing was written down have nothing to undo.
    if (lines.length === 0 && (done.length === 0 || !this.#isBegun)) return;
    privateDirectory(this.#layout.imports, this.#layout.config);
    appendLines(pathOf(this.#layout, this.id), [...(this.#isBegun ? [] : [this.#first]), ...done, ...lines]);
    this.#isBegun = true;
    this.#done = [];
  }
}

/** Marks a run as undone. */
export function noteUndone(layout: Layout, id: string, at: string): void {
  appendLines(pathOf(layout, id), [JSON.stringify({ undone: at })]);
}

/** All runs, oldest first. Lines that cannot be read are skipped. */
export function importRuns(layout: Layout): ImportRun[] {
  return namesOf(layout)
    .flatMap((name) => readRun(layout, name) ?? [])
    .sort((a, b) => compare(a.at, b.at));
}

/** The records that imports brought in and nobody undid, by their keys. A deleted record stays in it. */
export function importedKeys(layout: Layout): Set<string> {
  const keys = new Set<string>();
  for (const { sessions, done, undone } of importRuns(layout)) {
    if (undone !== null) continue;
    for (const session of sessions) if (done.has(session.sessionId)) for (const key of session.keys) keys.add(key);
  }
  return keys;
}

function readRun(layout: Layout, name: string): ImportRun | null {
  const [first = '', ...lines] = readFileSync(`${layout.imports}/${name}`, 'utf8').split('\n');
  const { run, kind, from, at } = parseObject(first);
  if (typeof run !== 'string' || !ID.test(run) || `${run}.jsonl` !== name) return null;
  const read: ImportRun = {
    ...{ id: run, kind: String(kind), from: String(from), at: String(at) },
    ...{ sessions: [], done: new Set<string>(), files: [], lines: [], ended: null, undone: null },
  };
  for (const line of lines) {
    const { write, done, ended, undone, chronicle, digests, keys, ...rest } = parseObject(line);
    const { kind: of, file, added, digest: whole, session = '' } = rest;
    if (typeof done === 'string') read.done.add(done);
    else if (typeof ended === 'string') read.ended = ended;
    else if (typeof undone === 'string') read.undone = undone;
    else if (typeof write === 'string' && typeof chronicle === 'string')
      read.sessions.push({
        ...{ sessionId: write, chronicle, digests: texts(digests) },
        keys: Array.isArray(keys) ? keys.map(String) : [],
      });
    else if (typeof file === 'string' && isKind(of))
      read.files.push({ kind: of, path: file, digest: String(whole), session: String(session) });
    else if (typeof added === 'string' && isKind(of) && Array.isArray(digests))
      read.lines.push({ kind: of, path: added, digests: digests.map(String) });
  }
  return read;
}

function isKind(word: unknown): word is ArchiveKind {
  return typeof word === 'string' && Object.hasOwn(ARCHIVE_KINDS, word);
}

function texts(value: unknown): Record<string, string> {
  if (!isRecord(value)) return {};
  return Object.fromEntries(Object.entries(value).map(([key, text]) => [key, String(text)]));
}

function namesOf({ imports }: Layout): string[] {
  try {
    return readdirSync(imports).filter((name) => name.endsWith('.jsonl') && ID.test(name.slice(0, -'.jsonl'.length)));
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return [];
    throw error;
  }
}

function pathOf({ imports }: Layout, id: string): string {
  return `${imports}/${id}.jsonl`;
}
