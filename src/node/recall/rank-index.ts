/** Ranks records by a question from the index: the same order as `bm25` gives by reading all (`src/recall/rank.ts`). */
import type { MachineNames } from '#src/project/machines.ts';
import type { FoundRecord } from '#src/recall/found.ts';
import { nearWords } from '#src/recall/near-words.ts';
import { candidates, inOrder, MOST_CANDIDATES, type Scored, WEIGHTS } from '#src/recall/rank.ts';
import { COLUMNS, type Question } from '#src/recall/tokens.ts';
import { recordsAt } from './read-records.ts';
import type { Database } from './sqlite.ts';
import type { Where } from './where.ts';

/** Of so many matches, the best ones are looked through first: mostly enough of them pass a filter. */
const MOST_FIRST = 3000;

interface Ranked {
  item: number;
  score: number;
}

/** The best records for a question among those that pass a filter, best first. */
export function rankIndex(
  database: Database,
  question: Question,
  where: Where,
  machines: MachineNames,
): Scored<FoundRecord>[] {
  const terms = correctedTerms(database, question.terms);
  if (terms.length === 0) return [];
  const scored = candidates(bestRecords(database, terms.map((term) => `"${term}"`).join(' OR '), where));
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

/** As many as `candidates` chooses from, and one more. */
function bestRecords(database: Database, match: string, { sql, values }: Where): Ranked[] {
  const weights = COLUMNS.map((column) => WEIGHTS[column].toFixed(2)).join(', ');
  const matching = `SELECT rowid AS key, -bm25(ranked, ${weights}) AS score FROM ranked WHERE ranked MATCH ? ORDER BY score DESC LIMIT ?`;
  const select = (query: string, ...given: (string | number)[]): Ranked[] =>
    database
      .prepare(query)
      .all(...given)
      .map(({ key, score }) => ({ item: Number(key), score: Number(score) }));
  if (sql === '1') return select(matching, match, MOST_CANDIDATES + 1);
  const passing = (limit: number) =>
    select(
      `SELECT best.key, best.score FROM (${matching}) best JOIN records r ON r.key = best.key
      JOIN sessions s ON s.key = r.session WHERE ${sql} ORDER BY best.score DESC LIMIT ?`,
      ...[match, limit, ...values, MOST_CANDIDATES + 1],
    );
  const first = passing(MOST_FIRST);
  // With only one score, it would matter which of them were looked through.
  const isEnough = first.length > MOST_CANDIDATES && first.at(0)?.score !== first.at(-1)?.score;
  return isEnough ? first : passing(-1);
}

/** The terms, with those that no record has replaced by the ones that are spelled most alike. */
function correctedTerms(database: Database, terms: readonly string[]): string[] {
  const known = database.prepare('SELECT 1 FROM vocabulary WHERE term = ?');
  const alike = database.prepare('SELECT term, doc AS records FROM vocabulary WHERE term >= ? AND term < ?');
  return [
    ...new Set(
      terms.flatMap((term) => {
        if (known.get(term)) return [term];
        const [first = ''] = term;
        const others = alike.all(first, `${first}\u{10ffff}`);
        return nearWords(
          term,
          others.map((row) => ({ term: String(row.term), records: Number(row.records) })),
        );
      }),
    ),
  ];
}
