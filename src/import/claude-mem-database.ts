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
import { ChronicleError, isErrno, sentenceOf } from '#src/lib/chronicle-error.ts';
import { namesIn } from '#src/lib/names-in.ts';
import type { Paths } from '#src/lib/paths.ts';
import { isRunning, pause } from '#src/lib/lock.ts';
import { privateDirectory } from '#src/lib/private-directory.ts';
import { READ_LINKED, readPiece } from '#src/lib/read-file.ts';
import { localDay } from '#src/lib/text/day.ts';
import { momentIn, type Row, SESSION_COLUMNS, TABLES, type Table, type Tables, textIn } from './claude-mem-rows.ts';
import { type Item, plainSource, type Source } from './source.ts';

/** The newest schema whose columns are known. */
const NEWEST_SCHEMA = 52;
/** No text of a row is longer when it is read (characters). */
const LONGEST = 262_144;
const MAGIC = 'SQLite format 3\0';
/** Of the database; of its log, whose salts change whenever it begins anew. */
const HEADER = 100;
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

/** Whether a file begins as SQLite databases do. */
export function isDatabase(path: string): boolean {
  return firstBytes(path, MAGIC.length).toString('latin1') === MAGIC;
}

/** What is in the file, or why it cannot be imported. */
export function databaseSource(paths: Paths, path: string): Source {
  const fault = faultOf(path);
  if (fault !== null) return plainSource('claude-mem', path, fault);
  let database: Database | null = null;
  try {
    database = new Database(paths, path);
    const other = database.fault;
    if (other !== null) return plainSource('claude-mem', path, `${path} ${other}`);
    const { counts, days, remarks } = database;
    return { ...plainSource('claude-mem', path), counts, days, remarks };
  } catch (error) {
    return plainSource('claude-mem', path, problemOf(path, error));
  } finally {
    database?.close();
  }
}

/** What `read` makes of a database that `databaseSource` found. A fault in it ends the items with a problem. */
export function* withDatabase(paths: Paths, path: string, read: (tables: Tables) => Iterable<Item>): Generator<Item> {
  const database = new Database(paths, path);
  try {
    yield* read(database);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_SQLITE_ERROR')) throw error;
    yield { problem: `${problemOf(path, error)} What was read until then is imported.` };
  } finally {
    database.close();
  }
}

/** A private copy of a database. Throws CHRONICLE_NO_SQLITE on a Node without SQLite. */
class Database implements Tables {
  readonly #database: DatabaseSync;
  readonly #remove: () => void;
  readonly #columns = new Map<Table, string[]>();
  readonly #statements = new Map<string, ReturnType<DatabaseSync['prepare']>>();

  constructor(paths: Paths, path: string) {
    const sqlite = sqliteModule();
    if (sqlite === null)
      throw new ChronicleError(
        'CHRONICLE_NO_SQLITE',
        `Node ${process.versions.node} cannot read SQLite databases. Run chronicle with Node 22.16 or later, or import claude-mem's JSON export. Nothing was changed.`,
      );
    const copy = copyDatabase(paths, path);
    this.#remove = copy.remove;
    try {
      this.#database = new sqlite.DatabaseSync(copy.path);
      // The schema may be anybody's: no function in it may do more than compute.
      this.#database.exec('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0');
      for (const table of TABLES) this.#readColumns(table);
    } catch (error) {
      copy.remove();
      throw error;
    }
  }

  close(): void {
    try {
      this.#database.close();
    } finally {
      this.#remove();
    }
  }

