/** Ranks records by a question from the index: the same order as `bm25` gives by reading all (`src/recall/rank.ts`). */
import type { MachineNames } from '#src/project/machines.ts';
import type { FoundRecord } from '#src/recall/found.ts';
import { nearWords } from '#src/recall/near-words.ts';
import { eachContext, ReadRecords } from '#src/recall/occurrences.ts';
import { candidates, fitOf, inOrder, MOST_CANDIDATES, rarityOf, type Scored, WEIGHTS } from '#src/recall/rank.ts';
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
  const isFound = new Uint8Array(columns.size);
  const keys = new Uint32Array(columns.size);
  let found = 0;
  const known = new Set<string>();
  const add = (term: string) => {
    if (known.has(term)) return;
    known.add(term);
    const having = counts.count(term);
    const rarity = rarityOf(having.length, all);
    for (let i = 0; i < having.length; i++) {
      const key = having[i] ?? 0;
      scores[key] = (scores[key] ?? 0) + rarity * fitOf(counts.of(key), (lengths[key] ?? 0) - 1, average);
      if (isFound[key] === 0) keys[found++] = key;
      isFound[key] = 1;
    }
  };
  // In place of a term that no record has, those that are spelled most alike.
  for (const term of terms) for (const each of counts.count(term).length > 0 ? [term] : counts.near(term)) add(each);
  return { keys: keys.subarray(0, found), scores };
}

/** Counts how often records have a term, by the weights of the columns. */
class TermCounts {
  readonly #lookup: WordLookup;
  readonly #lengths: Uint32Array;
  readonly #counts: Float64Array;
  readonly #keys: Uint32Array;
  readonly #read = new ReadRecords();
  #having = 0;
  #counted = '';

  constructor(database: Database, columns: Columns) {
    this.#lookup = new WordLookup(database);
    this.#lengths = columns.get('length');
    this.#counts = new Float64Array(columns.size);
    this.#keys = new Uint32Array(columns.size);
  }

  /** The terms that somebody may have meant by one that no record has. */
  near(term: string): string[] {
    return nearWords(term, new Set(this.#lookup.tokensLike(term)), (word) => this.count(word).length);
  }

  /** The records that have a term. They and their counts are known until the next term is counted. */
  count(term: string): Uint32Array {
    if (term !== this.#counted) this.#countNew(term);
    this.#counted = term;
    return this.#keys.subarray(0, this.#having);
  }

  of(key: number): number {
    return this.#counts[key] ?? 0;
  }

  #countNew(term: string): void {
    const counts = this.#counts;
    for (let i = 0; i < this.#having; i++) counts[this.#keys[i] ?? 0] = 0;
    this.#having = 0;
    const read = this.#read;
    const byTimes = Map.groupBy(this.#lookup.rankedBy(term), ({ times }) => times);
    for (const [times, lists] of byTimes) {
      for (const { records, contexts } of this.#lookup.occurrences(lists.map(({ list }) => list))) {
        read.read(records);
        for (let i = 0; i < read.size; i++) {
          const count = WEIGHTS.head * (read.heads[i] ?? 0) + WEIGHTS.rest * (read.rests[i] ?? 0);
          if (count > 0) this.#add(read.keys[i] ?? 0, times * count);
        }
        if (contexts)
          eachContext(contexts, (first, own, often) => {
            for (let key = first; key < first + own; key++) this.#add(key, times * WEIGHTS.context * often);
          });
      }
    }
  }

  #add(key: number, count: number): void {
    if ((this.#lengths[key] ?? 0) === 0) return;
    const before = this.#counts[key] ?? 0;
    if (before === 0) this.#keys[this.#having++] = key;
    this.#counts[key] = before + count;
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
    const score = scores[key] ?? 0;
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
