/** Writes what the index has of a session: its row, the files it edited, and its records in both searches. */
import { sessionCard } from '#src/archive/session-card.ts';
import type { Session } from '#src/chronicle/session.ts';
import type { Facts } from '#src/facts/facts.ts';
import { stretchesOf } from '#src/recall/stretches.ts';
import { rankedColumns } from '#src/recall/tokens.ts';
import type { SearchRecord } from '#src/search/record.ts';
import { recordsOf } from '#src/search/records-of.ts';
import type { PlacedFile } from '../archive/listed-file.ts';
import type { Database, Statement } from './sqlite.ts';

interface OldRecord {
  key: number;
  text: string;
}

/** A session as it is read from its files. Its project and name are not known yet. */
export interface ReadSession {
  session: Session;
  facts: Facts | null;
  placed: PlacedFile;
}

/** The statements that write sessions, prepared once. */
export class SessionRows {
  readonly #known: Statement;
  readonly #records: Statement;
  readonly #insertSession: Statement;
  readonly #updateSession: Statement;
  readonly #deleteSession: Statement;
  readonly #deleteTexts: Statement;
  readonly #deleteRecords: Statement;
  readonly #deleteEdits: Statement;
  readonly #insertEdit: Statement;
  readonly #insertRecord: Statement;
  readonly #insertText: Statement;
  readonly #insertWords: Statement;
  readonly #insertRanked: Statement;
  readonly #deleteWords: Statement;
  readonly #deleteRanked: Statement;

  constructor(database: Database) {
    const prepare = (sql: string) => database.prepare(sql);
    this.#known = prepare('SELECT key, title, branch FROM sessions WHERE path = ?');
    this.#records = prepare('SELECT key, text FROM records JOIN texts USING (key) WHERE session = ?');
    const columns = 'id, directory, cwd, started, stem, date, title, branch, task, transcripts, card';
    this.#insertSession = prepare(
      `INSERT INTO sessions (path, ${columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    this.#updateSession = prepare(
      `UPDATE sessions SET (${columns}) = (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) WHERE path = ?`,
    );
    this.#deleteSession = prepare('DELETE FROM sessions WHERE key = ?');
    this.#deleteTexts = prepare('DELETE FROM texts WHERE key IN (SELECT key FROM records WHERE session = ?)');
    this.#deleteRecords = prepare('DELETE FROM records WHERE session = ?');
    this.#deleteEdits = prepare('DELETE FROM edits WHERE session = ?');
    this.#insertEdit = prepare('INSERT INTO edits VALUES (?, ?, ?, ?)');
    this.#insertRecord = prepare(
      'INSERT INTO records (session, kind, event, anchor, tag, date, time, about, first) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
    );
    this.#insertText = prepare('INSERT INTO texts VALUES (?, ?)');
    this.#insertWords = prepare('INSERT INTO words (rowid, stretches) VALUES (?, ?)');
    this.#insertRanked = prepare('INSERT INTO ranked (rowid, head, rest, context) VALUES (?, ?, ?, ?)');
    // A search table without its own texts has to be told what it had.
    this.#deleteWords = prepare("INSERT INTO words (words, rowid, stretches) VALUES ('delete', ?, ?)");
    this.#deleteRanked = prepare(
      "INSERT INTO ranked (ranked, rowid, head, rest, context) VALUES ('delete', ?, ?, ?, ?)",
    );
  }

  /** Writes a session, new or again. */
  write({ session, facts, placed }: ReadSession): void {
    const { title, branch, task, date, ...card } = sessionCard(session);
    const { id, directory, cwd, started, stem, path } = placed;
    const transcripts = session.facts ? JSON.stringify(session.facts.transcripts) : null;
    const values = [
      ...[id, directory, cwd ?? null, started, stem, date, title, branch, task],
      ...[transcripts, JSON.stringify(card)],
    ];
    const known = this.#clear(path);
    if (known !== null) this.#updateSession.run(...values, path);
    const key = known ?? Number(this.#insertSession.run(path, ...values).lastInsertRowid);
    for (const file of facts?.files ?? []) this.#insertEdit.run(key, file.path, file.added, file.removed);
    for (const record of recordsOf(session, facts)) this.#writeRecord(key, record);
  }

  /** Forgets the session in a file. */
  remove(path: string): void {
    const key = this.#clear(path);
    if (key !== null) this.#deleteSession.run(key);
  }

  #writeRecord(
    session: number,
    { kind, event, anchor, tag, date, time, text, about, title, branch }: SearchRecord,
  ): void {
    const { words, first } = stretchesOf(text);
    const described = about ? JSON.stringify(about) : null;
    const values = [session, kind, event, anchor, tag, date, time, described, first];
    const key = this.#insertRecord.run(...values).lastInsertRowid;
    this.#insertText.run(key, text);
    const { head, rest, context } = rankedColumns(text, title, branch);
    this.#insertWords.run(key, words);
    this.#insertRanked.run(key, head, rest, context);
  }

  /** Removes a session's records and edits. Returns its key; null if the index does not have it. */
  #clear(path: string): number | null {
    const known = this.#known.get(path);
    if (!known) return null;
    const key = Number(known.key);
    for (const { key: record, text } of this.#records.all(key) as unknown as OldRecord[]) {
      const { head, rest, context } = rankedColumns(text, String(known.title), String(known.branch));
      this.#deleteWords.run(record, stretchesOf(text).words);
      this.#deleteRanked.run(record, head, rest, context);
    }
    this.#deleteTexts.run(key);
    this.#deleteRecords.run(key);
    this.#deleteEdits.run(key);
    return key;
  }
}
