/** Brings the index up to date with the archive's files: only what changed is read. */
import type { Chronicle } from '#src/format/chronicle.ts';
import type { CheckoutRules } from '#src/lib/project.ts';
import { factsCompanion } from '#src/archive/facts-files.ts';
import type { StoredFile } from '#src/archive/file-index.ts';
import { type Place, type PlacedFile, placesOf } from '#src/archive/sessions.ts';
import { AddressBook } from '#src/lib/addresses.ts';
import { notebookCompanion } from '#src/archive/companions.ts';
import { type ChangedFile, type Changes, isPlacedBy, movedMark, SOURCES } from './changed-files.ts';
import { inOrder, pathsOf, type ReadSession, readSourceFile, sessionOf } from './read-session.ts';
import { type Database, FILE_KINDS, PLACE_BITS } from './schema.ts';
import { sessionCard } from '#src/archive/session-card.ts';
import type { SearchRecord } from './record.ts';
import { recordsOf } from './records-of.ts';
import { namesIn, wordsOf } from './words.ts';

/** How the index is brought up to date. */
export interface UpdateOptions {
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
    new Update(database, options).apply(changes);
    database.exec('COMMIT');
  } catch (error) {
    // SQLite ends the transaction itself after some errors, such as a full disk.
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

class Update {
  readonly #database: Database;
  readonly #writer: SessionWriter;
  readonly #options: UpdateOptions;
  /** Whether sessions were added or removed, or may belong elsewhere. */
  #isMoved = false;

  constructor(database: Database, options: UpdateOptions) {
    this.#database = database;
    this.#writer = new SessionWriter(database);
    this.#options = options;
  }

  apply({ changed, gone, folders }: Changes): void {
    /** The ids of the sessions to read again. */
    const stale = new Set<string>();
    const sessionIn = this.#database.prepare('SELECT session FROM files WHERE path = ?');
    const forget = this.#database.prepare('DELETE FROM files WHERE path = ?');
    const note = this.#database.prepare('INSERT OR REPLACE INTO files VALUES (?, ?, ?)');
    for (const path of gone) {
      stale.add(String(sessionIn.get(path)?.session ?? ''));
      forget.run(path);
    }
    for (const file of changed.toSorted((a, b) => FILE_KINDS.indexOf(a.kind) - FILE_KINDS.indexOf(b.kind))) {
      const before = String(sessionIn.get(file.path)?.session ?? '');
      const { session, chronicle } = readChanged(file);
      note.run(file.path, file.kind, session);
      stale.add(before).add(session);
      // Most sessions have one chronicle: it is parsed once.
      if (chronicle && pathsOf(this.#database, session, 'chronicle').length === 1) {
        this.#write([chronicle]);
        stale.delete(session);
      }
    }
    stale.delete('');
    for (const id of stale) this.#readAgain(id);
    this.#noteFolders(folders);
    if (this.#isMoved || !isPlacedBy(this.#database, this.#options.rules)) this.#place();
  }

  #noteFolders(folders: Changes['folders']): void {
    const forget = this.#database.prepare('DELETE FROM folders WHERE path = ?');
    const note = this.#database.prepare('INSERT OR REPLACE INTO folders VALUES (?, ?, ?, ?, ?, ?)');
    for (const [path, folder] of folders) {
      if (folder === null) forget.run(path);
      else note.run(path, folder.stamp, folder.latest, folder.files, folder.checked, folder.listing);
    }
  }

  #readAgain(id: string): void {
    const files = pathsOf(this.#database, id, 'chronicle').flatMap(
      (path) => readSourceFile<Chronicle>(path, SOURCES.chronicle) ?? [],
    );
    const readable = files.filter(({ content }) => content.value?.frontMatter.session_id === id);
    if (readable.length > 0) this.#write(readable);
    else if (this.#writer.remove(id)) this.#isMoved = true;
  }

  /** Writes the session of these chronicles with what belongs to it. */
  #write(files: readonly StoredFile<Chronicle>[]): void {
    const [main, ...copies] = inOrder(files, this.#options.ownRoot);
    if (!main) return;
    if (this.#writer.write(sessionOf(this.#database, [main, ...copies]))) this.#isMoved = true;
  }

  /** Gives all sessions their projects and names. */
  #place(): void {
    const { rules, addresses } = this.#options;
    this.#database.prepare('UPDATE places SET moved = ?').run(movedMark(rules));
    const rows = this.#database
      .prepare('SELECT key, path, id, directory, cwd, started, stem, slug, project, name FROM sessions')
      .all();
    const listed = rows.map(
      ({ path, id, directory, cwd, started, stem }): PlacedFile => ({
        ...{ path: String(path), id: String(id), directory: String(directory), started: String(started) },
        ...{ cwd: cwd === null ? undefined : String(cwd), stem: String(stem) },
      }),
    );
    const move = this.#database.prepare('UPDATE sessions SET slug = ?, project = ?, name = ? WHERE key = ?');
    const book = new AddressBook(addresses);
    let places: Place[] = [];
    book.keep(() => {
      places = placesOf(listed, { ...rules, slugs: book.slugs });
      return new Set(places.map((place) => place.project));
    });
    for (const { index, project, name } of places) {
      const row = rows[index];
      const described = JSON.stringify(project);
      if (row && (row.project !== described || row.name !== name || row.slug !== project.slug))
        move.run(project.slug, described, name, Number(row.key));
    }
  }
}

/** The session that a changed file belongs to, empty if it cannot be used; and the file itself if it is a chronicle. */
function readChanged({ kind, path, found }: ChangedFile): { session: string; chronicle?: StoredFile<Chronicle> } {
  if (kind === 'facts') {
    const value = readSourceFile(path, SOURCES.facts, found)?.content.value;
    return { session: value ? factsCompanion.sessionOf(value) : '' };
  }
  if (kind === 'notebook') {
    const value = readSourceFile(path, SOURCES.notebook, found)?.content.value;
    return { session: value ? notebookCompanion.sessionOf(value) : '' };
  }
  const chronicle = readSourceFile(path, SOURCES.chronicle, found);
  const session = chronicle?.content.value?.frontMatter.session_id;
  return chronicle && session ? { session, chronicle } : { session: '' };
}

/** Writes what the index has of a session: its row, the files it edited, its records and their words. */

/** The columns of a session that are written with it. */
type SessionRow = Record<
  'path' | 'copies' | 'id' | 'directory' | 'started' | 'stem' | 'date' | 'title' | 'branch' | 'task' | 'card' | 'start',
  string
> &
  Record<'cwd' | 'imported' | 'transcripts', string | null>;

/** Writes and removes sessions, in a transaction of the caller. */
export class SessionWriter {
  readonly #prepare: ReturnType<typeof preparedStatements>;

  constructor(database: Database) {
    this.#prepare = preparedStatements(database);
  }

  /**
   * Writes a session, new or again. Returns whether it belongs elsewhere than before, so that projects and names have to be
   * given again.
   */
  write({ session, facts, placed }: ReadSession): boolean {
    const { title, branch, task, date, start, importedFrom, ...rest } = sessionCard(session);
    const { id: _id, project: _project, name: _name, path: _path, machine: _machine, ...card } = rest;
    const { id, directory, cwd = null, started, stem, path } = placed;
    const before = this.remove(id);
    const row = {
      ...{ path, id, directory, cwd, started, stem, date, title, branch, task, start, imported: importedFrom },
      copies: JSON.stringify(session.copies ?? []),
      transcripts: session.facts ? JSON.stringify(session.facts.transcripts) : null,
      card: JSON.stringify(card),
    };
    const place = before ?? { key: null, slug: '', project: '{}', name: '' };
    const key = this.writeRows(row, place, recordsOf(session, facts));
    for (const { path: edited, added, removed } of facts?.files ?? [])
      this.#prepare.insertEdit.run(key, edited, added, removed);
    return (
      before === null ||
      (['path', 'directory', 'cwd', 'started', 'stem'] as const).some((column) => before[column] !== row[column])
    );
  }

  /** Writes the row of a session and its records, and returns its key. */
  writeRows(row: SessionRow, place: Record<string, unknown>, records: readonly SearchRecord[]): number {
    const { slug, project, name } = place;
    const values = [...COLUMNS.map((column) => row[column]), String(slug), String(project), String(name)];
    const { lastInsertRowid } = this.#prepare.insertSession.run(
      place.key === null ? null : Number(place.key),
      ...values,
    );
    const session = Number(lastInsertRowid);
    const first = session * 2 ** PLACE_BITS;
    for (const [place, record] of records.slice(0, 2 ** PLACE_BITS).entries()) this.#writeRecord(first + place, record);
    return session;
  }

  #writeRecord(key: number, record: SearchRecord): void {
    const { kind, tag, date, time, anchor, event, about, text, title, branch } = record;
    const described = about ? JSON.stringify(about) : null;
    this.#prepare.insertRecord.run(key, kind, tag, date, time, anchor, event, described, text);
    this.#prepare.insertWords.run(key, ...wordColumns(text, title, branch));
  }

  /** Removes a session. Returns the row that it had; null if the index does not have it. */
  remove(id: string): Record<string, unknown> | null {
    const before = this.#prepare.findSession.get(id);
    if (!before) return null;
    const session = Number(before.key);
    const range = [session * 2 ** PLACE_BITS, (session + 1) * 2 ** PLACE_BITS];
    const { recordsIn, deleteWords, deleteRecords, deleteEdits, deleteSession } = this.#prepare;
    for (const { key, text } of recordsIn.all(...range))
      deleteWords.run(Number(key), ...wordColumns(String(text), String(before.title), String(before.branch)));
    deleteRecords.run(...range);
    deleteEdits.run(session);
    deleteSession.run(session);
    return before;
  }
}

