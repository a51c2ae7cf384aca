/** Ranks records by a question from the index: the same order as `bm25` gives by reading all (`src/recall/rank.ts`). */
import type { MachineNames } from '#src/project/machines.ts';
import type { FoundRecord } from '#src/recall/found.ts';
import { nearWords } from '#src/recall/near-words.ts';
import { candidates, fitOf, inOrder, MOST_CANDIDATES, rarityOf, type Scored, WEIGHTS } from '#src/recall/rank.ts';
import { addRecords, eachContext, type Sums } from '#src/recall/read-occurrences.ts';
import type { Question } from '#src/recall/tokens.ts';
import type { Query } from '#src/search/query.ts';
import { type Admits, admission } from './admission.ts';
import { Columns } from './columns.ts';
import { inOrderOfSessions, recordsAt } from './read-records.ts';
import type { Database } from './sqlite.ts';
import { WordLookup } from './word-lookup.ts';

/** The best records for a question among those that pass the filters of a query, best first. */
export function rankIndex(
  database: Database,
  question: Question,
  query: Query,
  machines: MachineNames,
): Scored<FoundRecord>[] {
  const columns = new Columns(database);
  const scores = scoresOf(database, columns, question.terms);
  const scored = candidates(
    best(scores, admission(database, columns, query, machines), (keys) => inOrderOfSessions(database, columns, keys)),
  );
  const records = recordsAt(
    database,
    scored.map(({ item }) => item),
    machines,
  );
  return inOrder(
    records.map((item, i) => ({ item, score: scored[i]?.score ?? 0 })),
    question,
  );
}

interface Scores {
  /** The records that have a term, each once. */
  keys: Uint32Array;
  /** By key. */
  scores: Float64Array;
}

function scoresOf(database: Database, columns: Columns, terms: readonly string[]): Scores {
  const counts = new TermCounts(database, columns);
  const lengths = columns.get('length');
  const totals = database.prepare('SELECT records, tokens FROM totals').get();
  const all = Number(totals?.records ?? 0);
  const average = Number(totals?.tokens ?? 0) / all;
  const scores = new Float64Array(columns.size);
  const keys = new Uint32Array(columns.size);
  let found = 0;
  const known = new Set<string>();
  const add = (term: string) => {
    if (known.has(term)) return;
    known.add(term);
    const having = counts.count(term);
    const rarity = rarityOf(having.length, all);
    const { counts: often } = counts;
    for (let i = 0; i < having.length; i++) {
      const key = having[i] as number;
      const before = scores[key] as number;
      if (before === 0) keys[found++] = key;
      scores[key] = before + rarity * fitOf(often[key] as number, (lengths[key] as number) - 1, average);
    }
  };
  // In place of a term that no record has, those that are spelled most alike.
  for (const term of terms) for (const each of counts.count(term).length > 0 ? [term] : counts.near(term)) add(each);
  return { keys: keys.subarray(0, found), scores };
}

/** Counts how often records have a term, by the weights of the columns. */
class TermCounts {
  readonly #lookup: WordLookup;
  readonly #sums: Sums;
  #counted = '';

  constructor(database: Database, columns: Columns) {
    this.#lookup = new WordLookup(database);
    const { size } = columns;
    const lengths = columns.get('length');
    this.#sums = { counts: new Float32Array(size), keys: new Uint32Array(size), size: 0, lengths };
  }

  /** How often each record has the term that was counted last: multiples of a half, which are exact. */
  get counts(): Float32Array {
    return this.#sums.counts;
  }

  /** The terms that somebody may have meant by one that no record has. */
  near(term: string): string[] {
    return nearWords(term, new Set(this.#lookup.tokensLike(term)), (word) => this.count(word).length);
  }

  /** The records that have a term. They and their counts are known until the next term is counted. */
  count(term: string): Uint32Array {
    if (term !== this.#counted) this.#countNew(term);
    this.#counted = term;
    return this.#sums.keys.subarray(0, this.#sums.size);
  }

  #countNew(term: string): void {
    const sums = this.#sums;
    const { counts, keys, lengths } = sums;
    for (let i = 0; i < sums.size; i++) counts[keys[i] as number] = 0;
    sums.size = 0;
    const byTimes = Map.groupBy(this.#lookup.rankedBy(term), ({ times }) => times);
    for (const [times, lists] of byTimes) {
      for (const { records, contexts } of this.#lookup.occurrences(lists.map(({ list }) => list))) {
        addRecords(records, times * WEIGHTS.head, times * WEIGHTS.rest, sums);
        if (contexts)
          eachContext(contexts, (first, own, often) => {
            const count = times * WEIGHTS.context * often;
            for (let key = first; key < first + own; key++) {
              if (!lengths[key]) continue;
              const before = counts[key] as number;
              if (before === 0) keys[sums.size++] = key;
              counts[key] = before + count;
            }
          });
      }
    }
  }
}

/**
 * The best ones, as many as `candidates` chooses from and one more. If all of them are equally good, those that come first in the
 * archive.
 */
function best(
  { keys, scores }: Scores,
  admits: Admits,
  inOrderOfArchive: (keys: number[]) => number[],
): Scored<number>[] {
  const most = MOST_CANDIDATES + 1;
  let found: Scored<number>[] = [];
  let least = Number.NEGATIVE_INFINITY;
  const cut = () => {
    found = found.sort((a, b) => b.score - a.score).slice(0, most);
    if (found.length === most) least = found.at(-1)?.score ?? least;
  };
  for (const key of keys) {
    const score = scores[key] as number;
    if (score <= least || !admits(key)) continue;
    found.push({ item: key, score });
    if (found.length > 8 * most) cut();
  }
  cut();
  const [first] = found;
  if (!first || found.length < most || found.at(-1)?.score !== first.score) return found;
  const equal = Array.from(keys).filter((key) => scores[key] === first.score && admits(key));
  return inOrderOfArchive(equal)
    .slice(0, most)
    .map((item) => ({ item, score: first.score }));
}
