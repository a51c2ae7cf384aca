/**
 * Finds and ranks records: those with all words of a question first, then those with any. What has to be in a record (phrases,
 * filters) or must not be (`-word`) holds for both.
 */
import { compare } from '#src/lib/compare.ts';
import { editDistance } from '#src/lib/nearest.ts';
import { admitsKind, type Query } from './query.ts';
import { RECORD_KINDS } from './record.ts';
import { type Database, PLACE_BITS } from './schema.ts';
import { type Asked, askedFor, stemOf, tellingWords } from './words.ts';

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

export interface Ranked {
  /** The keys of records, best first, and whether each has all words; true for a question without any. */
  found: { key: number; hasAll: boolean }[];
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
  const filters = filtersOf(query);
  const { stems } = asked;
  if (asked.words.length + asked.phrases.length === 0) {
    const excluded = { sql: `r.key NOT IN (SELECT rowid FROM words WHERE ${MATCH})`, values: [anyOf(asked.without)] };
    const conditions = asked.without.length === 0 ? filters : [excluded, ...filters];
    const { total: whole, sessions } = count(database, conditions);
    const found = newest(database, conditions, limit).map((key) => ({ key, hasAll: true }));
    return { found, whole, sessions, partial: 0, stems };
  }
  const all = [{ sql: MATCH, values: [allExpression(asked)] }, ...filters];
  const { total: whole, sessions } = count(database, all);
  const found = best(database, all, limit).map((key) => ({ key, hasAll: true }));
  // Records with any of the phrases are those with all of them.
  if (asked.words.length === 0) return { found, whole, sessions, partial: 0, stems };
  const any = [{ sql: MATCH, values: [anyExpression(asked)] }, ...filters];
  const known = new Set(found.map(({ key }) => key));
  const rest = found.length >= limit ? [] : best(database, any, limit + known.size).filter((key) => !known.has(key));
  found.push(...rest.slice(0, limit - found.length).map((key) => ({ key, hasAll: false })));
  return { found, whole, sessions, partial: count(database, any).total - whole, stems };
}

/** A condition and its values, in their order. Values are never part of the SQL. */
interface Condition {
  sql: string;
  values: (string | number)[];
}

const MATCH = 'words MATCH ?';

/** The tables that conditions need, joined, and all conditions as one. Records are not read where the words are enough. */
function selection(conditions: readonly Condition[]): Condition & { key: string } {
  const isMatch = conditions.some(({ sql }) => sql === MATCH);
  const join = 'JOIN records r ON r.key = words.rowid';
  const from = !isMatch ? 'records r' : conditions.length === 1 ? 'words' : `words ${join}`;
  const { sql, values } = allOf(conditions);
  return { sql: `${from} WHERE ${sql}`, values, key: isMatch ? 'words.rowid' : 'r.key' };
}

function count(database: Database, conditions: readonly Condition[]): { total: number; sessions: number } {
  const { sql, values, key } = selection(conditions);
  const row = database
    .prepare(`SELECT count(*) AS total, count(DISTINCT ${key} >> ${PLACE_BITS}) AS sessions FROM ${sql}`)
    .get(...values);
  return { total: Number(row?.total), sessions: Number(row?.sessions) };
}

/** Best first; of about equal ones, the newest. */
function best(database: Database, conditions: readonly Condition[], limit: number): number[] {
  const { sql, values, key } = selection(conditions);
  return database
    .prepare(
      `SELECT best.key, best.score, records.date, records.time FROM (
        SELECT ${key} AS key, bm25(words, ${WEIGHTS}) AS score FROM ${sql} ORDER BY score LIMIT ?
      ) AS best JOIN records ON records.key = best.key`,
    )
    .all(...values, Math.max(limit, LEAST_ORDERED))
    .map(({ key, date, time, score }) => ({
      key: Number(key),
      level: levelOf(-Number(score)),
      at: `${String(date)} ${String(time ?? '')}`,
    }))
    .sort((a, b) => b.level - a.level || compare(b.at, a.at) || a.key - b.key)
    .slice(0, limit)
    .map(({ key }) => key);
}

/** Scores in steps, so that an order exists: closeness alone would not be transitive. */
function levelOf(score: number): number {
  return score <= 0 ? Number.NEGATIVE_INFINITY : Math.round(Math.log(score) / CLOSE);
}

/** Newest first. */
function newest(database: Database, conditions: readonly Condition[], limit: number): number[] {
  const { sql, values, key } = selection(conditions);
  const started = `(SELECT started FROM sessions WHERE key = ${key} >> ${PLACE_BITS})`;
  return database
    .prepare(`SELECT ${key} AS key FROM ${sql} ORDER BY r.date DESC, ${started} DESC, ${key} LIMIT ?`)
    .all(...values, Number.isFinite(limit) ? limit : -1)
    .map((row) => Number(row.key));
}

const CONCEPTS = `EXISTS (SELECT 1 FROM json_each(r.about, '$.concepts') WHERE value IN (SELECT value FROM json_each(?)))`;

