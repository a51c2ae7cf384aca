import { compare } from '../value/compare.ts';
import { memoised } from '../value/memo.ts';
import { admits, countFacets, type FacetCounts } from './facets.ts';
import { hasText, type Query } from './query.ts';
import type { SearchRecord } from './record.ts';
import { type FoldedText, foldText, hasPhrase, hasWord } from './words.ts';

interface RecordHits {
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

/** Whether a record is what the query asks for. */
export function matches(query: Query, record: SearchRecord): boolean {
  return admits(query, record) && matchesText(query, foldText(record.text));
}

/** Whether a text has all words and phrases of a query, and none that it excludes. */
function matchesText(query: Query, text: FoldedText): boolean {
  const { words, phrases, without } = foldedQuery(query);
  return (
    words.every((word) => hasWord(text, word)) &&
    phrases.every((phrase) => hasPhrase(text, phrase)) &&
    !without.some((phrase) => hasPhrase(text, phrase))
  );
}

/** The words of a query as `foldText` has them. */
export const foldedQuery = memoised((query: Query): Pick<Query, 'words' | 'phrases' | 'without'> => {
  const fold = (texts: readonly string[]) => texts.map((text) => foldText(text).text);
  return { words: fold(query.words), phrases: fold(query.phrases), without: fold(query.without) };
});

/** Things found in one session, in the order in which they were found. */
export interface SessionGroup<Found> {
  project: string;
  session: string;
  found: Found[];
}

/** Groups by session; a session stands where its first find stands. */
export function groupBySession<Found extends { project: string; session: string }>(
  finds: Iterable<Found>,
): SessionGroup<Found>[] {
  const groups = new Map<string, SessionGroup<Found>>();
  for (const find of finds) {
    const key = `${find.project}/${find.session}`;
    const group = groups.get(key);
    if (group) group.found.push(find);
    else groups.set(key, { project: find.project, session: find.session, found: [find] });
  }
  return [...groups.values()];
}
