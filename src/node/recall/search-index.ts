/** Answers a search from the index: the same records in the same order as `searchRecords` finds by reading all. */
import type { Found } from '#src/recall/found.ts';
import { LONGEST_STRETCH } from '#src/recall/stretches.ts';
import { hasText, type Query } from '#src/search/query.ts';
import type { RecordKind } from '#src/search/record.ts';
import { foldedQuery, textScore } from '#src/search/search-records.ts';
import { NEWEST_FIRST, recordsAt } from './read-records.ts';
import type { Database } from './sqlite.ts';
import { filtersOf, filtersWithoutKinds, type Where } from './where.ts';

const JOINED = 'records r JOIN sessions s ON s.key = r.session';
/** The records whose text matches, with their scores: a table of this connection alone. */
const MATCHED = 'CREATE TEMP TABLE IF NOT EXISTS matched (key INTEGER PRIMARY KEY, score INTEGER NOT NULL)';

/** The records that match a query, at most `limit` of them. */
export function searchIndex(database: Database, query: Query, limit: number): Found {
  const isByText = hasText(query);
  if (isByText) findTexts(database, query);
  const from = isByText
    ? `temp.matched m JOIN records r ON r.key = m.key JOIN sessions s ON s.key = r.session`
    : JOINED;
  const { sql, values } = filtersOf(database, query);
  const sums = database
    .prepare(
      `SELECT count(*) AS total, sum(r.kind = 'candidate') AS unconfirmed, count(DISTINCT r.session) AS sessions
      FROM ${from} WHERE ${sql}`,
    )
    .get(...values);
  const order = `${isByText ? 'm.score DESC, ' : ''}r.date DESC, ${NEWEST_FIRST}, r.key`;
  const keys = database
    .prepare(`SELECT r.key FROM ${from} WHERE ${sql} ORDER BY ${order} LIMIT ?`)
    .all(...values, limit);
  return {
    hits: recordsAt(
      database,
      keys.map(({ key }) => Number(key)),
    ),
    total: Number(sums?.total ?? 0),
    unconfirmed: Number(sums?.unconfirmed ?? 0),
    sessions: Number(sums?.sessions ?? 0),
    kinds: query.kinds.length === 0 ? new Map() : kindsIn(database, from, filtersWithoutKinds(database, query)),
  };
}

function kindsIn(database: Database, from: string, { sql, values }: Where): Map<RecordKind, number> {
  const rows = database
    .prepare(`SELECT r.kind, count(*) AS count FROM ${from} WHERE ${sql} GROUP BY r.kind`)
    .all(...values);
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
      `INSERT INTO temp.matched SELECT words.rowid, ${score.join(' + ')}
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
  const add = database.prepare('INSERT INTO temp.matched VALUES (?, ?)');
  for (const [key, score] of found) add.run(key, score);
}

/** A word as FTS5 takes it: whatever it contains, it is never an operator. */
function quoted(word: string): string {
  return `"${word.replaceAll('"', '""')}"`;
}
