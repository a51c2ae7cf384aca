import { compare } from '../value/compare.ts';
import { admits } from './admits.ts';
import { countFacets, type FacetCounts } from './count-facets.ts';
import { foldedQuery, matchesText } from './matches.ts';
import { hasText, type Query } from './query.ts';
import type { SearchRecord } from './record.ts';
import { type FoldedText, foldText, hasPhrase } from './words.ts';

export interface RecordHits {
  /** Best first; the newest of equals first; without text in the query just the newest first. */
  hits: SearchRecord[];
  /** As the search page counts them. */
  counts: FacetCounts;
}

/** Looks through records one by one: what the command line does, where there is no index. */
export function searchRecords(query: Query, records: readonly SearchRecord[]): RecordHits {
  const found = hasText(query)
    ? records.flatMap((record) => {
        const text = foldText(record.text);
        return matchesText(query, text) ? [{ record, score: scoreOf(query, text) }] : [];
      })
    : records.map((record) => ({ record, score: 0 }));
  const hits = found
    .filter(({ record }) => admits(query, record))
    .sort((a, b) => b.score - a.score || compare(b.record.date, a.record.date))
    .map(({ record }) => record);
  return {
    hits,
    counts: countFacets(
      query,
      found.map(({ record }) => record),
    ),
  };
}

/** A word counts twice where it stands whole, and twice again where the text begins with it. */
function scoreOf(query: Query, text: FoldedText): number {
  const { words } = foldedQuery(query);
  return words.reduce((sum, word) => sum + (hasPhrase(text, word) ? 2 : 1) * (text.text.startsWith(word) ? 2 : 1), 0);
}
