/**
 * Finds and ranks records: those with all words of a question first, then those with any. What has to be in a record (phrases) or
 * must not be (`-word`) holds for both.
 */
import { compare } from '#src/lib/compare.ts';
import { type Condition, type Filters, allOf, filtersButKind, filtersOf, keyInSessions } from './filters.ts';
import type { Query } from './query.ts';
import type { RecordKind } from './record.ts';
import { type Database, PLACE_BITS } from './schema.ts';
import { type Asked, askedFor, stemOf, tellingWords } from './words.ts';
import { editDistance } from '#src/lib/nearest.ts';

/** How much a word counts in the first line of a record, the others, the title and branch of its session, and as a whole name. */
const WEIGHTS = '2.0, 1.0, 0.5, 1.0';
/** The columns that a record has of its own. */
const OWN = '{head rest names}';
/** The most words that are looked for: a question of a person or an agent, not a pasted log. */
const MOST_WORDS = 64;
/** Scores this close are equal (a part of the score): the newer record comes first. */
const CLOSE = 0.02;
/** At least so many are put in their final order. */
const LEAST_ORDERED = 300;

/** A found record's key, best first. */
export interface RankedKey {
  key: number;
  /** Whether the record has all words; true for a question without any. */
  hasAll: boolean;
}

export interface Ranked {
  found: RankedKey[];
  /** How many records have all words, and in how many sessions they are. */
  whole: number;
  sessions: number;
  /** How many have some of the words, but not all. */
  partial: number;
  /** The stems that were looked for, to find the line of a record that fits. */
  stems: ReadonlySet<string>;
}

/** The records for a query, at most `limit` of them. */
export function rankRecords(database: Database, query: Query, limit: number): Ranked {
  const asked = askedOf(database, query);
  const search = new Search(database, filtersOf(query));
  if (asked.words.length + asked.phrases.length === 0) return listRecords(search, asked, limit);
  const all = matching(allExpression(asked));
  const { total: whole, sessions } = search.count(all);
  const first = search.best(all, limit).map((key) => ({ key, hasAll: true }));
  const anyText = anyExpression(asked);
  if (anyText === null) return { found: first, whole, sessions, partial: 0, stems: asked.stems };
  const any = matching(anyText);
  const known = new Set(first.map(({ key }) => key));
  const isFull = first.length >= limit;
  const rest = isFull ? [] : search.best(any, limit + known.size).filter((key) => !known.has(key));
  const found = [...first, ...rest.map((key) => ({ key, hasAll: false }))].slice(0, limit);
  return { found, whole, sessions, partial: search.count(any).total - whole, stems: asked.stems };
}

/** How many records of each kind have all words, apart from the kinds that the query asks for. */
export function countKinds(database: Database, query: Query): Map<RecordKind, number> {
  const asked = askedOf(database, query);
  const search = new Search(database, filtersButKind(query));
  const isMatch = asked.words.length + asked.phrases.length > 0;
  return search.countKinds(isMatch ? matching(allExpression(asked)) : null);
}

/** The records that pass filters, among those that match an expression. */
class Search {
  readonly #database: Database;
  readonly #filters: Filters;

  constructor(database: Database, filters: Filters) {
    this.#database = database;
    this.#filters = filters;
  }

  count(match: Condition | null): { total: number; sessions: number } {
    const { from, where, values, key } = this.#parts(match);
    const row = this.#database
      .prepare(
        `SELECT count(*) AS total, count(DISTINCT ${key} >> ${PLACE_BITS}) AS sessions FROM ${from} WHERE ${where}`,
      )
      .get(...values);
    return { total: Number(row?.total), sessions: Number(row?.sessions) };
  }

  countKinds(match: Condition | null): Map<RecordKind, number> {
    const { from, where, values } = this.#parts(match, true);
    const rows = this.#database
      .prepare(`SELECT r.kind, count(*) AS count FROM ${from} WHERE ${where} GROUP BY r.kind`)
      .all(...values);
    return new Map(rows.map(({ kind, count }) => [String(kind) as RecordKind, Number(count)]));
  }