/** The columns of the index of words: the first line, the others, the title and branch of the session, and names as one word. */
function wordColumns(text: string, title: string, branch: string): [string, string, string, string] {
  const end = text.indexOf('\n');
  const [head, rest] = end === -1 ? [text, ''] : [text.slice(0, end), text.slice(end)];
  return [wordsOf(head), wordsOf(rest), wordsOf(`${title} ${branch}`), namesIn(text)];
}

const COLUMNS = [
  ...(['path', 'copies', 'id', 'directory', 'cwd', 'started', 'stem', 'date', 'title', 'branch', 'task'] as const),
  ...(['imported', 'transcripts', 'card', 'start'] as const),
];

function preparedStatements(database: Database) {
  const marks = (count: number) => Array.from({ length: count }, () => '?').join(', ');
  return {
    findSession: database.prepare(
      'SELECT key, path, directory, cwd, started, stem, slug, project, name, title, branch FROM sessions WHERE id = ?',
    ),
    insertSession: database.prepare(
      `INSERT INTO sessions (key, ${COLUMNS.join(', ')}, slug, project, name) VALUES (${marks(COLUMNS.length + 4)})`,
    ),
    insertEdit: database.prepare('INSERT INTO edits VALUES (?, ?, ?, ?)'),
    insertRecord: database.prepare(
      `INSERT INTO records (key, kind, tag, date, time, anchor, event, about, text) VALUES (${marks(9)})`,
    ),
    insertWords: database.prepare('INSERT INTO words (rowid, head, rest, context, names) VALUES (?, ?, ?, ?, ?)'),
    recordsIn: database.prepare('SELECT key, text FROM records WHERE key >= ? AND key < ?'),
    deleteWords: database.prepare(
      "INSERT INTO words (words, rowid, head, rest, context, names) VALUES ('delete', ?, ?, ?, ?, ?)",
    ),
    deleteRecords: database.prepare('DELETE FROM records WHERE key >= ? AND key < ?'),
    deleteEdits: database.prepare('DELETE FROM edits WHERE session = ?'),
    deleteSession: database.prepare('DELETE FROM sessions WHERE key = ?'),
  };
}
