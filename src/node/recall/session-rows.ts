/** Writes what the index has of a session: its row, the files it edited, its records and their words. */
import { sessionCard } from '#src/archive/session-card.ts';
import type { Session } from '#src/chronicle/session.ts';
import { TAGS } from '#src/chronicle/tags.ts';
import type { Facts } from '#src/facts/facts.ts';
import { RECORD_KINDS, type SearchRecord } from '#src/search/record.ts';
import { recordsOf } from '#src/search/records-of.ts';
import type { PlacedFile } from '../archive/listed-file.ts';
import { ColumnWriter, Days, hashOf } from './columns.ts';
import type { Database, Statement } from './sqlite.ts';
import { WordIndex } from './word-index.ts';

/** A session as it is read from its files. Its project and name are not known yet. */
export interface ReadSession {
  session: Session;
  facts: Facts | null;
  placed: PlacedFile;
}

/** Writes sessions. Nothing is whole before `flush`. */
export class SessionRows {
  readonly #columns: ColumnWriter<'records'>;
  readonly #words: WordIndex;
  readonly #days: Days;
  readonly #known: Statement;
  readonly #insertSession: Statement;
  readonly #updateSession: Statement;
  readonly #deleteSession: Statement;
  readonly #deleteRecords: Statement;
  readonly #deleteAbouts: Statement;
  readonly #deleteEdits: Statement;
  readonly #insertEdit: Statement;
  readonly #insertRecord: Statement;
  readonly #insertAbout: Statement;

  constructor(database: Database) {
    const prepare = (sql: string) => database.prepare(sql);
    this.#columns = new ColumnWriter(database, 'records');
    this.#words = new WordIndex(database);
    this.#days = new Days(database);
    this.#known = prepare('SELECT key, first, records FROM sessions WHERE path = ?');
    const columns =
      'copies, id, directory, cwd, started, stem, date, title, branch, task, transcripts, card, start, first, records';
    this.#insertSession = prepare(
      `INSERT INTO sessions (path, ${columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    this.#updateSession = prepare(
      `UPDATE sessions SET (${columns}) = (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) WHERE path = ?`,
    );
    this.#deleteSession = prepare('DELETE FROM sessions WHERE key = ?');
    this.#deleteRecords = prepare('DELETE FROM records WHERE key >= ? AND key < ?');
    this.#deleteAbouts = prepare('DELETE FROM abouts WHERE key >= ? AND key < ?');
    this.#deleteEdits = prepare('DELETE FROM edits WHERE session = ?');
    this.#insertEdit = prepare('INSERT INTO edits VALUES (?, ?, ?, ?, ?)');
    this.#insertRecord = prepare('INSERT INTO records VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)');
    this.#insertAbout = prepare('INSERT INTO abouts VALUES (?, ?)');
  }

  /** Writes a session, new or again. */
  write({ session, facts, placed }: ReadSession): void {
    const { title, branch, task, date, start, ...rest } = sessionCard(session);
    const { id: _id, project: _project, name: _name, path: _path, ...card } = rest;
    const { id, directory, cwd, started, stem, path } = placed;
    const transcripts = session.facts ? JSON.stringify(session.facts.transcripts) : null;
    const known = this.#clear(path);
    const records = recordsOf(session, facts);
    const first = this.#columns.next;
    const values = [
      ...[JSON.stringify(session.copies ?? []), id, directory, cwd ?? null, started, stem, date, title, branch, task],
      ...[transcripts, JSON.stringify(card), start, first, records.length],
    ];
    if (known !== null) this.#updateSession.run(...values, path);
    const key = known ?? Number(this.#insertSession.run(path, ...values).lastInsertRowid);
    for (const [place, { path: edited, added, removed }] of (facts?.files ?? []).entries())
      this.#insertEdit.run(key, place, edited, added, removed);
    // All records of a session have its title and branch.
    const [{ title: named = '', branch: own = '' } = {}] = records;
    const length = this.#words.addContext(first, records.length, named, own);
    for (const record of records) this.#writeRecord(key, record, length);
  }

  /** Forgets the session in a file. */
  remove(path: string): void {
    const key = this.#clear(path);
    if (key !== null) this.#deleteSession.run(key);
  }

  /** Writes what is gathered; `hasTime` if nobody waits for it. */
  flush(hasTime: boolean): void {
    this.#columns.flush();
    this.#words.flush();
    this.#words.merge(hasTime);
  }

  #writeRecord(
    session: number,
    { kind, event, anchor, tag, date, time, text, about }: SearchRecord,
    context: number,
  ): void {
    const key = this.#columns.next;
    const { length, first, firstWord } = this.#words.add(key, text);
    this.#columns.add({
      ...{ length: length + context + 1, session, day: this.#days.numberOf(date), first, firstWord },
      anchor: hashOf(anchor),
      ...{ kind: RECORD_KINDS.indexOf(kind), tag: tag === null ? 0 : TAGS.indexOf(tag) + 1 },
    });
    this.#insertRecord.run(key, session, kind, event, anchor, tag, date, time, text);
    if (about) this.#insertAbout.run(key, JSON.stringify(about));
  }

  /** Removes a session's records and edits. Returns its key; null if the index does not have it. */
  #clear(path: string): number | null {
    const known = this.#known.get(path);
    if (!known) return null;
    const [key, first, records] = [Number(known.key), Number(known.first), Number(known.records)];
    this.#columns.remove(first, records);
    this.#deleteRecords.run(first, first + records);
    this.#deleteAbouts.run(first, first + records);
    this.#deleteEdits.run(key);
    return key;
  }
}