  *keys(table: Table): Generator<{ row: number; memory: string; content: string }> {
    if (!this.#columns.has(table)) return;
    const memory = this.#columnOf(table, ...SESSION_COLUMNS.memory) ?? "''";
    const content = this.#columnOf(table, ...SESSION_COLUMNS.content) ?? "''";
    const query = `SELECT rowid AS row, substr(${memory}, 1, 500) AS memory, substr(${content}, 1, 500) AS content FROM ${NAMES[table]} ORDER BY rowid`;
    for (const found of this.#prepare(query).iterate())
      yield { row: Number(found.row), memory: textIn(found, 'memory'), content: textIn(found, 'content') };
  }

  rows(table: Table, rows: readonly number[]): Row[] {
    const columns = this.#columns.get(table);
    if (!columns || rows.length === 0) return [];
    const list = columns.map(
      (name) => `${NUMBERS.includes(name) ? name : `substr(${name}, 1, ${LONGEST})`} AS ${name}`,
    );
    const statement = this.#prepare(`SELECT ${list.join(', ')} FROM ${NAMES[table]} WHERE rowid = ?`);
    return rows.flatMap((row): Row[] => [statement.get(row) ?? []].flat());
  }

  /** Why this is not a database of claude-mem, in words that follow its path; null if it is one. */
  get fault(): string | null {
    const { memory } = SESSION_COLUMNS;
    if (this.#columnOf('observations', ...memory) !== null && this.#columnOf('sessions', 'project') !== null)
      return null;
    const names = this.#all("SELECT name FROM sqlite_schema WHERE type = 'table'").map(({ name }) => String(name));
    if (names.includes('memory_items'))
      return 'is a database of claude-mem in server mode, which cannot be imported. Export it there as JSON.';
    return 'is a SQLite database, but not of claude-mem: it has no table of observations and sessions.';
  }

  get counts(): Record<string, number> {
    const known = TABLES.filter((table) => this.#columns.has(table));
    return Object.fromEntries(
      known.map((table) => [table, Number(this.#all(`SELECT count(*) AS n FROM ${NAMES[table]}`)[0]?.n ?? 0)]),
    );
  }

  get days(): Source['days'] {
    const column = this.#columnOf('observations', 'created_at_epoch', 'created_at');
    if (column === null) return null;
    const [range = {}] = this.#all(`SELECT min(${column}) AS first, max(${column}) AS last FROM observations`);
    const [first, last] = [momentIn(range, ['first'], []), momentIn(range, ['last'], [])];
    if (!(Math.abs(first) < 8e15 && Math.abs(last) < 8e15)) return null;
    return { from: localDay(new Date(first).toISOString()), to: localDay(new Date(last).toISOString()) };
  }

  /** What should be known before the import. */
  get remarks(): string[] {
    let version = 0;
    try {
      version = Number(this.#all('SELECT max(version) AS version FROM schema_versions')[0]?.version ?? 0);
    } catch {
      // Early versions did not count them.
    }
    if (version <= NEWEST_SCHEMA) return [];
    return [
      `Its schema is version ${version}; chronicle knows versions up to ${NEWEST_SCHEMA}. Unknown columns are skipped.`,
    ];
  }

  #readColumns(table: Table): void {
    // A view or a virtual table of this name could run anything.
    const [found] = this.#all(
      `SELECT count(*) AS n FROM sqlite_schema WHERE type = 'table' AND name = '${NAMES[table]}' AND sql NOT LIKE 'CREATE VIRTUAL%'`,
    );
    if (Number(found?.n ?? 0) !== 1) return;
    const names = this.#all(`PRAGMA table_info(${NAMES[table]})`).map(({ name }) => String(name));
    this.#columns.set(
      table,
      COLUMNS.filter((column) => names.includes(column)),
    );
  }

  #columnOf(table: Table, ...columns: readonly string[]): string | null {
    return columns.find((column) => this.#columns.get(table)?.includes(column)) ?? null;
  }

  #prepare(query: string) {
    const known = this.#statements.get(query);
    if (known) return known;
    const statement = this.#database.prepare(query);
    statement.setReadBigInts(true);
    this.#statements.set(query, statement);
    return statement;
  }

  #all(query: string): Row[] {
    return this.#prepare(query).all();
  }
}

/** Why a file cannot be a database that we can read, in a sentence; null if it looks like one. */
function faultOf(path: string): string | null {
  let size: number;
  try {
    const stats = statSync(path);
    if (!stats.isFile()) return `${path} is not a file.`;
    size = stats.size;
  } catch (error) {
    return sentenceOf(error);
  }
  if (size === 0) return `${path} is empty.`;
  const header = firstBytes(path, HEADER);
  if (!isDatabase(path) || header.length < HEADER)
    return `${path} is not a SQLite database, or it is encrypted. If it is, decrypt a copy and import that.`;
  const written = header.readUInt16BE(16);
  const bytes = header.readUInt32BE(28) * (written === 1 ? 65_536 : written);
  const isCounted = header.readUInt32BE(24) === header.readUInt32BE(92);
  if (isCounted && bytes > size && !hasContent(`${path}-wal`))
    return `${path} is cut off: it has ${size} of ${bytes} bytes. Import a backup of it instead.`;
  return null;
}

/**
 * Copies a database. Throws CHRONICLE_RESTLESS if it does not hold still, and CHRONICLE_UNREADABLE if another program keeps
 * it to itself.
 */
function copyDatabase(paths: Paths, path: string): { path: string; remove: () => void } {
  privateDirectory(paths.cache, paths.config);
  removeLeftovers(paths);
  const directory = mkdtempSync(`${paths.cache}/import-${process.pid}-`);
  const remove = () => rmSync(directory, { recursive: true, force: true });
  const copy = `${directory}/copy.db`;
  try {
    for (let tries = 1; tries <= TRIES; tries++) {
      const before = stateOf(path);
      copyFileSync(path, copy, constants.COPYFILE_FICLONE);
      for (const end of ['-wal', '-journal']) {
        rmSync(`${copy}${end}`, { force: true });
        if (hasContent(`${path}${end}`)) copyFileSync(`${path}${end}`, `${copy}${end}`, constants.COPYFILE_FICLONE);
      }
      if (before === stateOf(path)) return { path: copy, remove };
      pause(RETRY_AFTER);
    }
    throw new ChronicleError(
      'CHRONICLE_RESTLESS',
      `${path} keeps changing. Stop the program that writes to it, then import it again. Nothing was changed.`,
    );
  } catch (error) {
    remove();
    if (!isErrno(error, 'EBUSY', 'EACCES', 'EPERM')) throw error;
    throw new ChronicleError(
      'CHRONICLE_UNREADABLE',
      `${path} is locked or cannot be read. Stop the program that uses it, then import it again. Nothing was changed.`,
    );
  }
}

/** What changes when somebody writes into the database, or begins its log anew. More frames in the log do not count. */
function stateOf(path: string): string {
  const { mtimeNs, size, ino } = statSync(path, { bigint: true });
  const journal = statSync(`${path}-journal`, { bigint: true, throwIfNoEntry: false });
  const log = hasContent(`${path}-wal`) ? firstBytes(`${path}-wal`, LOG_HEADER).toString('latin1') : '';
  return [mtimeNs, size, ino, log, journal?.mtimeNs ?? '', journal?.size ?? ''].join(' ');
}

/** As many bytes as a file begins with; none if it cannot be read. */
function firstBytes(path: string, most: number): Buffer {
  return readPiece(path, () => ({ from: 0, most }), READ_LINKED)?.bytes ?? Buffer.alloc(0);
}

function hasContent(path: string): boolean {
  return (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0;
}

/** Removes the copies of processes that were killed. */
function removeLeftovers({ cache }: Paths): void {
  for (const name of namesIn(cache)) {
    const [, pid] = /^import-(\d+)-\w+$/.exec(name) ?? [];
    if (pid !== undefined && Number(pid) !== process.pid && !isRunning({ pid: Number(pid), started: null }))
      rmSync(`${cache}/${name}`, { recursive: true, force: true });
  }
}

function problemOf(path: string, error: unknown): string {
  if (error instanceof ChronicleError) return error.message;
  const reason = error instanceof Error ? error.message : String(error);
  return `${path} is damaged (SQLite says: ${reason}). Import a backup of it instead.`;
}
