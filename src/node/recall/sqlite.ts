/** Node's own SQLite, as far as this Node has it: from 22.16 on its build contains FTS5. */
import { createRequire } from 'node:module';
import type * as sqlite from 'node:sqlite';

export type Database = sqlite.DatabaseSync;
export type Statement = sqlite.StatementSync;

/** The module; null if this Node has none. */
export function sqliteModule(): typeof sqlite | null {
  try {
    return createRequire(import.meta.url)('node:sqlite');
  } catch {
    return null;
  }
}

/** The module; null if this Node has none, or one without FTS5. */
export function loadSqlite(): typeof sqlite | null {
  try {
    const module = sqliteModule();
    if (module === null) return null;
    const probe = new module.DatabaseSync(':memory:');
    try {
      probe.exec("CREATE VIRTUAL TABLE probe USING fts5(text, content='')");
    } finally {
      probe.close();
    }
    return module;
  } catch {
    return null;
  }
}

/** Whether SQLite itself failed: a damaged file, a full disk, another process that does not let go. */
export function isSqlError(error: unknown): error is Error & { errcode: number } {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number';
}
