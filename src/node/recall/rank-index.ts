/** Ranks records by a question from the index: the same order as `bm25` gives by reading all (`src/recall/rank.ts`). */
import type { MachineNames } from '#src/project/machines.ts';
import type { FoundRecord } from '#src/recall/found.ts';
import { nearWords } from '#src/recall/near-words.ts';
import {
  addFits,
  candidates,
  inOrder,
  MOST_CANDIDATES,
  rarityOf,
  type Scored,
  type ScoreSums,
  WEIGHTS,
} from '#src/recall/rank.ts';
import { addContext, addRecords, eachContext, reserve, type Sums } from '#src/recall/read-occurrences.ts';
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

function scoresOf(database: Database, columns: Columns, terms: readonly string[]): ScoreSums {
  const counts = new TermCounts(database, columns);
  const totals = database.prepare('SELECT records, tokens FROM totals').get();
  const all = Number(totals?.records ?? 0);
  const average = Number(totals?.tokens ?? 0) / all;
  const scores = { scores: new Float64Array(columns.size), keys: new Uint32Array(0), size: 0 };
  const known = new Set<string>();
  const add = (term: string) => {
    if (known.has(term)) return;
    known.add(term);
    const sums = counts.count(term);
    reserve(scores, sums.size);
    addFits(scores, sums, rarityOf(sums.size, all), average);
  };
  // In place of a term that no record has, those that are spelled most alike.
  for (const term of terms) for (const each of counts.count(term).size > 0 ? [term] : counts.near(term)) add(each);
  return scores;
}

/** Counts how often records have a term, by the weights of the columns. */
class TermCounts {
  readonly #lookup: WordLookup;
  readonly #sums: Sums;
  #counted = '';

  constructor(database: Database, columns: Columns) {
    this.#lookup = new WordLookup(database);
    const lengths = columns.get('length');
    this.#sums = { counts: new Float32Array(columns.size), keys: new Uint32Array(0), size: 0, lengths };
  }

  /** The terms that somebody may have meant by one that no record has. */
  near(term: string): string[] {
    return nearWords(term, new Set(this.#lookup.tokensLike(term)), (word) => this.count(word).size);
  }

  /** The records that have a term and how often: multiples of a half, which are exact. Known until the next term is counted. */
  count(term: string): Readonly<Sums> {
    if (term !== this.#counted) this.#countNew(term);
    this.#counted = term;
    return this.#sums;
  }

  #countNew(term: string): void {
    const sums = this.#sums;
    for (let i = 0; i < sums.size; i++) sums.counts[sums.keys[i] as number] = 0;
    sums.size = 0;
    const byTimes = Map.groupBy(this.#lookup.rankedBy(term), ({ times }) => times);
    for (const [times, lists] of byTimes) {
      for (const { records, contexts } of this.#lookup.occurrences(lists.map(({ list }) => list))) {
        addRecords(records, times * WEIGHTS.head, times * WEIGHTS.rest, sums);
        if (contexts)
          eachContext(contexts, (first, own, often) => addContext(first, own, times * WEIGHTS.context * often, sums));
      }
    }
  }
}

/**
 * The best ones, as many as `candidates` chooses from and one more. If all of them are equally good, those that come first in the
 * archive.
 */
function best(
  { keys: all, size, scores }: ScoreSums,
  admits: Admits,
  inOrderOfArchive: (keys: number[]) => number[],
): Scored<number>[] {
  const keys = all.subarray(0, size);
  const most = MOST_CANDIDATES + 1;
  let found: Scored<number>[] = [];
  let least = Number.NEGATIVE_INFINITY;
  const cut = () => {
    found = found.sort((a, b) => b.score - a.score).slice(0, most);
    if (found.length === most) least = found.at(-1)?.score ?? least;
  };
  for (let i = 0; i < size; i++) {
    const key = keys[i] as number;
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
