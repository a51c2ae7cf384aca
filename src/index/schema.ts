import type * as sqlite from 'node:sqlite';

/**
 * The index: everything that commands look up in the archive, derived from its files. Deleting it loses nothing.
 *
 *     <config>/session-chronicle/index.sqlite
 */

/**
 * A change to a table, to what is kept in one, to how texts become words, or to what a parser makes of a file needs a new
 * version: an index of another version is made anew.
 */
export const INDEX_VERSION = 6;
/** Marks a database as this index: `chro`. */
export const APPLICATION = 0x6368726f;

/** What the files are, in the order in which they are read: chronicles last, as the others belong to them. */
export const FILE_KINDS = ['facts', 'notebook', 'chronicle'] as const;
export type FileKind = (typeof FILE_KINDS)[number];

/** So many bits of a record's key are its place in its session. */
export const PLACE_BITS = 20;

export const TABLES = `
-- The folders of the archive as they were read (changed-files.ts): its own stamp, when all its files were checked (ms), and a line
-- for each file, its name and its stamp.
CREATE TABLE folders (
  path TEXT PRIMARY KEY,
  stamp TEXT NOT NULL,
  checked INTEGER NOT NULL,
  listing TEXT NOT NULL
) WITHOUT ROWID;
-- The files that were read. A file that cannot be used belongs to no session: ''.
CREATE TABLE files (path TEXT PRIMARY KEY, kind TEXT NOT NULL, session TEXT NOT NULL) WITHOUT ROWID;
CREATE INDEX files_session ON files (session, kind);

-- By which moved checkouts sessions were given to projects, as JSON: one row.
CREATE TABLE places (moved TEXT NOT NULL);
INSERT INTO places VALUES ('');

-- One row a session: the chronicle that it is shown under (src/archive/sessions.ts).
CREATE TABLE sessions (
  key INTEGER PRIMARY KEY,
  path TEXT NOT NULL,
  -- The other chronicles of the session, in the order in which they are joined, as JSON.
  copies TEXT NOT NULL,
  id TEXT NOT NULL,
  -- What decides its project and name, which depend on all other sessions.
  directory TEXT NOT NULL,
  cwd TEXT,
  started TEXT NOT NULL,
  stem TEXT NOT NULL,
  -- Its place: the project as JSON, and the session's name in it.
  slug TEXT NOT NULL DEFAULT '',
  project TEXT NOT NULL DEFAULT '{}',
  name TEXT NOT NULL DEFAULT '',
  date TEXT NOT NULL,
  title TEXT NOT NULL,
  branch TEXT NOT NULL,
  task TEXT NOT NULL,
  imported TEXT,
  -- The transcripts that its facts were read from, as JSON; null without facts.
  transcripts TEXT,
  -- The rest of its card (src/archive/session-card.ts), as JSON.
  card TEXT NOT NULL,
  -- When it began, as lists show it.
  start TEXT NOT NULL
);
CREATE INDEX sessions_id ON sessions (id);
CREATE INDEX sessions_path ON sessions (path);
CREATE INDEX sessions_started ON sessions (started DESC, name, path DESC);

-- The files that sessions edited.
CREATE TABLE edits (session INTEGER NOT NULL, path TEXT NOT NULL, added INTEGER NOT NULL, removed INTEGER NOT NULL);
CREATE INDEX edits_session ON edits (session);

-- What can be found (records-of.ts), in the order of its session. What filters look at comes first.
CREATE TABLE records (
  -- That of its session and its place there: session << ${PLACE_BITS} | place.
  key INTEGER PRIMARY KEY,
  kind TEXT NOT NULL,
  tag TEXT,
  date TEXT NOT NULL,
  time TEXT,
  anchor TEXT NOT NULL,
  event TEXT NOT NULL,
  -- What an observation is about, as JSON.
  about TEXT,
  text TEXT NOT NULL
);
CREATE INDEX records_date ON records (date, time);
CREATE INDEX records_kind ON records (kind, tag, date);
CREATE INDEX records_anchor ON records (anchor);

-- The words of records (words.ts), by the keys of records: the first line, the others, the title and branch of the session, and
-- names as one word. Their texts are in the table of records. A record is removed with the words that it was added with:
-- \`contentless_delete\` would count removed records for ever, and with them how rare words are.
CREATE VIRTUAL TABLE words USING fts5 (
  head, rest, context, names,
  content = '',
  tokenize = "porter unicode61 remove_diacritics 2 categories 'L* N* Co So' tokenchars '#+'"
);
-- Each word once, with the number of records that have it.
CREATE VIRTUAL TABLE vocabulary USING fts5vocab (words, row);
`;

/** Node's own SQLite with FTS5, if this Node has both: from 22.16 on. */

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
