/** Node's own SQLite, if this Node has it: from 22.13 on. */
import type * as sqlite from 'node:sqlite';

export type Database = sqlite.DatabaseSync;
export type Statement = sqlite.StatementSync;

/** The module; null if this Node has none. */
export function sqliteModule(): typeof sqlite | null {
  return process.getBuiltinModule?.('node:sqlite') ?? null;
}

/** Does work that reads the index several times, so that all of it sees the same state of it. */
export function atOnce<Result>(database: Database, work: () => Result): Result {
  database.exec('BEGIN');
  try {
    return work();
  } finally {
    database.exec('COMMIT');
  }
}

/** Whether SQLite itself failed: a damaged file, a full disk, another process that does not let go. */
export function isSqlError(error: unknown): error is Error & { errcode: number } {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number';
}
