/** The kinds of import: where something to import is found, and how it is read. */
import type { ImportSystem } from '#src/format/import-kinds.ts';
import type { Env } from '#src/lib/env.ts';
import type { Paths } from '#src/lib/paths.ts';
import type { ArchiveRecord } from './archive-record.ts';
import type { ImportedSession } from './claude-mem-rows.ts';

export interface ImportKind {
  /** The sources in their usual places. Only reads, and reports what cannot be read as a `problem`. */
  find(place: Place): Source[];
  /** The source at a path that a person gave. Throws CHRONICLE_NOT_IMPORTABLE with what the path is instead. */
  at(path: string, place: Place): Source | Promise<Source>;
  /** What a source has, one item at a time, so that it may be larger than memory. What belongs to a chronicle comes after it. */
  read(source: Source, options: Place & ReadOptions): Iterable<Item> | AsyncIterable<Item>;
}

/** A session of another system, a file to bring in with a name for sentences about it, or why something is left. */
export type Item =
  | { session: ImportedSession }
  | { record: ArchiveRecord; name: string }
  /** A sentence. */
  | { problem: string }
  /** A record that cannot be used, for a reason that many share. */
  | { leftOut: string };

export interface ReadOptions {
  /** Claude Code's name for the project of files that name none; null if such files are left. */
  into: string | null;
  /** Whether nothing is written, for sentences about it. */
  isDryRun: boolean;
}

/** Where importers look. */
interface Place {
  env: Env;
  paths: Paths;
}

/** Something that could be imported. */
export interface Source {
  kind: ImportSystem;
  /** The file or directory, absolute. */
  path: string;
  /** What it has, by name: `{ observations: 1204 }`. Zeros are left out when shown. */
  counts: Readonly<Record<string, number>>;
  /** What would not come in, or should be known before, in sentences. */
  remarks: readonly string[];
  /** Why it cannot be imported, in a sentence; null if it can. */
  problem: string | null;
}

/** Why a session or file is not imported. The words are keys in JSON output. */
export type NotImported =
  | 'was forgotten'
  | 'lies in an excluded directory'
  | 'tells no time'
  | 'is a memory file'
  | 'could not be written';

/** A source of which nothing more is known. */
export function plainSource(kind: ImportSystem, path: string, problem: string | null = null): Source {
  return { kind, path, counts: {}, remarks: [], problem };
}
