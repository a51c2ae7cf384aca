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
  readonly #setTokens: Statement;
  readonly #addTotals: Statement;
  /** What is to be added to the totals. */
  #records = 0;
  #tokens = 0;

  constructor(database: Database) {
    const prepare = (sql: string) => database.prepare(sql);
    this.#columns = new ColumnWriter(database, 'records');
    this.#words = new WordIndex(database);
    this.#days = new Days(database);
    this.#known = prepare('SELECT key, first, records, tokens FROM sessions WHERE path = ?');
    const names = 'copies, id, directory, cwd, started, stem, date, title, branch, task, transcripts, card, start';
    const columns = `${names}, first, records, tokens`;
    this.#insertSession = prepare(
      `INSERT INTO sessions (path, ${columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0)`,
    );
    this.#updateSession = prepare(
      `UPDATE sessions SET (${columns}) = (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0) WHERE path = ?`,
    );
    this.#deleteSession = prepare('DELETE FROM sessions WHERE key = ?');
    this.#deleteRecords = prepare('DELETE FROM records WHERE key >= ? AND key < ?');
    this.#deleteAbouts = prepare('DELETE FROM abouts WHERE key >= ? AND key < ?');
    this.#deleteEdits = prepare('DELETE FROM edits WHERE session = ?');
    this.#insertEdit = prepare('INSERT INTO edits VALUES (?, ?, ?, ?, ?)');
    this.#insertRecord = prepare('INSERT INTO records VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)');
    this.#setTokens = prepare('UPDATE sessions SET tokens = ? WHERE key = ?');
    this.#addTotals = prepare('UPDATE totals SET records = records + ?, tokens = tokens + ?');
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
    const tokens = records.reduce((sum, record) => sum + this.#writeRecord(key, record, length), 0);
    this.#setTokens.run(tokens, key);
    this.#records += records.length;
    this.#tokens += tokens;
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
    this.#addTotals.run(this.#records, this.#tokens);
    this.#records = 0;
    this.#tokens = 0;
    this.#words.merge(hasTime);
  }

  /** Returns how many tokens the record is ranked by; `context` of them are those of the session's title and branch. */
  #writeRecord(
    session: number,
    { kind, event, anchor, tag, date, time, text, about }: SearchRecord,
    context: number,
  ): number {
    const key = this.#columns.next;
    const { length, first, firstWord } = this.#words.add(key, text);
    this.#columns.add({
      ...{ length: length + context + 1, session, day: this.#days.numberOf(date), first, firstWord },
      anchor: hashOf(anchor),
      ...{ kind: RECORD_KINDS.indexOf(kind), tag: tag === null ? 0 : TAGS.indexOf(tag) + 1 },
    });
    this.#insertRecord.run(key, session, kind, event, anchor, tag, date, time, text);
    if (about) this.#insertAbout.run(key, JSON.stringify(about));
    return length + context;
  }

  /** Removes a session's records and edits. Returns its key; null if the index does not have it. */
  #clear(path: string): number | null {
    const known = this.#known.get(path);
    if (!known) return null;
    const [key, first, records] = [Number(known.key), Number(known.first), Number(known.records)];
    this.#columns.remove(first, records);
    this.#records -= records;
    this.#tokens -= Number(known.tokens);
    this.#deleteRecords.run(first, first + records);
    this.#deleteAbouts.run(first, first + records);
    this.#deleteEdits.run(key);
    return key;
  }
}
