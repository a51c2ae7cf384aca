/**
 * The index: everything that commands look up in the archive, derived from its files. Deleting it loses nothing.
 *
 *     <config>/session-chronicle/cache/recall-<version>.sqlite
 */
import type { Layout } from '#src/project/paths.ts';

/**
 * A change to a table, to what is kept in one, to how texts become tokens, or to what a parser makes of a file needs a new
 * version. Each version has a file of its own, so that two versions of the program do not undo each other's work;
 * `index-file.ts` deletes those of earlier ones.
 */
export const RECALL_VERSION = 3;

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

-- One row a chronicle that can be read.
CREATE TABLE sessions (
  key INTEGER PRIMARY KEY,
  path TEXT NOT NULL UNIQUE,
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
  card TEXT NOT NULL
);
CREATE INDEX sessions_id ON sessions (id);
CREATE INDEX sessions_started ON sessions (started DESC, name, path DESC);

-- The files that sessions edited.
CREATE TABLE edits (
  session INTEGER NOT NULL,
  path TEXT NOT NULL,
  added INTEGER NOT NULL,
  removed INTEGER NOT NULL
);
CREATE INDEX edits_session ON edits (session);

-- What can be found (src/search/records-of.ts), in the order of its session. Without its text, many rows fit a page, which is
-- what filtering thousands of matches takes.
CREATE TABLE records (
  key INTEGER PRIMARY KEY,
  session INTEGER NOT NULL,
  kind TEXT NOT NULL,
  event TEXT NOT NULL,
  anchor TEXT NOT NULL,
  tag TEXT,
  date TEXT NOT NULL,
  time TEXT,
  -- What an observation is about, as JSON.
  about TEXT,
  -- The first word, folded.
  first TEXT NOT NULL
);
CREATE INDEX records_session ON records (session);
CREATE INDEX records_date ON records (date);
CREATE INDEX records_anchor ON records (anchor);
CREATE TABLE texts (
  -- That of its record.
  key INTEGER PRIMARY KEY,
  text TEXT NOT NULL
);

-- All words that a search can match: for each word all stretches of its parts (src/recall/stretches.ts).
CREATE VIRTUAL TABLE words USING fts5 (stretches, content='', detail=none, columnsize=0, tokenize="ascii tokenchars '_$#+'");
-- What records are ranked by (src/recall/tokens.ts).
CREATE VIRTUAL TABLE ranked USING fts5 (head, rest, context, content='', tokenize="ascii tokenchars '_$#+'");
CREATE VIRTUAL TABLE vocabulary USING fts5vocab (ranked, 'row');
`;
