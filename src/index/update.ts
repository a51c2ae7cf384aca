/**
 * Brings the index up to date with the archive's files: only what changed is read.
 *
 *     applyChanges(database, changesIn(database, roots, now), { ownRoot, rules, addresses });
 *
 * The bundle of commands that look something up loads this file only if there is something to read.
 */
import { dirname } from 'node:path';
import { notebookSidecar, notebookSource, Sidecars, type Sidecar } from '#src/archive/sidecars.ts';
import { factsSidecar, factsSource } from '#src/archive/facts-files.ts';
import type { StoredFile } from '#src/archive/file-index.ts';
import { probe, readSource } from '#src/archive/read-source.ts';
import { sessionCard } from '#src/archive/session-card.ts';
import {
  chronicleSource,
  mainFirst,
  type Place,
  type PlacedFile,
  placedFile,
  placesOf,
} from '#src/archive/sessions.ts';
import type { Chronicle } from '#src/format/chronicle.ts';
import type { Session } from '#src/format/session.ts';
import { AddressBook } from '#src/lib/addresses.ts';
import { factsPath, notebookPath } from '#src/lib/paths.ts';
import type { CheckoutRules, Project } from '#src/lib/project.ts';
import type { Source } from '#src/memory/source.ts';
import { readFacts } from '#src/transcript/facts-file.ts';
import type { Facts } from '#src/transcript/facts.ts';
import { withFound } from '#src/transcript/with-found.ts';
import { type Changes, isPlacedBy, movedMark, SOURCES } from './changed-files.ts';
import type { SearchRecord } from './record.ts';
import { recordsOf } from './records-of.ts';
import { type Database, FILE_KINDS, type FileKind, PLACE_BITS } from './schema.ts';
import { namesIn, wordsOf } from './words.ts';

interface UpdateOptions {
  /** The directory of the owner's own projects. */
  ownRoot: string;
  /** Which checkouts sessions belong to. */
  rules: CheckoutRules;
  /** The file that keeps the addresses of projects. */
  addresses: string;
}

