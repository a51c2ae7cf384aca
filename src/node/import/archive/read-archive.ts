/**
 * Brings an exported archive in: every file that is not here yet, byte for byte. What is here is never changed, but for ledgers
 * and proposals, which get the lines that they lack.
 */
import { existsSync, lstatSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { isSessionId } from '#src/chronicle/session-id.ts';
import {
  ARCHIVE_KINDS,
  ARCHIVE_VERSION,
  type ArchiveKind,
  type ArchiveRecord,
  readArchiveLine,
} from '#src/import/archive-record.ts';
import { joinLines } from '#src/memory/join-lines.ts';
import { chroniclesIn } from '#src/node/disk/projects.ts';
import { readRegularFile } from '#src/node/disk/read-file.ts';
import { forgottenSessions } from '#src/node/forgotten.ts';
import { withProposals } from '#src/node/memory/memory-lock.ts';
import { placeAt } from '#src/node/store/create-file.ts';
import { privateDirectory } from '#src/node/store/private-directory.ts';
import { replaceFile } from '#src/node/store/replace-file.ts';
import { discard, flushDirectory, writeTemporary } from '#src/node/store/work-directory.ts';
import { ChronicleError, sentenceOf } from '#src/project/chronicle-error.ts';
import { type Layout, memoryPlace } from '#src/project/paths.ts';
import { hasAll } from './has-all.ts';
import { linesOf } from './lines-of.ts';
import { foundChronicles } from './seed-chronicles.ts';
import { sessionIn } from './session-of.ts';

/** What became of an archive. */
export interface ArchiveOutcome {
  written: Partial<Record<ArchiveKind, number>>;
  /** Records that were here already. */
  known: number;
  /** Lines that were added to ledgers and proposals. */
  added: number;
  /** Sessions that were forgotten here, and stay so. */
  forgotten: number;
  /** Memory files, which only a person's approval may change. */
  memories: number;
  /** Files that differ from ours, which were kept: sentences. */
  conflicts: string[];
  /** Lines that cannot be used: sentences. */
  problems: string[];
}

interface ReadOptions {
  layout: Layout;
  isDryRun: boolean;
  /** Called with the number of records read. */
  progress(count: number): void;
}

const PATIENCE = 5000;
/** More sentences help nobody. */
const MOST = 50;

/** Reads an archive from a file. Throws CHRONICLE_NOT_IMPORTABLE before anything is written if it is none, or of a later version. */
export function readArchive(path: string, options: ReadOptions): ArchiveOutcome {
  return new ArchiveReader(options).read(path);
}

/** Brings in the chronicles at a path that are not here yet (`foundChronicles`). What is left is a problem. */
export function readChronicles(path: string, directory: string | null, options: ReadOptions): ArchiveOutcome {
  return new ArchiveReader(options).readFound(path, directory);
}

class ArchiveReader {
  readonly #options: ReadOptions;
  readonly #outcome: ArchiveOutcome = {
    ...{ written: {}, known: 0, added: 0, forgotten: 0, memories: 0 },
    ...{ conflicts: [], problems: [] },
  };
  readonly #seen = new Set<string>();
  /** Our chronicles, by session. */
  readonly #own: Map<string, string>;
  readonly #isForgotten: (session: string) => boolean;
  /** The sessions of which this run has read a chronicle. */
  readonly #met = new Set<string>();
  /** Where the chronicles of the archive are here, by their paths in it. Others have kept their names. */
  readonly #renamed = new Map<string, string>();

  constructor(options: ReadOptions) {
    this.#options = options;
    const { layout } = options;
    this.#own = new Map();
    for (const { path: own, frontMatter } of chroniclesIn(layout.projects)) {
      const id = frontMatter.get('session_id');
      if (id !== undefined && !this.#own.has(id)) this.#own.set(id, own);
    }
    const forgotten = forgottenSessions(layout);
    this.#isForgotten = (session) => session !== '' && forgotten.has(session);
  }

  readFound(path: string, directory: string | null): ArchiveOutcome {
    let count = 0;
    for (const found of foundChronicles(path, directory)) {
      if ('left' in found) this.#problem(found.left);
      else this.#take(found.record, (fault) => `${found.record.path} was not imported: ${fault}.`);
      this.#options.progress(++count);
    }
    return this.#outcome;
  }

  read(path: string): ArchiveOutcome {
    let line = 0;
    let records = 0;
    let end: number | null = null;
    for (const { text, isWhole } of linesOf(path)) {
      line++;
      if (text !== null && text.trim() === '') continue;
      const read = text === null ? { fault: 'it is too long' } : readArchiveLine(text);
      if (line === 1) {
        requireHeader(path, read);
        continue;
      }
      if (end !== null) this.#problem(`Line ${line} comes after the end of the archive. It was not imported.`);
      else if ('end' in read) end = read.end;
      else if ('record' in read) {
        records++;
        const at = line;
        this.#take(read.record, (fault) => `Line ${at} was not imported: ${fault}.`);
        this.#options.progress(records);
      } else if (isWhole || !('fault' in read))
        this.#problem(
          `Line ${line} was not imported: ${'fault' in read ? read.fault : 'another archive begins there'}.`,
        );
    }
    if (line === 0) requireHeader(path, { fault: 'it is empty' });
    if (end === null)
      this.#problem(
        `The file ends early, after ${records} records: its last line is missing. What it has was imported. With the whole file, run the command again.`,
      );
    else if (end !== records)
      this.#problem(`The archive had ${end} records when it was written, and has ${records} that can be read.`);
    return this.#outcome;
  }

  #take(record: ArchiveRecord, sentence: (fault: string) => string): void {
    const key = `${record.kind}\n${record.path}`;
    if (this.#seen.has(key)) {
      this.#problem(sentence(`${record.path} is in it twice`));
      return;
    }
    this.#seen.add(key);
    const session = sessionIn(record);
    if (record.kind === 'memory') this.#outcome.memories++;
    else if (this.#isForgotten(session)) this.#outcome.forgotten += record.kind === 'chronicle' ? 1 : 0;
    else {
      try {
        this.#place(record, session);
      } catch (error) {
        if (!(error instanceof ChronicleError) && !isOfPath(error)) throw error;
        this.#problem(`${record.path} was not imported: ${sentenceOf(error)}`);
      }
    }
  }

  #place(record: ArchiveRecord, session: string): void {
    const { layout } = this.#options;
    const { kind } = record;
    const root = layout[ARCHIVE_KINDS[kind].below];
    if (kind === 'chronicle') this.#chronicle(record, session);
    else if (kind === 'ledger' || kind === 'proposals') this.#lines(record, `${root}/${record.path}`);
    else this.#other(record, root);
  }

  #other(record: ArchiveRecord, root: string): void {
    const { kind, bytes } = record;
    const path = `${root}/${kind === 'facts' || kind === 'notebook' ? this.#besideChronicle(record.path) : record.path}`;
    const ours = bytesAt(path);
    if (ours === null) this.#write(kind, path, bytes);
    else if (ours === bytes || hasAll(kind, ours, bytes)) this.#outcome.known++;
    else this.#conflict(record.path, path);
  }

  /** A chronicle goes to its own name, or beside another session's to the next free one. */
  #chronicle({ path, bytes }: ArchiveRecord, session: string): void {
    const { projects } = this.#options.layout;
    // A second file of a session is kept as one: both are shown as one session.
    const own = isSessionId(session) && !this.#met.has(session) ? this.#own.get(session) : undefined;
    this.#met.add(session);
    const wanted = `${projects}/${path}`;
    if (own !== undefined) {
      if (own !== wanted) this.#renamed.set(path, own);
      const ours = bytesAt(own) ?? '';
      if (ours === bytes || hasAll('chronicle', ours, bytes)) this.#outcome.known++;
      else this.#conflict(path, own);
      return;
    }
    let free = wanted;
    for (let n = 2; bytesAt(free) !== null; n++) {
      if (bytesAt(free) === bytes) {
        this.#outcome.known++;
        return;
      }
      free = wanted.replace(/\.md$/, `-${n}.md`);
    }
    if (free !== wanted) this.#renamed.set(path, free);
    this.#write('chronicle', free, bytes);
  }

  /** The path here of a file that belongs to a chronicle. */
  #besideChronicle(path: string): string {
    const folder = dirname(dirname(path));
    const name = basename(path);
    const stem = name.slice(0, name.lastIndexOf('.'));
    const chronicle = this.#renamed.get(`${folder}/${stem}.md`);
    if (chronicle === undefined) return path;
    const kept = chronicle.slice(this.#options.layout.projects.length + 1);
    const renamed = basename(kept).replace(/\.md$/, name.slice(name.lastIndexOf('.')));
    return `${dirname(kept)}/${basename(dirname(path))}/${renamed}`;
  }

  #lines({ kind, bytes, path }: ArchiveRecord, target: string): void {
    const { layout, isDryRun } = this.#options;
    const ours = bytesAt(target);
    if (ours === null) {
      this.#write(kind, target, bytes);
      return;
    }
    const { text, added } = joinLines(ours, bytes, '');
    if (text === ours || ours === bytes) {
      this.#outcome.known++;
      return;
    }
    if (!isDryRun)
      withProposals(memoryPlace(layout, path.split('/')[0] ?? ''), () =>
        replaceFile(
          target,
          PATIENCE,
          (current) => joinLines(current, bytes, '').text,
          () => true,
        ),
      );
    this.#outcome.added += added;
  }

  #write(kind: ArchiveKind, path: string, bytes: string): void {
    const { layout, isDryRun } = this.#options;
    if (!isDryRun) {
      const directory = privateDirectory(dirname(path), layout.config);
      const temporary = writeTemporary(directory, bytes);
      try {
        if (!placeAt(`${directory}/${basename(path)}`, temporary, bytes)) {
          this.#conflict(path, path);
          return;
        }
        flushDirectory(directory);
      } finally {
        discard(temporary);
      }
    }
    this.#outcome.written[kind] = (this.#outcome.written[kind] ?? 0) + 1;
  }

  #conflict(path: string, ours: string): void {
    if (this.#outcome.conflicts.length < MOST)
      this.#outcome.conflicts.push(`${path} differs from ${ours}, which was kept.`);
    else this.#outcome.conflicts[MOST] = 'More files differ.';
  }

  #problem(sentence: string): void {
    if (this.#outcome.problems.length < MOST) this.#outcome.problems.push(sentence);
    else this.#outcome.problems[MOST] = 'More lines could not be used.';
  }
}

function requireHeader(path: string, read: ReturnType<typeof readArchiveLine>): void {
  if ('header' in read && read.header.version <= ARCHIVE_VERSION) return;
  const what =
    'header' in read
      ? `was written by a later version of session-chronicle (format ${read.header.version}, this one reads ${ARCHIVE_VERSION}). Update first.`
      : 'is no archive of chronicle export --json: its first line does not say so.';
  throw new ChronicleError('CHRONICLE_NOT_IMPORTABLE', `${path} ${what} Nothing was changed.`);
}

/** A file's bytes as Latin-1; null if there is none. Something else in its place counts as other bytes. */
function bytesAt(path: string): string | null {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (!stats) return null;
  return stats.isFile() && existsSync(path) ? readRegularFile(path).text : '';
}

function isOfPath(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    ['ENAMETOOLONG', 'ENOTDIR', 'EISDIR', 'EILSEQ', 'EINVAL'].includes(String(error.code))
  );
}
