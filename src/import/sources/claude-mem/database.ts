/** Reads claude-mem's database, of any version, session by session: only the numbers of the rows are kept in memory. */
import type { DatabaseSync } from 'node:sqlite';
import type { ImportedSession } from '#src/import/imported-session.ts';
import { type Row, SESSION_COLUMNS, sessionOf, textIn } from '#src/import/sources/claude-mem.ts';
import { partsOf } from '#src/import/sources/session-parts.ts';
import { sqliteModule } from '#src/index/sqlite.ts';
import { sha1Of } from '#src/lib/digest.ts';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import type { Layout } from '#src/lib/paths.ts';
import { localDay } from '#src/lib/text/day.ts';
import type { Opened, Source } from '../kind.ts';
import { copyDatabase, databaseFault } from './database-copy.ts';

/** The newest schema whose columns are known. */
const NEWEST_SCHEMA = 52;
/** No text of a row is longer when it is read (characters). */
const LONGEST = 262_144;

const TABLES = ['sdk_sessions', 'observations', 'session_summaries', 'user_prompts'] as const;
type Table = (typeof TABLES)[number];

/** Opens a private copy of the database. Throws CHRONICLE_NO_SQLITE on a Node without SQLite. */
class ClaudeMemDatabase {
  readonly #database: DatabaseSync;
  readonly #remove: () => void;
  readonly #columns = new Map<Table, string[]>();

  constructor(layout: Layout, path: string) {
    const sqlite = sqliteModule();
    if (sqlite === null)
      throw new ChronicleError(
        'CHRONICLE_NO_SQLITE',
        `Node ${process.versions.node} cannot read SQLite databases. Run chronicle with Node 22.13 or later, or import claude-mem's JSON export. Nothing was changed.`,
      );
    const copy = copyDatabase(layout, path);
    this.#remove = copy.remove;
    try {
      this.#database = new sqlite.DatabaseSync(copy.path);
      // The schema may be anybody's: no function in it may do more than compute.
      this.#database.exec('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0');
      this.#readColumns();
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

  /** Why this is not a database of claude-mem, in words that follow its path; null if it is one. */
  get fault(): string | null {
    const has = (table: Table, ...columns: string[]) =>
      columns.some((column) => this.#columns.get(table)?.includes(column));
    if (has('observations', ...SESSION_COLUMNS.memory) && has('sdk_sessions', 'project')) return null;
    const names = this.#rows("SELECT name FROM sqlite_schema WHERE type = 'table'").map(({ name }) => String(name));
    if (names.includes('memory_items'))
      return 'is a database of claude-mem in server mode, which cannot be imported. Export it there as JSON.';
    return 'is a SQLite database, but not of claude-mem: it has no table of observations and sessions.';
  }

  get counts(): Record<string, number> {
    const countOf = (table: Table) =>
      this.#columns.has(table) ? Number(this.#rows(`SELECT count(*) AS n FROM ${table}`)[0]?.n ?? 0) : 0;
    return {
      sessions: countOf('sdk_sessions'),
      observations: countOf('observations'),
      summaries: countOf('session_summaries'),
      prompts: countOf('user_prompts'),
    };
  }

  get days(): Source['days'] {
    const column = this.#columnOf('observations', 'created_at_epoch', 'created_at');
    if (column === null) return null;
    const [range] = this.#rows(`SELECT min(${column}) AS first, max(${column}) AS last FROM observations`);
    const day = (value: unknown) => {
      const text = String(value ?? '');
      const number = Number(text);
      const time = Number.isFinite(number) && text !== '' ? (number < 1e11 ? number * 1000 : number) : Date.parse(text);
      return Math.abs(time) < 8e15 ? localDay(new Date(time).toISOString()) : null;
    };
    const [from, to] = [day(range?.first), day(range?.last)];
    return from === null || to === null ? null : { from, to };
  }

  /** What should be known before the import. */
  get remarks(): string[] {
    const version = this.#schemaVersion();
    return version > NEWEST_SCHEMA
      ? [
          `Its schema is version ${version}; chronicle knows versions up to ${NEWEST_SCHEMA}. Unknown columns are skipped.`,
        ]
      : [];
  }

  /** Its sessions, in the order in which claude-mem met them, then those that only rows name. */
  *sessions(leftOut: (reason: string) => void): Generator<ImportedSession> {
    for (const { session, ...numbers } of this.#groups())
      for (const { observations, summaries, prompts, part } of partsOf(numbers)) {
        const read = sessionOf(
          {
            session: session === null ? null : (this.#read('sdk_sessions', [session])[0] ?? null),
            observations: this.#read('observations', observations),
            summaries: this.#read('session_summaries', summaries),
            prompts: this.#read('user_prompts', prompts),
            part,
          },
          sha1Of,
          leftOut,
        );
        if (read !== null) yield read;
      }
  }

  /** The numbers of the rows of each session. */
  #groups(): Group[] {
    const groups: Group[] = [];
    const byMemory = new Map<string, Group>();
    const byContent = new Map<string, Group>();
    const begin = (session: number | null): Group => {
      const group: Group = { session, observations: [], summaries: [], prompts: [] };
      groups.push(group);
      return group;
    };
    for (const { row, memory, content } of this.#keys('sdk_sessions')) {
      const group = begin(row);
      if (memory !== '') byMemory.set(memory, group);
      if (content !== '') byContent.set(content, group);
    }
    for (const table of ['observations', 'session_summaries', 'user_prompts'] as const) {
      const list = table === 'observations' ? 'observations' : table === 'user_prompts' ? 'prompts' : 'summaries';
      for (const { row, memory, content } of this.#keys(table)) {
        let group = byMemory.get(memory) ?? byContent.get(content);
        if (!group) {
          group = begin(null);
          if (memory !== '') byMemory.set(memory, group);
          else if (content !== '') byContent.set(content, group);
        }
        group[list].push(row);
      }
    }
    return groups;
  }

  *#keys(table: Table): Generator<{ row: number; memory: string; content: string }> {
    if (!this.#columns.has(table)) return;
    const memory = this.#columnOf(table, ...SESSION_COLUMNS.memory) ?? "''";
    const content = this.#columnOf(table, ...SESSION_COLUMNS.content) ?? "''";
    const query = `SELECT rowid AS row, substr(${memory}, 1, 500) AS memory, substr(${content}, 1, 500) AS content FROM ${table} ORDER BY rowid`;
    for (const found of this.#prepare(query).iterate())
      yield { row: Number(found.row), memory: textIn(found, 'memory'), content: textIn(found, 'content') };
  }

  #read(table: Table, rows: readonly number[]): Row[] {
    const columns = this.#columns.get(table);
    if (!columns || rows.length === 0) return [];
    const list = columns.map(
      (column) => `${CAST.has(column) ? column : `substr(${column}, 1, ${LONGEST})`} AS ${column}`,
    );
    const statement = this.#prepare(`SELECT ${list.join(', ')} FROM ${table} WHERE rowid = ?`);
    return rows.flatMap((row): Row[] => {
      const found = statement.get(row);
      return found === undefined ? [] : [found];
    });
  }

  readonly #statements = new Map<string, ReturnType<DatabaseSync['prepare']>>();

  #prepare(query: string) {
    const known = this.#statements.get(query);
    if (known) return known;
    const statement = this.#database.prepare(query);
    statement.setReadBigInts(true);
    this.#statements.set(query, statement);
    return statement;
  }

  #rows(query: string): Row[] {
    return this.#prepare(query).all();
  }

  #readColumns(): void {
    for (const table of TABLES) {
      // A view or a virtual table of this name could run anything.
      const [found] = this.#rows(
        `SELECT count(*) AS n FROM sqlite_schema WHERE type = 'table' AND name = '${table}' AND sql NOT LIKE 'CREATE VIRTUAL%'`,
      );
      if (Number(found?.n ?? 0) !== 1) continue;
      const names = this.#rows(`PRAGMA table_info(${table})`).map(({ name }) => String(name));
      this.#columns.set(
        table,
        KNOWN_COLUMNS.filter((column) => names.includes(column)),
      );
    }
  }

  #columnOf(table: Table, ...columns: readonly string[]): string | null {
    return columns.find((column) => this.#columns.get(table)?.includes(column)) ?? null;
  }

  #schemaVersion(): number {
    try {
      return Number(this.#rows('SELECT max(version) AS version FROM schema_versions')[0]?.version ?? 0);
    } catch {
      return 0;
    }
  }
}

