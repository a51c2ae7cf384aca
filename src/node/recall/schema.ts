/**
 * The index: everything that commands look up in the archive, derived from its files. Deleting it loses nothing.
 *
 *     <config>/session-chronicle/cache/recall-<version>.sqlite
 */
import type { Layout } from '#src/project/paths.ts';

/**
 * A change to a table, to what is kept in one, to how texts become tokens, to the order of kinds or tags, or to what a parser
 * makes of a file needs a new version. Each version has a file of its own, so that two versions of the program do not undo each other's work;
 * `index-file.ts` deletes those of earlier ones.
 */
export const RECALL_VERSION = 9;

/** The file of this version's index. */
export function indexPath({ recall }: Pick<Layout, 'recall'>): string {
  return `${recall}-${RECALL_VERSION}.sqlite`;
}

/** What the files are, as `files.kind` has it. */
export const FILE_KINDS = { chronicle: 0, facts: 1, notebook: 2 } as const;
export type FileKind = keyof typeof FILE_KINDS;

export const TABLES = `
-- The folders that were listed. A folder with these times has the files that are known.
CREATE TABLE folders (
  path TEXT PRIMARY KEY,
  mtime REAL NOT NULL,
  ctime REAL NOT NULL,
  ino INTEGER NOT NULL,
  settled INTEGER NOT NULL
) WITHOUT ROWID;

-- The files that were read, and by what a change is recognised.
CREATE TABLE files (
  key INTEGER PRIMARY KEY,
  path TEXT NOT NULL UNIQUE,
  folder TEXT NOT NULL,
  kind INTEGER NOT NULL,
  -- The session that it belongs to; empty if it cannot be used.
  session TEXT NOT NULL,
  digest TEXT NOT NULL,
  size INTEGER NOT NULL,
  mtime REAL NOT NULL,
  ctime REAL NOT NULL,
  ino INTEGER NOT NULL,
  settled INTEGER NOT NULL
);
CREATE INDEX files_folder ON files (folder);
CREATE INDEX files_session ON files (session);
CREATE INDEX files_mtime ON files (mtime);
CREATE INDEX files_unsettled ON files (key) WHERE settled = 0;
-- What the archive's parsers made of them, as JSON (src/node/recall/parsed-files.ts).
CREATE TABLE parsed (
  -- That of its file.
  key INTEGER PRIMARY KEY,
  content TEXT NOT NULL
);

-- One row a session: the chronicle that it is shown under (src/node/archive/joined-files.ts).
CREATE TABLE sessions (
  key INTEGER PRIMARY KEY,
  path TEXT NOT NULL UNIQUE,
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
  -- The transcripts that its facts were read from, as JSON; null without facts.
  transcripts TEXT,
  -- The rest of its card (src/archive/session-card.ts), as JSON.
  card TEXT NOT NULL,
  -- When it began, as lists show it.
  start TEXT NOT NULL,
  -- Its records: they have the keys from this one on.
  first INTEGER NOT NULL,
  records INTEGER NOT NULL,
  -- By how many tokens they are ranked.
  tokens INTEGER NOT NULL
);
CREATE INDEX sessions_id ON sessions (id);
CREATE INDEX sessions_slug ON sessions (slug);
CREATE INDEX sessions_started ON sessions (started DESC, name, path DESC);

-- The files that sessions edited.
CREATE TABLE edits (
  session INTEGER NOT NULL,
  place INTEGER NOT NULL,
  path TEXT NOT NULL,
  added INTEGER NOT NULL,
  removed INTEGER NOT NULL,
  PRIMARY KEY (session, place)
) WITHOUT ROWID;

-- What can be found (src/search/records-of.ts), in the order of its session, as answers show it.
CREATE TABLE records (
  key INTEGER PRIMARY KEY,
  session INTEGER NOT NULL,
  kind TEXT NOT NULL,
  event TEXT NOT NULL,
  anchor TEXT NOT NULL,
  tag TEXT,
  date TEXT NOT NULL,
  time TEXT,
  text TEXT NOT NULL
);
-- How many records there are, and by how many tokens all of them are ranked: one row.
CREATE TABLE totals (
  records INTEGER NOT NULL,
  tokens INTEGER NOT NULL
);
INSERT INTO totals VALUES (0, 0);
-- What observations are about, as JSON.
CREATE TABLE abouts (
  -- That of its record.
  key INTEGER PRIMARY KEY,
  about TEXT NOT NULL
);

-- What filters and ranking look at in all records and words, in blocks (src/node/recall/columns.ts). Keys of records that were removed are
-- not given again; once most of them are such, the process that checks all files makes the index anew.
CREATE TABLE columns (
  name TEXT NOT NULL,
  block INTEGER NOT NULL,
  data BLOB NOT NULL,
  PRIMARY KEY (name, block)
) WITHOUT ROWID;
-- The days that are no days of the calendar.
CREATE TABLE odd_days (
  key INTEGER PRIMARY KEY,
  text TEXT NOT NULL UNIQUE
);

-- Each part of words once (src/recall/indexed-word.ts), and by what it is ranked by (src/recall/tokens.ts).
CREATE TABLE parts (
  key INTEGER PRIMARY KEY,
  text TEXT NOT NULL UNIQUE
);
CREATE TABLE tokens (
  token TEXT NOT NULL,
  part INTEGER NOT NULL,
  PRIMARY KEY (token, part)
) WITHOUT ROWID;
-- Each word of several parts once.
CREATE TABLE words (
  key INTEGER PRIMARY KEY,
  text TEXT NOT NULL UNIQUE
);

-- In which records parts and words occur, and which words have a part (src/recall/occurrences.ts). A segment has all lists of some
-- records. A record that was removed stays in its segment until that is merged with others.
CREATE TABLE segments (
  key INTEGER PRIMARY KEY,
  -- How many occurrences it has.
  size INTEGER NOT NULL
);
CREATE TABLE occurrences (
  segment INTEGER NOT NULL,
  list INTEGER NOT NULL,
  records BLOB NOT NULL,
  contexts BLOB,
  PRIMARY KEY (segment, list)
) WITHOUT ROWID;
`;
