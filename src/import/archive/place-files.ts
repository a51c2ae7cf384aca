/**
 * Places files of an archive, byte for byte: every one that is not here yet. What is here is never changed. Files are written some at a time: on disk under temporary names, then in the
 * record of the import, then in their places. So a killed run leaves whole files only, and the record has all of them.
 */
import { existsSync, lstatSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { ARCHIVE_KINDS, type ArchiveKind, type ArchiveRecord } from '#src/import/archive-record.ts';
import { flushDirectory, placeAt, writeTemporary } from '#src/lib/files.ts';
import { discard } from '#src/lib/work-directory.ts';
import { readRegularFile } from '#src/lib/read-file.ts';
import { forgottenSessions } from '#src/lib/forgotten.ts';
import { privateDirectory } from '#src/lib/private-directory.ts';
import { ChronicleError, sentenceOf } from '#src/lib/chronicle-error.ts';
import type { Layout } from '#src/lib/paths.ts';
import { flushFile } from '#src/transcript/nameless-session.ts';
import { type ImportRecord, recordDigest } from '#src/transcript/import-record.ts';
import { ChroniclePlaces } from './place-chronicles.ts';
import { sessionOfRecord } from './session-of.ts';

/** What became of the files of an archive. */
export interface PlacedFiles {
  written: Partial<Record<ArchiveKind, number>>;
  /** How many of the chronicles went into which project, by Claude Code's name for its directory. */
  projects: Record<string, number>;
  /** Records that were here already. */
  known: number;
  /** Files that were written with a secret replaced. */
  cleaned: number;
  /** Sessions that were forgotten here, and stay so. */
  forgotten: number;
  /** Memory files, which only a person's approval may change. */
  memories: number;
  /** Files that differ from ours, which were kept: sentences. */
  conflicts: string[];
  /** What cannot be used: sentences. */
  problems: string[];
}

interface PlacingOptions {
  layout: Layout;
  /** Null in a dry run, which writes nothing. */
  record: ImportRecord | null;
  /** Directories that are read from. What lies there is not ours yet. */
  from: readonly string[];
}

/** A file under a temporary name. */
interface Waiting {
  kind: ArchiveKind;
  path: string;
  bytes: string;
  session: string;
  temporary: string;
}

/** More sentences help nobody. */
const MOST = 50;
/** How many files are flushed to disk in parallel: most of the time is spent waiting for it. */
const AT_ONCE = 256;

export class FilePlacer {
  readonly #options: PlacingOptions;
  readonly outcome: PlacedFiles = {
    ...{ written: {}, projects: {}, known: 0, cleaned: 0, forgotten: 0, memories: 0 },
    ...{ conflicts: [], problems: [] },
  };
  readonly #seen = new Set<string>();
  readonly #chronicles: ChroniclePlaces;
  readonly #isForgotten: (session: string) => boolean;
  /** The bytes of files that are not in their places yet; in a dry run, of all that would be. */
  readonly #waiting = new Map<string, string>();
  readonly #directories = new Map<string, string>();
  #batch: Waiting[] = [];

  constructor(options: PlacingOptions) {
    this.#options = options;
    const { layout, from } = options;
    this.#chronicles = new ChroniclePlaces(layout, from);
    const forgotten = forgottenSessions(layout);
    this.#isForgotten = (session) => session !== '' && forgotten.has(session);
  }

  /**
   * Takes a file. `name` begins the sentence about a fault, and `found` are its bytes before secrets in it were replaced. Throws
   * if the disk is full.
   */
  async take(record: ArchiveRecord, name: string, found = record.bytes): Promise<void> {
    const key = `${record.kind}\n${record.path}`;
    if (this.#seen.has(key)) {
      this.problem(`${name} was not imported: ${record.path} is in it twice.`);
      return;
    }
    this.#seen.add(key);
    const session = sessionOfRecord(record);
    if (record.kind === 'memory') this.outcome.memories++;
    else if (this.#isForgotten(session)) this.outcome.forgotten += record.kind === 'chronicle' ? 1 : 0;
    else {
      try {
        this.#place(record, session, found);
      } catch (error) {
        if (!(error instanceof ChronicleError) && !isOfPath(error)) throw error;
        this.problem(`${record.path} was not imported: ${sentenceOf(error)}`);
      }
      if (this.#batch.length >= AT_ONCE) await this.finish();
    }
  }

  /** Puts all files that were taken into their places. */
  async finish(): Promise<void> {
    const batch = this.#batch;
    this.#batch = [];
    const { record } = this.#options;
    if (batch.length === 0 || record === null) return;
    try {
      await Promise.all(batch.map(({ temporary }) => flushFile(temporary)));
      record.beginFiles(
        batch.map(({ kind, path, bytes, session }) => ({
          ...{ kind, path: this.#below(kind, path), digest: recordDigest(bytes), session },
        })),
      );
      const directories = new Set<string>();
      for (const { kind, path, temporary } of batch) {
        this.#waiting.delete(path);
        try {
          if (placeAt(path, temporary)) {
            directories.add(dirname(path));
            this.#count(kind, path);
          } else this.#conflict(this.#below(kind, path), path);
        } catch (error) {
          if (!isOfPath(error)) throw error;
          this.problem(`${this.#below(kind, path)} was not imported: ${sentenceOf(error)}`);
        }
      }
      for (const directory of directories) flushDirectory(directory);
    } finally {
      for (const { temporary } of batch) discard(temporary);
    }
  }

  /** Deletes what a run that fails has under temporary names. */
  abandon(): void {
    for (const { temporary } of this.#batch) discard(temporary);
    this.#batch = [];
  }

  problem(sentence: string): void {
    if (this.outcome.problems.length < MOST) this.outcome.problems.push(sentence);
    else this.outcome.problems[MOST] = 'More could not be used.';
  }

  #place(record: ArchiveRecord, session: string, found: string): void {
    const { layout } = this.#options;
    const { kind } = record;
    const root = layout[ARCHIVE_KINDS[kind].below];
    if (kind === 'chronicle') this.#chronicle(record, session, found);
    else this.#other(record, root, session);
  }

  #other(record: ArchiveRecord, root: string, session: string): void {
    const { kind, bytes } = record;
    const path = `${root}/${kind === 'facts' || kind === 'notebook' ? this.#chronicles.beside(record.path) : record.path}`;
    const ours = this.#bytesAt(path);
    if (ours === null) this.#write(kind, path, bytes, session);
    else if (ours === bytes) this.outcome.known++;
    else this.#conflict(record.path, path);
  }

  #chronicle(record: ArchiveRecord, session: string, found: string): void {
    const place = this.#chronicles.of({ ...record, found }, session, (path) => this.#bytesAt(path));
    if ('path' in place) {
      this.#write('chronicle', place.path, record.bytes, session);
      if (record.bytes !== found) this.outcome.cleaned++;
    } else if ('ours' in place) this.#conflict(record.path, place.ours);
    else this.outcome.known++;
  }

  #write(kind: ArchiveKind, path: string, bytes: string, session: string): void {
    this.#waiting.set(path, bytes);
    if (this.#options.record === null) {
      this.#count(kind, path);
      return;
    }
    const directory = this.#directory(dirname(path));
    const temporary = writeTemporary(directory, bytes, { durable: false });
    this.#batch.push({ kind, path: `${directory}/${basename(path)}`, bytes, session, temporary });
  }

  #directory(path: string): string {
    const known = this.#directories.get(path) ?? privateDirectory(path, this.#options.layout.config);
    this.#directories.set(path, known);
    return known;
  }

  #count(kind: ArchiveKind, path: string): void {
    const { written, projects } = this.outcome;
    written[kind] = (written[kind] ?? 0) + 1;
    if (kind !== 'chronicle') return;
    const [directory = ''] = this.#below(kind, path).split('/');
    projects[directory] = (projects[directory] ?? 0) + 1;
  }

  #below(kind: ArchiveKind, path: string): string {
    return path.slice(this.#options.layout[ARCHIVE_KINDS[kind].below].length + 1);
  }

  #conflict(path: string, ours: string): void {
    if (this.outcome.conflicts.length < MOST)
      this.outcome.conflicts.push(`${path} differs from ${ours}, which was kept.`);
    else this.outcome.conflicts[MOST] = 'More files differ.';
  }

  /** A file's bytes as Latin-1; null if there is none. Something else in its place counts as other bytes. */
  #bytesAt(path: string): string | null {
    const waiting = this.#waiting.get(path);
    if (waiting !== undefined) return waiting;
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (!stats) return null;
    return stats.isFile() && existsSync(path) ? readRegularFile(path).text : '';
  }
}

function isOfPath(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    ['ENAMETOOLONG', 'ENOTDIR', 'EISDIR', 'EILSEQ', 'EINVAL', 'ELOOP'].includes(String(error.code))
  );
}
