/** Writes what the index has of a session: its row, the files it edited, its records and their words. */
import { sessionCard } from '#src/archive/session-card.ts';
import type { Session } from '#src/format/session.ts';
import type { Facts } from '#src/transcript/facts.ts';
import type { PlacedFile } from '#src/archive/sessions.ts';
import type { SearchRecord } from './record.ts';
import { recordsOf } from './records-of.ts';
import { PLACE_BITS } from './schema.ts';
import type { Database } from './sqlite.ts';
import { namesIn, wordsOf } from './words.ts';

/** A session as it is read from its files. Its project and name are not known yet. */
export interface ReadSession {
  session: Session;
  facts: Facts | null;
  placed: PlacedFile;
}

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
