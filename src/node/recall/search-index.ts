/** Answers a search from the index: the same records in the same order as `searchRecords` finds by reading all. */
import type { MachineNames } from '#src/project/machines.ts';
import type { Found } from '#src/recall/found.ts';
import { LONGEST_STRETCH } from '#src/recall/stretches.ts';
import { hasText, type Query } from '#src/search/query.ts';
import type { RecordKind } from '#src/search/record.ts';
import { foldedQuery, textScore } from '#src/search/search-records.ts';
import { NEWEST_FIRST, recordsAt } from './read-records.ts';
import type { Database } from './sqlite.ts';
import { filtersOf, filtersWithoutKinds, type Where } from './where.ts';

/** The records whose text matches, with their scores and what filters look at: a table of this connection alone. */
const MATCHED =
  'CREATE TEMP TABLE IF NOT EXISTS matched (key INTEGER PRIMARY KEY, score, session, kind, tag, date, about)';
const COPIED = 'r.session, r.kind, r.tag, r.date, r.about';

/** The records that match a query, at most `limit` of them. */
export function searchIndex(database: Database, query: Query, limit: number, machines: MachineNames): Found {
  const isByText = hasText(query);
  if (isByText) findTexts(database, query);
  const records = isByText ? 'temp.matched r' : 'records r';
  const filters = filtersOf(database, query, machines);
  const from = joined(records, filters);
  const sums = database
    .prepare(
      `SELECT count(*) AS total, sum(r.kind = 'candidate') AS unconfirmed, count(DISTINCT r.session) AS sessions
      FROM ${from} WHERE ${filters.sql}`,
    )
    .get(...filters.values);
  const keys = bestKeys(database, records, filters, isByText ? 'r.score' : '0.0', limit);
  return {
    hits: recordsAt(database, keys, machines),
    total: Number(sums?.total ?? 0),
    unconfirmed: Number(sums?.unconfirmed ?? 0),
    sessions: Number(sums?.sessions ?? 0),
    kinds:
      query.kinds.length === 0 ? new Map() : kindsIn(database, records, filtersWithoutKinds(database, query, machines)),
  };
}

/** Records with their sessions, if a filter looks at those. */
function joined(records: string, { sql }: Where): string {
  return sql.includes('s.') ? `${records} JOIN sessions s ON s.key = r.session` : records;
}

/** The keys of the first records, in their order. Only those that may be among them are ordered by their sessions. */
function bestKeys(database: Database, records: string, filters: Where, score: string, limit: number): number[] {
  const { sql, values } = filters;
  const last = database
    .prepare(
      `SELECT ${score} AS score, r.date FROM ${joined(records, filters)} WHERE ${sql}
      ORDER BY ${score} DESC, r.date DESC LIMIT 1 OFFSET ?`,
    )
    .get(...values, Math.max(0, limit - 1));
  const among = last ? ` AND (${score}, r.date) >= (?, ?)` : '';
  return database
    .prepare(
      `SELECT r.key FROM ${records} JOIN sessions s ON s.key = r.session WHERE (${sql})${among}
      ORDER BY ${score} DESC, r.date DESC, ${NEWEST_FIRST}, r.key LIMIT ?`,
    )
    .all(...values, ...(last ? [Number(last.score), String(last.date)] : []), limit)
    .map(({ key }) => Number(key));
}

function kindsIn(database: Database, records: string, filters: Where): Map<RecordKind, number> {
  const rows = database
    .prepare(`SELECT r.kind, count(*) AS count FROM ${joined(records, filters)} WHERE ${filters.sql} GROUP BY r.kind`)
    .all(...filters.values);
  return new Map(rows.map(({ kind, count }) => [String(kind) as RecordKind, Number(count)]));
}

/** Fills `matched`. */
function findTexts(database: Database, query: Query): void {
  database.exec(`${MATCHED}; DELETE FROM temp.matched`);
  const { words, phrases, without } = foldedQuery(query);
  if ([...words, ...phrases].includes('')) return;
  const isSimple = phrases.length + without.length === 0 && words.every((word) => word.length <= LONGEST_STRETCH);
  if (isSimple) findWords(database, words);
  else readTexts(database, query);
}

/** A word counts double as a whole, and double again at the beginning, as in `textScore`. */
function findWords(database: Database, words: readonly string[]): void {
  const score = words.map(
    () =>
      '(1 + (words.rowid IN (SELECT rowid FROM words WHERE words MATCH ?))) * (1 + (substr(r.first, 1, length(?)) = ?))',
  );
  database
    .prepare(
      `INSERT INTO temp.matched SELECT words.rowid, ${score.join(' + ')}, ${COPIED}
      FROM words JOIN records r ON r.key = words.rowid WHERE words MATCH ?`,
    )
    .run(...words.flatMap((word) => [quoted(word), word, word]), words.map((word) => `${quoted(word)}*`).join(' AND '));
}

/** Reads the texts that may match: what the index says of long words and phrases is only that. */
function readTexts(database: Database, query: Query): void {
  const { words, phrases } = foldedQuery(query);
  const cut = (word: string) => quoted(word.slice(0, LONGEST_STRETCH));
  const terms = [...words.map((word) => `${cut(word)}*`), ...phrases.flatMap((phrase) => phrase.split(' ').map(cut))];
  const match = terms.join(' AND ');
  const texts =
    match === ''
      ? database.prepare('SELECT key, text FROM texts').iterate()
      : database
          .prepare('SELECT key, text FROM words JOIN texts ON key = words.rowid WHERE words MATCH ?')
          .iterate(match);
  const found: [key: number, score: number][] = [];
  for (const { key, text } of texts) {
    const score = textScore(query, String(text));
    if (score !== null) found.push([Number(key), score]);
  }
  const add = database.prepare(`INSERT INTO temp.matched SELECT r.key, ?, ${COPIED} FROM records r WHERE r.key = ?`);
  for (const [key, score] of found) add.run(score, key);
}

/** A word as FTS5 takes it: whatever it contains, it is never an operator. */
function quoted(word: string): string {
  return `"${word.replaceAll('"', '""')}"`;
}
