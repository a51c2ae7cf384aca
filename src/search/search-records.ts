import { counted } from '../text/day.ts';
import { compare } from '../value/compare.ts';
import { grouped } from '../value/grouped.ts';
import { memoised } from '../value/memo.ts';
import { admits, countFacets, type FacetCounts } from './facets.ts';
import { hasText, type Query } from './query.ts';
import type { SearchRecord } from './record.ts';
import { type FoldedText, foldText, hasPhrase, hasWord } from './words.ts';

interface RecordHits<Found> {
  /** Best first, then newest first. */
  hits: Found[];
  counts: FacetCounts;
}

/** Searches records one by one. The command line does this, as it has no index. */
export function searchRecords<Found extends SearchRecord>(query: Query, records: readonly Found[]): RecordHits<Found> {
  const found = hasText(query)
    ? records.flatMap((record) => {
        const score = textScore(query, record.text);
        return score === null ? [] : [{ record, score }];
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

/** How well a text matches the words of a query, greater being better; null if it does not match. */
function textScore(query: Query, text: string): number | null {
  const folded = foldText(text);
  return matchesText(query, folded) ? scoreOf(query, folded) : null;
}

/** A whole word counts double, and so does one at the beginning of the text. */
function scoreOf(query: Query, text: FoldedText): number {
  const { words } = foldedQuery(query);
  return words.reduce((sum, word) => sum + (hasPhrase(text, word) ? 2 : 1) * (text.text.startsWith(word) ? 2 : 1), 0);
}

/** Whether a record matches the query. */
export function matches(query: Query, record: SearchRecord): boolean {
  return admits(query, record) && matchesText(query, foldText(record.text));
}

/** Whether a text has all words and phrases of a query, and no excluded one. */
function matchesText(query: Query, text: FoldedText): boolean {
  const { words, phrases, without } = foldedQuery(query);
  return (
    words.every((word) => hasWord(text, word)) &&
    phrases.every((phrase) => hasPhrase(text, phrase)) &&
    !without.some((phrase) => hasPhrase(text, phrase))
  );
}

/** The words of a query, folded like texts. */
export const foldedQuery = memoised((query: Query): Pick<Query, 'words' | 'phrases' | 'without'> => {
  const fold = (texts: readonly string[]) => texts.map((text) => foldText(text).text);
  return { words: fold(query.words), phrases: fold(query.phrases), without: fold(query.without) };
});

/** `7 matches in 3 sessions`, `1 match (2 more unconfirmed) in 1 session`. `total` has the unconfirmed ones. */
export function countedMatches(total: number, unconfirmed: number, sessions: number): string {
  const part = unconfirmed === 0 ? '' : ` (${grouped(unconfirmed)} more unconfirmed)`;
  return `${counted(total - unconfirmed, 'match', 'matches')}${part} in ${counted(sessions, 'session')}`;
}

/** The hits in one session, in their order. */
export interface SessionGroup<Found> {
  project: string;
  session: string;
  found: Found[];
}

/** Groups hits by session, sessions in the order of their first hit. */
export function groupBySession<Found>(
  hits: Iterable<Found>,
  placeOf: (hit: Found) => { project: string; session: string },
): SessionGroup<Found>[] {
  const groups = new Map<string, SessionGroup<Found>>();
  // The search page has one object for records that do not differ.
  const known = new Map<object, SessionGroup<Found>>();
  for (const hit of hits) {
    const place = placeOf(hit);
    const group = known.get(place) ?? groupAt(groups, place);
    known.set(place, group);
    group.found.push(hit);
  }
  return [...groups.values()];
}

function groupAt<Found>(
  groups: Map<string, SessionGroup<Found>>,
  { project, session }: { project: string; session: string },
): SessionGroup<Found> {
  const key = `${project}/${session}`;
  const known = groups.get(key);
  if (known) return known;
  const group: SessionGroup<Found> = { project, session, found: [] };
  groups.set(key, group);
  return group;
}
