/**
 * A kind of import: where records are found, and how they are read: as sessions of another system, or as files of an archive,
 * which are brought in as they are. `kinds.ts` has the table; a new kind is a file with an `ImportKind`, a line there, and one
 * in `src/format/import-kinds.ts`.
 */
import type { ImportSystem } from '#src/format/import-kinds.ts';
import type { ArchiveRecord } from '#src/import/archive-record.ts';
import type { ImportedSession } from '#src/import/imported-session.ts';
import type { World } from '#src/lib/world.ts';
import type { Layout } from '#src/lib/paths.ts';

export type ImportKind = SessionKind | FileKind;

interface Kind {
  name: ImportSystem;
  /** The sources in their usual places. Only reads, and reports what cannot be read as a `problem`. */
  find(place: Place): Promise<Source[]>;
  /** The source at a path that a person gave. Throws CHRONICLE_NOT_IMPORTABLE with what the path is instead. */
  at(path: string, place: Place): Promise<Source[]>;
}

export interface SessionKind extends Kind {
  /** Opens a source. Its sessions are read one at a time, so that the source may be larger than memory. */
  open(source: Source, place: Place): Promise<Opened>;
}

export interface FileKind extends Kind {
  /** Whether secrets in the files are replaced. An archive of our own comes in byte for byte. */
  isScanned: boolean;
  /** The files of a source, one at a time; those that belong to a chronicle come after it. */
  files(source: Source, options: FilesOptions): Iterable<FoundFile> | AsyncIterable<FoundFile>;
}

export interface FilesOptions {
  /** Claude Code's name for the project of files that name none; null if such files are left. */
  into: string | null;
  /** Whether nothing is written, for sentences about it. */
  isDryRun: boolean;
}

/** A file to bring in, with a name for sentences about it, or why it is left, as a sentence. */
export type FoundFile = { record: ArchiveRecord; name: string } | { left: string };

/** Where importers look. */
export interface Place {
  world: World;
  layout: Layout;
  /** The roots of the projects that are known on this machine. */
  roots: () => readonly string[];
}

/** Something that could be imported. */
export interface Source {
  kind: ImportSystem;
  /** The file or directory, absolute. */
  path: string;
  /** What it has, by name: `{ observations: 1204 }`. Zeros are left out when shown. */
  counts: Readonly<Record<string, number>>;
  /** The local days of its first and last record; null if unknown. */
  days: { from: string; to: string } | null;
  /** What would not come in, or should be known before, in sentences. */
  remarks: readonly string[];
  /** Why it cannot be imported, in a sentence; null if it can. */
  problem: string | null;
}

export interface Opened {
  /** How many sessions will be read, for the progress; null if unknown. */
  total: number | null;
  sessions(): Iterable<ImportedSession> | AsyncIterable<ImportedSession>;
  /** What was left out while it was read, by reason. */
  leftOut: Record<string, number>;
  /** Sentences about what could not be read. */
  problems: string[];
  close(): void;
}
