/**
 * Reads claude-mem's database, of any version, from a private copy, since another program may be writing to it. SQLite itself
 * would leave traces: opening a database in WAL mode writes to its `-shm` file, and `immutable` ignores what is still in its
 * `-wal`. So only bytes are read: the database and its log are copied, and the copy is taken again if either was changed
 * meanwhile in a way that a reader would notice. Frames that are added to the log at the same moment do no harm: SQLite stops
 * at the last whole transaction.
 */
import { constants, copyFileSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { sqliteModule } from '#src/index/schema.ts';
import { ChronicleError, isErrno } from '#src/lib/chronicle-error.ts';
import { isRunning, pause } from '#src/lib/lock.ts';
import { namesIn } from '#src/lib/names-in.ts';
import type { Paths } from '#src/lib/paths.ts';
import { privateDirectory } from '#src/lib/private-directory.ts';
import { READ_LINKED, readPiece } from '#src/lib/read-file.ts';
import { type Row, SESSION_COLUMNS, TABLES, type Table, type Tables } from './claude-mem-rows.ts';

/** The newest schema whose columns are known. */
const NEWEST_SCHEMA = 52;
/** No text of a row is longer when it is read (characters). */
const LONGEST = 262_144;
/** Of the database's log, whose salts change whenever it begins anew. */
const LOG_HEADER = 32;
const TRIES = 5;
const RETRY_AFTER = 200;

/** claude-mem's own names for its tables. */
const NAMES: Record<Table, string> = {
  sessions: 'sdk_sessions',
  observations: 'observations',
  summaries: 'session_summaries',
  prompts: 'user_prompts',
};

/** Columns with numbers, which are read as they are. */
const NUMBERS = 'started_at_epoch created_at_epoch started_at created_at prompt_number id session_db_id'.split(' ');
/** All columns that are read; any may be missing. Nothing else of a database is ever in a query. */
const COLUMNS = [
  ...[...NUMBERS, ...SESSION_COLUMNS.content, ...SESSION_COLUMNS.memory],
  ...'project platform_source user_prompt custom_title text type title subtitle facts narrative concepts'.split(' '),
  ...'files files_read files_modified files_edited request investigated learned completed next_steps'.split(' '),
  ...'notes merged_into_project prompt_text'.split(' '),
];

/** The rows of a database with what should be known before their import, or why it cannot be imported, in a sentence. */
export function readDatabase(paths: Paths, path: string): { tables: Tables; remarks: string[] } | string {
  const sqlite = sqliteModule();
  if (sqlite === null)
    return `Node ${process.versions.node} cannot read SQLite databases. Run chronicle with Node 22.16 or later, or import claude-mem's JSON export.`;
  try {
    return copied(paths, path, (copy) => {
      const database = new sqlite.DatabaseSync(copy);
      try {
        // The schema may be anybody's: no function in it may do more than compute.
        database.exec('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0');
        return rowsIn(database) ?? `${path} ${otherOf(database)}`;
      } finally {
        database.close();
      }
    });
  } catch (error) {
    if (error instanceof ChronicleError) return error.message;
    const reason = error instanceof Error ? error.message : String(error);
    return `${path} is damaged, encrypted or not a database (SQLite says: ${reason}). Import a backup or a decrypted copy of it instead.`;
  }
}

/** All rows; null if these are not claude-mem's tables. */
function rowsIn(database: DatabaseSync): { tables: Tables; remarks: string[] } | null {
  const all = (query: string): Row[] => {
    const statement = database.prepare(query);
    statement.setReadBigInts(true);
    return statement.all();
  };
  const columnsOf = (table: Table) => {
    // A view or a virtual table of this name could run anything.
    const [found] = all(
      `SELECT count(*) AS n FROM sqlite_schema WHERE type = 'table' AND name = '${NAMES[table]}' AND sql NOT LIKE 'CREATE VIRTUAL%'`,
    );
    if (Number(found?.n ?? 0) !== 1) return [];
    const names = all(`PRAGMA table_info(${NAMES[table]})`).map(({ name }) => String(name));
    return COLUMNS.filter((column) => names.includes(column));
  };
  if (!SESSION_COLUMNS.memory.some((name) => columnsOf('observations').includes(name))) return null;
  if (!columnsOf('sessions').includes('project')) return null;
  const rows = TABLES.map((table): [Table, Row[]] => {
    const columns = columnsOf(table).map((name) =>
      NUMBERS.includes(name) ? name : `substr(${name}, 1, ${LONGEST}) AS ${name}`,
    );
    return [table, columns.length === 0 ? [] : all(`SELECT ${columns.join(', ')} FROM ${NAMES[table]} ORDER BY rowid`)];
  });
  let version = 0;
  try {
    version = Number(all('SELECT max(version) AS version FROM schema_versions')[0]?.version ?? 0);
  } catch {
    // Early versions did not count them.
  }
  const remark = `Its schema is version ${version}; chronicle knows versions up to ${NEWEST_SCHEMA}. Unknown columns are skipped.`;
  return { tables: Object.fromEntries(rows) as Tables, remarks: version > NEWEST_SCHEMA ? [remark] : [] };
}

/** What another database is, in words that follow its path. */
function otherOf(database: DatabaseSync): string {
  const names = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
  if (names.some(({ name }) => name === 'memory_items'))
    return 'is a database of claude-mem in server mode, which cannot be imported. Export it there as JSON.';
  return 'is a SQLite database, but not of claude-mem: it has no table of observations and sessions.';
}

/**
 * The result of reading a copy of a database, which is deleted again. Throws CHRONICLE_RESTLESS if it does not hold still, and
 * CHRONICLE_UNREADABLE if another program keeps it to itself.
 */
function copied<T>(paths: Paths, path: string, read: (copy: string) => T): T {
  privateDirectory(paths.cache, paths.config);
  deleteCopiesOfKilled(paths);
  const directory = mkdtempSync(`${paths.cache}/import-${process.pid}-`);
  try {
    const copy = `${directory}/copy.db`;
    if (isCopied(path, copy)) return read(copy);
    throw new ChronicleError(
      'CHRONICLE_RESTLESS',
      `${path} keeps changing. Stop the program that writes to it, then import it again. Nothing was changed.`,
    );
  } catch (error) {
    if (!isErrno(error, 'EBUSY', 'EACCES', 'EPERM')) throw error;
    throw new ChronicleError(
      'CHRONICLE_UNREADABLE',
      `${path} is locked or cannot be read. Stop the program that uses it, then import it again. Nothing was changed.`,
    );
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

function isCopied(path: string, copy: string): boolean {
  for (let tries = 1; tries <= TRIES; tries++) {
    const before = stateOf(path);
    copyFileSync(path, copy, constants.COPYFILE_FICLONE);
    for (const end of ['-wal', '-journal']) {
      rmSync(`${copy}${end}`, { force: true });
      if (hasContent(`${path}${end}`)) copyFileSync(`${path}${end}`, `${copy}${end}`, constants.COPYFILE_FICLONE);
    }
    if (before === stateOf(path)) return true;
    pause(RETRY_AFTER);
  }
  return false;
}

/** What changes when somebody writes into the database, or begins its log anew. More frames in the log do not count. */
function stateOf(path: string): string {
  const { mtimeNs, size, ino } = statSync(path, { bigint: true });
  const journal = statSync(`${path}-journal`, { bigint: true, throwIfNoEntry: false });
  const log = readPiece(`${path}-wal`, () => ({ from: 0, most: LOG_HEADER }), READ_LINKED)?.bytes.toString('latin1');
  return [mtimeNs, size, ino, log, journal?.mtimeNs, journal?.size].join(' ');
}

function hasContent(path: string): boolean {
  return (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0;
}

function deleteCopiesOfKilled({ cache }: Paths): void {
  for (const name of namesIn(cache)) {
    const [, pid] = /^import-(\d+)-\w+$/.exec(name) ?? [];
    if (pid !== undefined && Number(pid) !== process.pid && !isRunning({ pid: Number(pid), started: null }))
      rmSync(`${cache}/${name}`, { recursive: true, force: true });
  }
}
