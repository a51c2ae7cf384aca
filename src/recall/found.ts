/** What a search or a question finds, and how it is found without an index: by reading all records. */
import { admits } from '../search/facets.ts';
import type { Query } from '../search/query.ts';
import type { RecordKind, SearchRecord } from '../search/record.ts';
import { groupBySession, searchRecords } from '../search/search-records.ts';
import { nearWords } from './near-words.ts';
import { bm25, candidates, inOrder, type Scored } from './rank.ts';
import { COLUMNS, type Question, rankedColumns } from './tokens.ts';

/** A record with the id of its session and when that began, as lists show it. */
export interface FoundRecord extends SearchRecord {
  sessionId: string;
  /** Local `2026-11-19 08:40`. */
  start: string;
}

export interface Found {
  /** The first ones: best first, then newest first. */
  hits: FoundRecord[];
  total: number;
  /** How many of all are unconfirmed events, and in how many sessions all are. */
  unconfirmed: number;
  sessions: number;
  /** How many records of each kind match apart from the kinds that the query asks for; empty if it asks for none. */
  kinds: ReadonlyMap<RecordKind, number>;
}

/** The records that match a query, at most `limit` of them. */
export function searchAll(records: readonly FoundRecord[], query: Query, limit: number): Found {
  const { hits, counts } = searchRecords(query, records);
  return {
    hits: hits.slice(0, limit),
    total: hits.length,
    unconfirmed: hits.filter(({ kind }) => kind === 'candidate').length,
    sessions: groupBySession(hits, (hit) => hit).length,
    kinds: query.kinds.length === 0 ? new Map() : (counts.kind as Map<RecordKind, number>),
  };
}

/** The best records for a question among those that pass a query's filters, best first. */
export function rankAll(records: readonly FoundRecord[], question: Question, query: Query): Scored<FoundRecord>[] {
  const columns = new Map(records.map((record) => [record, rankedColumns(record.text, record.title, record.branch)]));
  const columnsOf = (record: FoundRecord) => columns.get(record) ?? { head: '', rest: '', context: '' };
  const counts = new Map<string, number>();
  for (const each of columns.values())
    for (const token of new Set(COLUMNS.flatMap((column) => each[column].split(' '))))
      counts.set(token, (counts.get(token) ?? 0) + 1);
  const terms = question.terms.flatMap((term) =>
    counts.has(term) ? [term] : nearWords(term, counts.keys(), (word) => counts.get(word) ?? 0),
  );
  const asked = { ...question, terms: [...new Set(terms)] };
  const scored = bm25(records, columnsOf, asked, (record) => admits(query, record));
  return inOrder(candidates(scored), question);
}