/** Applies changes in one transaction: after a crash in between, the index is as it was. Never changes a file of the archive. */
export function applyChanges(database: Database, changes: Changes, options: UpdateOptions): void {
  database.exec('BEGIN IMMEDIATE');
  try {
    const isMoved = readChanges(database, changes, options.ownRoot);
    if (isMoved || !isPlacedBy(database, options.rules)) placeSessions(database, options);
    database.exec('COMMIT');
  } catch (error) {
    // SQLite ends the transaction itself after some errors, such as a full disk.
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

/** Reads the sessions of changed files again. Returns whether any was added or removed, or may belong to another project. */
function readChanges(database: Database, { changed, gone, folders }: Changes, ownRoot: string): boolean {
  /** The ids of the sessions to read again. */
  const stale = new Set<string>();
  const sessionIn = database.prepare('SELECT session FROM files WHERE path = ?');
  const before = (path: string) => String(sessionIn.get(path)?.session ?? '');
  for (const path of gone) {
    stale.add(before(path));
    database.prepare('DELETE FROM files WHERE path = ?').run(path);
  }
  const note = database.prepare('INSERT OR REPLACE INTO files VALUES (?, ?, ?)');
  let isMoved = false;
  const write = (id: string, files: readonly StoredFile<Chronicle>[]) => {
    if (writeAgain(database, id, files, ownRoot)) isMoved = true;
  };
  for (const { kind, path, found } of changed.toSorted(
    (a, b) => FILE_KINDS.indexOf(a.kind) - FILE_KINDS.indexOf(b.kind),
  )) {
    const file = readFile(path, SOURCES[kind] as Source<unknown>, found);
    const session = file?.content.value ? idIn(kind, file.content.value) : '';
    stale.add(before(path)).add(session);
    note.run(path, kind, session);
    // Most sessions have one chronicle: it is parsed once.
    if (kind === 'chronicle' && session !== '' && pathsOf(database, session, kind).length === 1) {
      write(session, [file as StoredFile<Chronicle>]);
      stale.delete(session);
    }
  }
  stale.delete('');
  for (const id of stale) {
    const paths = pathsOf(database, id, 'chronicle');
    write(
      id,
      paths.flatMap((path) => readFile(path, chronicleSource) ?? []),
    );
  }
  for (const [path, folder] of folders) {
    if (folder === null) database.prepare('DELETE FROM folders WHERE path = ?').run(path);
    else
      database
        .prepare('INSERT OR REPLACE INTO folders VALUES (?, ?, ?, ?)')
        .run(path, folder.stamp, folder.checked, folder.listing);
  }
  return isMoved;
}

/** The session that a file of this kind belongs to. */
function idIn(kind: FileKind, value: unknown): string {
  if (kind === 'chronicle') return (value as Chronicle).frontMatter.session_id;
  return ({ facts: factsSidecar, notebook: notebookSidecar }[kind] as Sidecar<unknown>).sessionOf(value);
}

/** The file at this path, read and parsed; null if there is none. `found` is what was just found there. */
function readFile<Value>(
  path: string,
  source: Source<Value>,
  found = probe(path, Date.now()),
): StoredFile<Value> | null {
  const content = found && readSource(path, found, source);
  if (!found || !content) return null;
  const folder = dirname(path);
  const directory = folder.split('/').at(-2) ?? '';
  const good = content.value === null ? null : content;
  return { path, directory, name: path.slice(folder.length + 1), stamp: found.stamp, content, good };
}

/** The files of a session that the index knows. */
function pathsOf(database: Database, session: string, kind: FileKind): string[] {
  const find = database.prepare('SELECT path FROM files WHERE session = ? AND kind = ?');
  return find.all(session, kind).map(({ path }) => String(path));
}

/** A session as it is read from its files. Its project and name are not known yet. */
interface ReadSession {
  session: Session;
  facts: Facts | null;
  placed: PlacedFile;
}

const NOWHERE: Project = { slug: '', name: '', directory: '', root: null };

/** Reads a session from its chronicles, the one that it is shown under first; null if that cannot be read. */
export function readSession(database: Database, paths: readonly string[]): ReadSession | null {
  const [main, ...copies] = paths.map((path) => readFile(path, chronicleSource));
  return main
    ? sessionOf(
        database,
        main,
        copies.flatMap((copy) => copy?.path ?? []),
      )
    : null;
}

/** A session from its chronicle and the files that belong to it: those in the folders next to its chronicles. */
function sessionOf(database: Database, main: StoredFile<Chronicle>, copies: readonly string[]): ReadSession | null {
  const { path, content } = main;
  const chronicle = content.value;
  if (!chronicle) return null;
  const placed = placedFile(main, chronicle);
  const { id } = placed;
  const beside = <Value>(kind: FileKind, source: Source<Value>, sidecar: Sidecar<Value>, pathFor: typeof factsPath) => {
    const folders = new Set([path, ...copies].map((each) => dirname(pathFor(each))));
    const own = pathsOf(database, id, kind).filter((each) => folders.has(dirname(each)));
    const files = own.flatMap((each) => readFile(each, source) ?? []);
    return new Sidecars(sidecar, files).find([path, ...copies], id);
  };
  const facts = beside('facts', factsSource, factsSidecar, factsPath);
  const notebook = beside('notebook', notebookSource, notebookSidecar, notebookPath)?.content;
  const session: Session = {
    ...{ id, project: NOWHERE, name: placed.stem, path, digest: content.digest },
    chronicle: withFound(chronicle, facts?.content.value ?? null),
    ...(facts?.content.value && { facts: facts.content.value.head, factsDigest: facts.content.digest }),
    ...(notebook?.value && { notebook: notebook.value, notebookDigest: notebook.digest }),
    ...{ problems: content.problems, outdated: false },
    ...(copies.length > 0 && { copies }),
  };
  return { session, facts: facts ? readFacts(facts.path).facts : null, placed };
}

/** Writes the session of these chronicles, or removes it if none of them is its own. Returns whether it may belong elsewhere. */
function writeAgain(database: Database, id: string, files: readonly StoredFile<Chronicle>[], ownRoot: string): boolean {
  const readable = files.flatMap((file) => {
    const chronicle = file.content.value;
    return chronicle?.frontMatter.session_id === id ? [{ ...placedFile(file, chronicle), chronicle, file }] : [];
  });
  const [main, ...copies] = mainFirst(readable, ownRoot);
  const read =
    main &&
    sessionOf(
      database,
      main.file,
      copies.map(({ path }) => path),
    );
  const before = removeSession(database, id);
  if (!read) return before !== null;
  const { session, facts, placed } = read;
  const { title, branch, task, date, start, importedFrom, ...rest } = sessionCard(session);
  const { id: _id, project: _project, name: _name, path: _path, machine: _machine, ...card } = rest;
  const { directory, cwd = null, started, stem, path } = placed;
  const row = {
    ...{ path, id, directory, cwd, started, stem, date, title, branch, task, start, imported: importedFrom },
    copies: JSON.stringify(session.copies ?? []),
    transcripts: session.facts ? JSON.stringify(session.facts.transcripts) : null,
    card: JSON.stringify(card),
    ...(before && { key: before.key, slug: before.slug, project: before.project, name: before.name }),
  };
  const key = writeSession(database, row, recordsOf(session, facts));
  const edit = database.prepare('INSERT INTO edits VALUES (?, ?, ?, ?)');
  for (const { path: edited, added, removed } of facts?.files ?? []) edit.run(key, edited, added, removed);
  const decisive = ['path', 'directory', 'cwd', 'started', 'stem'] as const;
  return before === null || decisive.some((column) => before[column] !== row[column]);
}

/** Writes the row of a session, by its columns, and its records. Returns its key. */
export function writeSession(
  database: Database,
  row: Readonly<Record<string, string | number | null>>,
  records: readonly SearchRecord[],
): number {
  const marks = (count: number) => Array.from({ length: count }, () => '?').join(', ');
  const columns = Object.keys(row);
  const { lastInsertRowid } = database
    .prepare(`INSERT INTO sessions (${columns.join(', ')}) VALUES (${marks(columns.length)})`)
    .run(...Object.values(row));
  const session = Number(lastInsertRowid);
  const insertRecord = database.prepare(
    `INSERT INTO records (key, kind, tag, date, time, anchor, event, about, text) VALUES (${marks(9)})`,
  );
  const insertWords = database.prepare('INSERT INTO words (rowid, head, rest, context, names) VALUES (?, ?, ?, ?, ?)');
  for (const [place, record] of records.slice(0, 2 ** PLACE_BITS).entries()) {
    const { kind, tag, date, time, anchor, event, about, text, title, branch } = record;
    const key = session * 2 ** PLACE_BITS + place;
    insertRecord.run(key, kind, tag, date, time, anchor, event, about ? JSON.stringify(about) : null, text);
    insertWords.run(key, ...wordColumns(text, title, branch));
  }
  return session;
}

interface StoredRow {
  [column: string]: string | number | null;
  key: number;
  title: string;
  branch: string;
}

/** Removes a session. Returns the row that it had; null if the index does not have it. */
function removeSession(database: Database, id: string): StoredRow | null {
  const before = database.prepare('SELECT * FROM sessions WHERE id = ?').get(id) as StoredRow | undefined;
  if (!before) return null;
  const { key, title, branch } = before;
  const range = [key * 2 ** PLACE_BITS, (key + 1) * 2 ** PLACE_BITS];
  const deleteWords = database.prepare(
    "INSERT INTO words (words, rowid, head, rest, context, names) VALUES ('delete', ?, ?, ?, ?, ?)",
  );
  for (const row of database.prepare('SELECT key, text FROM records WHERE key >= ? AND key < ?').all(...range))
    deleteWords.run(Number(row.key), ...wordColumns(String(row.text), title, branch));
  database.prepare('DELETE FROM records WHERE key >= ? AND key < ?').run(...range);
  database.prepare('DELETE FROM edits WHERE session = ?').run(key);
  database.prepare('DELETE FROM sessions WHERE key = ?').run(key);
  return before;
}

/** The columns of the index of words: the first line, the others, the title and branch of the session, and names as one word. */
function wordColumns(text: string, title: string, branch: string): [string, string, string, string] {
  const end = text.indexOf('\n');
  const [head, rest] = end === -1 ? [text, ''] : [text.slice(0, end), text.slice(end)];
  return [wordsOf(head), wordsOf(rest), wordsOf(`${title} ${branch}`), namesIn(text)];
}

/** Gives all sessions their projects and names, which depend on each other. */
function placeSessions(database: Database, { rules, addresses }: UpdateOptions): void {
  database.prepare('UPDATE places SET moved = ?').run(movedMark(rules));
  const rows = database
    .prepare('SELECT key, path, id, directory, cwd, started, stem, slug, project, name FROM sessions')
    .all() as unknown as (PlacedFile & {
    key: number;
    cwd: string | null;
    slug: string;
    project: string;
    name: string;
  })[];
  const listed = rows.map(({ cwd, ...row }): PlacedFile => ({ ...row, cwd: cwd ?? undefined }));
  const book = new AddressBook(addresses);
  let places: Place[] = [];
  book.keep(() => {
    places = placesOf(listed, { ...rules, slugs: book.slugs });
    return new Set(places.map((place) => place.project));
  });
  const move = database.prepare('UPDATE sessions SET slug = ?, project = ?, name = ? WHERE key = ?');
  for (const { index, project, name } of places) {
    const row = rows[index];
    const described = JSON.stringify(project);
    if (row && (row.project !== described || row.name !== name || row.slug !== project.slug))
      move.run(project.slug, described, name, row.key);
  }
}
