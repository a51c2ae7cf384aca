/** Ranks records by a question from the index: the same order as `bm25` gives by reading all (`src/recall/rank.ts`). */
import type { FoundRecord } from '#src/recall/found.ts';
import { nearWords } from '#src/recall/near-words.ts';
import { candidates, inOrder, MOST_CANDIDATES, type Scored, WEIGHTS } from '#src/recall/rank.ts';
import { COLUMNS, type Question } from '#src/recall/tokens.ts';
import { recordsAt } from './read-records.ts';
import type { Database } from './sqlite.ts';
import type { Where } from './where.ts';

/** The best records for a question among those that pass a filter, best first. */
export function rankIndex(database: Database, question: Question, { sql, values }: Where): Scored<FoundRecord>[] {
  const terms = correctedTerms(database, question.terms);
  if (terms.length === 0) return [];
  const weights = COLUMNS.map((column) => WEIGHTS[column].toFixed(2)).join(', ');
  const rows = database
    .prepare(
      `SELECT r.key, -bm25(ranked, ${weights}) AS score FROM ranked JOIN records r ON r.key = ranked.rowid
      JOIN sessions s ON s.key = r.session WHERE ranked MATCH ? AND ${sql} ORDER BY score DESC LIMIT ?`,
    )
    .all(terms.map((term) => `"${term}"`).join(' OR '), ...values, MOST_CANDIDATES + 1);
  const scored = candidates(rows.map(({ key, score }) => ({ item: Number(key), score: Number(score) })));
  const records = recordsAt(
    database,
    scored.map(({ item }) => item),
  );
  return inOrder(
    records.map((item, i) => ({ item, score: scored[i]?.score ?? 0 })),
    question,
  );
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