  /** Best first; of about equal ones, the newest. */
  best(match: Condition, limit: number): number[] {
    const { from, where, values, key } = this.#parts(match);
    const rows = this.#database
      .prepare(
        `SELECT best.key, best.score, records.date, records.time FROM (
          SELECT ${key} AS key, bm25(words, ${WEIGHTS}) AS score FROM ${from} WHERE ${where} ORDER BY score LIMIT ?
        ) AS best JOIN records ON records.key = best.key`,
      )
      .all(...values, Math.max(limit, LEAST_ORDERED));
    return rows
      .map(({ key, date, time, score }) => ({
        key: Number(key),
        level: levelOf(-Number(score)),
        at: `${String(date)} ${String(time ?? '')}`,
      }))
      .sort((a, b) => b.level - a.level || compare(b.at, a.at) || a.key - b.key)
      .slice(0, limit)
      .map(({ key }) => key);
  }

  /** Newest first. Only those of the days that are shown are sorted by when their sessions began. */
  newest(without: Condition | null, limit: number): number[] {
    const { from, where, values } = this.#parts(without, true);
    const isLimited = Number.isFinite(limit);
    const last = this.#database
      .prepare(`SELECT r.date FROM ${from} WHERE ${where} ORDER BY r.date DESC LIMIT 1 OFFSET ?`)
      .get(...values, isLimited ? Math.max(0, limit - 1) : Number.MAX_SAFE_INTEGER);
    return this.#database
      .prepare(`SELECT r.key FROM ${from} WHERE ${where} AND r.date >= ?
        ORDER BY r.date DESC, (SELECT started FROM sessions WHERE key = r.key >> ${PLACE_BITS}) DESC, r.key LIMIT ?`)
      .all(...values, String(last?.date ?? ''), isLimited ? limit : -1)
      .map(({ key }) => Number(key));
  }

  /** What is read for a condition on words, or on records alone. Records are not read where the index of words is enough. */
  #parts(match: Condition | null, needsRecords = false) {
    const { record, session } = this.#filters;
    const isMatch = match?.sql === MATCH;
    const hasRecords = !isMatch || record !== null || needsRecords;
    const from = !isMatch ? 'records r' : hasRecords ? 'words JOIN records r ON r.key = words.rowid' : 'words';
    const key = isMatch ? 'words.rowid' : 'r.key';
    const conditions = [match ?? [], record ?? [], session ? keyInSessions(key, session) : []].flat();
    const { sql, values } = allOf(conditions) ?? { sql: '1', values: [] };
    return { from, where: sql, values, key };
  }
}

const MATCH = 'words MATCH ?';

function matching(expression: string): Condition {
  return { sql: MATCH, values: [expression] };
}

interface AskedWords {
  words: (Asked & { near: readonly string[] })[];
  phrases: Asked[];
  without: Asked[];
  stems: ReadonlySet<string>;
}

/** What a query asks for. A word that no record has is replaced by those that are spelled almost alike. */
function askedOf(database: Database, query: Query): AskedWords {
  const all = (texts: readonly string[]) => texts.flatMap((text) => askedFor(text) ?? []);
  const words = all([...new Set(tellingWords(query.words))])
    .slice(0, MOST_WORDS)
    .map((word) => ({ ...word, near: wordsNear(database, word) }));
  const phrases = all(query.phrases);
  const tokens = [
    ...words.flatMap(({ tokens, joined, near }) => [...tokens, joined, ...near]),
    ...phrases.flatMap(({ tokens }) => tokens),
  ];
  const stems = new Set(tokens.filter((token) => token !== '').map(stemOf));
  return { words, phrases, without: all(query.without), stems };
}

function wordsNear(database: Database, { tokens, joined }: Asked): string[] {
  const [word = ''] = tokens;
  if (tokens.length > 1 || joined !== '') return [];
  const isKnown = database.prepare('SELECT 1 FROM words WHERE words MATCH ? LIMIT 1').get(prefixOf(tokens));
  if (isKnown) return [];
  const stem = stemOf(word);
  const [first = ''] = stem;
  const rows = database
    .prepare('SELECT term, doc FROM vocabulary WHERE term >= ? AND term < ?')
    .all(first, `${first}\u{10ffff}`);
  return nearWords(stem, new Map(rows.map(({ term, doc }) => [String(term), Number(doc)])));
}

