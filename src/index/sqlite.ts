/** Node's own SQLite with FTS5, if this Node has both: from 22.16 on. */
import type * as sqlite from 'node:sqlite';

export type Database = sqlite.DatabaseSync;

/** The module; null if this Node has none. */
export function sqliteModule(): typeof sqlite | null {
  return process.getBuiltinModule?.('node:sqlite') ?? null;
}

/** Whether this Node can make an index: its SQLite has FTS5. */
export function hasFullTextSearch(): boolean {
  const module = sqliteModule();
  if (!module) return false;
  const database = new module.DatabaseSync(':memory:');
  try {
    database.exec('CREATE VIRTUAL TABLE words USING fts5(text)');
    return true;
  } catch {
    return false;
  } finally {
    database.close();
  }
}

/** Whether SQLite itself failed: a damaged file, a full disk, another process that does not let go. */
export function isSqlError(error: unknown): error is Error & { errcode: number } {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number';
}