interface Group {
  session: number | null;
  observations: number[];
  summaries: number[];
  prompts: number[];
}

/** Columns with numbers, which are read as they are. */
const CAST = new Set(
  'started_at_epoch created_at_epoch started_at created_at prompt_number id session_db_id'.split(' '),
);

/** All columns that are read; any may be missing. Nothing else of a database is ever in a query. */
const KNOWN_COLUMNS = [
  ...CAST,
  ...SESSION_COLUMNS.content,
  ...SESSION_COLUMNS.memory,
  ...'project platform_source user_prompt custom_title text type title subtitle facts narrative concepts files'.split(
    ' ',
  ),
  ...'files_read files_modified files_edited request investigated learned completed next_steps notes'.split(' '),
  ...'merged_into_project prompt_text'.split(' '),
];

/** What is in the file, or why it cannot be imported. */
export function databaseSource(layout: Layout, path: string): Source {
  const empty: Source = { kind: 'claude-mem', path, counts: {}, days: null, remarks: [], problem: databaseFault(path) };
  if (empty.problem !== null) return empty;
  let database: ClaudeMemDatabase | null = null;
  try {
    database = new ClaudeMemDatabase(layout, path);
    const { fault } = database;
    if (fault !== null) return { ...empty, problem: `${path} ${fault}` };
    return { ...empty, counts: database.counts, days: database.days, remarks: database.remarks };
  } catch (error) {
    return { ...empty, problem: problemOf(path, error) };
  } finally {
    database?.close();
  }
}

/** Opens a database that `databaseSource` found. */
export function openDatabase(layout: Layout, path: string): Opened {
  const database = new ClaudeMemDatabase(layout, path);
  const leftOut: Record<string, number> = {};
  const problems: string[] = [];
  return {
    total: database.counts.sessions ?? null,
    leftOut,
    problems,
    close: () => database.close(),
    *sessions() {
      try {
        yield* database.sessions((reason) => {
          leftOut[reason] = (leftOut[reason] ?? 0) + 1;
        });
      } catch (error) {
        if (!isSqlite(error)) throw error;
        problems.push(`${problemOf(path, error)} What was read until then is imported.`);
      }
    },
  };
}

function isSqlite(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_SQLITE_ERROR';
}

function problemOf(path: string, error: unknown): string {
  if (error instanceof ChronicleError) return error.message;
  const reason = error instanceof Error ? error.message : String(error);
  return `${path} is damaged (SQLite says: ${reason}). Import a backup of it instead.`;
}