/** Tokens that follow each other, as a string of FTS5: they are letters, digits and marks, but quoted all the same. */
function phraseOf(tokens: readonly string[]): string {
  return `"${tokens.join(' ').replaceAll('"', '""')}"`;
}

/** The same where the last token may be the beginning of a longer one. */
function prefixOf(tokens: readonly string[]): string {
  return `${phraseOf(tokens)} *`;
}

/** A word as it stands counts twice: as itself, and as the beginning of one. */
function wordExpression({ tokens, joined, near }: AskedWords['words'][number]): string {
  const forms = [
    phraseOf(tokens),
    prefixOf(tokens),
    ...(joined === '' ? [] : [prefixOf([joined])]),
    ...near.map((word) => phraseOf([word])),
  ];
  return `(${forms.join(' OR ')})`;
}

function allExpression({ words, phrases, without }: AskedWords): string {
  const wanted = [...words.map(wordExpression), ...phrases.map(({ tokens }) => phraseOf(tokens))];
  return withoutAny(`${OWN} : (${wanted.join(' AND ')})`, without);
}

/** Null if records with any of the words are those with all of them. */
function anyExpression({ words, phrases, without }: AskedWords): string | null {
  if (words.length === 0) return null;
  const forms = words.flatMap((word) => [
    wordExpression(word),
    ...(word.parts.length > 1 ? word.parts.map((part) => phraseOf([part])) : []),
  ]);
  const some = `(${forms.join(' OR ')})`;
  const must = phrases.map(({ tokens }) => `${OWN} : ${phraseOf(tokens)}`);
  return withoutAny([some, ...must].join(' AND '), without);
}

function withoutAny(expression: string, without: readonly Asked[]): string {
  if (without.length === 0) return expression;
  return `(${expression}) NOT (${anyOf(without)})`;
}

function anyOf(asked: readonly Asked[]): string {
  return `${OWN} : (${asked.map(({ tokens }) => phraseOf(tokens)).join(' OR ')})`;
}

/** Scores in steps, so that an order exists: closeness alone would not be transitive. */
function levelOf(score: number): number {
  return score <= 0 ? Number.NEGATIVE_INFINITY : Math.round(Math.log(score) / CLOSE);
}

/** The records that pass the filters, newest first. */
function listRecords(search: Search, { without, stems }: AskedWords, limit: number): Ranked {
  const excluded: Condition | null =
    without.length === 0
      ? null
      : { sql: `r.key NOT IN (SELECT rowid FROM words WHERE ${MATCH})`, values: [anyOf(without)] };
  const { total: whole, sessions } = search.count(excluded);
  const found = search.newest(excluded, limit).map((key) => ({ key, hasAll: true }));
  return { found, whole, sessions, partial: 0, stems };
}

/** A shorter word has too many neighbours. */
const SHORTEST = 4;
/** A word of so many letters may have two wrong. */
const LONG = 8;
/** How many words may stand for one. */
const MOST = 3;

/**
 * The words that somebody may have meant by one that no record has: those with one letter too many, too few or wrong, two in a
 * long word. The first letter is right: people seldom miss it. Of the closest ones that records have, the most common.
 * `known` has how many records have each word.
 */
function nearWords(term: string, known: ReadonlyMap<string, number>): string[] {
  const { length } = term;
  if (length < SHORTEST) return [];
  const most = length >= LONG ? 2 : 1;
  const near: { word: string; records: number }[][] = Array.from({ length: most + 1 }, () => []);
  for (const [word, records] of known) {
    if (word.length < SHORTEST || Math.abs(word.length - length) > most || word[0] !== term[0]) continue;
    near[editDistance(term, word)]?.push({ word, records });
  }
  const closest = near.find((words) => words.length > 0) ?? [];
  return closest
    .sort((a, b) => b.records - a.records || compare(a.word, b.word))
    .slice(0, MOST)
    .map(({ word }) => word);
}