/** What records have to pass. Without words, kinds that nearly every session has are left out unless they are asked for. */
function filtersOf(query: Query): Condition[] {
  const kinds = RECORD_KINDS.filter((kind) => admitsKind(query, kind));
  const about = (field: string) => `json_extract(r.about, '$.${field}')`;
  const session = `r.key >> ${PLACE_BITS}`;
  // An observation may be imported into a session of ours.
  const system = `coalesce(${about('from')}, (SELECT imported FROM sessions WHERE key = ${session}), '')`;
  const names: [string, readonly string[]][] = [
    ['s.slug', query.projects],
    ['s.branch', query.branches],
    ['s.task', query.tasks],
    ['s.name', query.sessions],
    ['machine(s.path)', query.machines],
  ];
  const ofSession = names.flatMap(([column, values]) => (values.length === 0 ? [] : [oneOfNames(column, values)]));
  const inSessions = allOf(ofSession);
  const values: [string, readonly string[]][] = [
    ['r.tag', query.tags],
    ['substr(r.date, 1, 7)', query.months],
    [about('type'), query.types],
    [about('scope'), query.scopes],
  ];
  return [
    ...(kinds.length === RECORD_KINDS.length ? [] : [oneOf('r.kind', kinds)]),
    ...values.flatMap(([column, wanted]) => (wanted.length === 0 ? [] : [oneOf(column, wanted)])),
    ...between('r.date', query.since, query.until),
    ...(query.concepts.length === 0 ? [] : [{ sql: CONCEPTS, values: [JSON.stringify(query.concepts)] }]),
    ...(query.systems.length === 0 ? [] : [oneOfNames(system, query.systems)]),
    ...(ofSession.length === 0
      ? []
      : [{ sql: `${session} IN (SELECT s.key FROM sessions s WHERE ${inSessions.sql})`, values: inSessions.values }]),
  ];
}

/** All conditions as one. */
export function allOf(conditions: readonly Condition[]): Condition {
  return {
    sql: conditions.map(({ sql }) => `(${sql})`).join(' AND ') || '1',
    values: conditions.flatMap(({ values }) => values),
  };
}

/** One of these values. */
export function oneOf(column: string, values: readonly string[]): Condition {
  return { sql: `${column} IN (SELECT value FROM json_each(?))`, values: [JSON.stringify(values)] };
}

/** One of these names in any case: SQLite's own `lower` knows no letters beyond ASCII. */
function oneOfNames(column: string, names: readonly string[]): Condition {
  return oneOf(`lowered(${column})`, names.map(loweredName));
}

export function loweredName(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

/** Days since and until others, which may be years or months; both inclusive. */
export function between(column: string, since: string | null, until: string | null): Condition[] {
  return [
    ...(since === null ? [] : [{ sql: `substr(${column}, 1, ?) >= ?`, values: [since.length, since] }]),
    ...(until === null ? [] : [{ sql: `substr(${column}, 1, ?) <= ?`, values: [until.length, until] }]),
  ];
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

/** A shorter word has too many neighbours. */
const SHORTEST = 4;
/** A word of so many letters may have two wrong. */
const LONG = 8;
/** How many words may stand for one. */
const MOST_NEAR = 3;

/**
 * The words that somebody may have meant by one that no record has: those with one letter too many, too few or wrong, two in a
 * long word. The first letter is right: people seldom miss it. Of the closest ones that records have, the most common.
 */
function wordsNear(database: Database, { tokens, joined }: Asked): string[] {
  const [word = ''] = tokens;
  if (tokens.length > 1 || joined !== '') return [];
  const stem = stemOf(word);
  const { length } = stem;
  if (length < SHORTEST) return [];
  if (database.prepare('SELECT 1 FROM words WHERE words MATCH ? LIMIT 1').get(prefixOf(tokens))) return [];
  const most = length >= LONG ? 2 : 1;
  const [first = ''] = stem;
  const near = database
    .prepare('SELECT term, doc FROM vocabulary WHERE term >= ? AND term < ? AND length(term) BETWEEN ? AND ?')
    .all(first, `${first}\u{10ffff}`, Math.max(SHORTEST, length - most), length + most)
    .map(({ term, doc }) => ({ term: String(term), records: Number(doc), distance: editDistance(stem, String(term)) }))
    .filter(({ distance }) => distance <= most)
    .sort((a, b) => a.distance - b.distance || b.records - a.records || compare(a.term, b.term));
  return near
    .filter(({ distance }) => distance === near[0]?.distance)
    .slice(0, MOST_NEAR)
    .map(({ term }) => term);
}

/** Tokens that follow each other, as a string of FTS5: they are letters, digits and marks, but quoted all the same. */
function phraseOf(tokens: readonly string[]): string {
  return `"${tokens.join(' ').replaceAll('"', '""')}"`;
}

/** The same where the last token may be the beginning of a longer one. */
function prefixOf(tokens: readonly string[]): string {
  return `${phraseOf(tokens)} *`;
}

/** A word as it is typed counts twice: as itself, and as the beginning of one. */
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

function anyExpression({ words, phrases, without }: AskedWords): string {
  const forms = words.flatMap((word) => [
    wordExpression(word),
    ...(word.parts.length > 1 ? word.parts.map((part) => phraseOf([part])) : []),
  ]);
  const must = phrases.map(({ tokens }) => `${OWN} : ${phraseOf(tokens)}`);
  return withoutAny([`(${forms.join(' OR ')})`, ...must].join(' AND '), without);
}

function withoutAny(expression: string, without: readonly Asked[]): string {
  return without.length === 0 ? expression : `(${expression}) NOT (${anyOf(without)})`;
}

function anyOf(asked: readonly Asked[]): string {
  return `${OWN} : (${asked.map(({ tokens }) => phraseOf(tokens)).join(' OR ')})`;
}
