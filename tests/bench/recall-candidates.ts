/** What might improve the ranking, each alone on top of today's. */
import type { FoundRecord } from '#src/recall/found.ts';
import { bm25, type Scored } from '#src/recall/rank.ts';
import { questionOf, type RankedColumns, rankedColumns, tokensOf } from '#src/recall/tokens.ts';
import { foldText } from '#src/search/words.ts';
import { type Ranking, today } from './recall-rankings.ts';

/** How many of the best a candidate looks at. */
const BEST = 300;
/** In reciprocal rank fusion, as is common. */
const FUSION = 60;
/** Of pseudo-relevance feedback: the first records, how many of their words are added, and their share. */
const FEEDBACK = { records: 5, words: 10, share: 0.3 };
/** Words at most this many tokens apart are near each other. */
const NEAR = 8;
const DAY = 86_400_000;

/** The rankings that might be better, by name. */
export function candidates(records: readonly FoundRecord[], base: Ranking): Map<string, Ranking> {
  const tokens = new Map(records.map((record) => [record, tokensOf(record.text)]));
  const tokensIn = (record: FoundRecord) => tokens.get(record) ?? [];
  const having = documentCounts([...tokens.values()]);
  const idf = (term: string) => Math.log(1 + records.length / ((having.get(term) ?? 0) + 0.5));
  const newest = Math.max(...records.map(({ date }) => Date.parse(date)));
  const boosted =
    (factor: (item: FoundRecord, words: string) => number): Ranking =>
    (words) =>
      sorted(base(words).map(({ item, score }) => ({ item, score: score * factor(item, words) })));
  return new Map<string, Ranking>([
    ['trigram fusion', trigramFusion(records, base)],
    ['proximity', boosted((item, words) => 1 + 0.5 * nearness(questionOf(words).terms, tokensIn(item)))],
    [
      'share of the question',
      boosted((item, words) => {
        const { terms } = questionOf(words);
        const own = new Set(tokensIn(item));
        const sum = (some: readonly string[]) => some.reduce((total, term) => total + idf(term), 0);
        return 0.5 + sum(terms.filter((term) => own.has(term))) / sum(terms);
      }),
    ],
    ['feedback from the top 5', feedback(records, base, tokensIn, idf)],
    ...[0.1, 0.3].map((share): [string, Ranking] => [`session’s best × ${share}`, withSessions(base, share)]),
    ['tag and kind as words', today(records.map(withKind))],
    ...[30, 180].map((days): [string, Ranking] => [
      `newer first, half-life ${days} days`,
      boosted(({ date }) => 1 + 0.2 * 2 ** ((Date.parse(date) - newest) / DAY / days)),
    ]),
  ]);
}

function trigramFusion(records: readonly FoundRecord[], base: Ranking): Ranking {
  const columns = new Map(
    records.map((record): [FoundRecord, RankedColumns] => [
      record,
      { head: '', rest: trigrams(record.text).join(' '), context: '' },
    ]),
  );
  const columnsOf = (record: FoundRecord) => columns.get(record) ?? { head: '', rest: '', context: '' };
  return (words) => {
    const terms = [...new Set(trigrams(words))];
    const others = sorted(bm25(records, columnsOf, { terms, phrase: '' }, () => true)).slice(0, BEST);
    const scores = new Map<FoundRecord, number>();
    for (const ranked of [base(words), others])
      for (const [place, { item }] of ranked.entries())
        scores.set(item, (scores.get(item) ?? 0) + 1 / (FUSION + place + 1));
    return sorted([...scores].map(([item, score]) => ({ item, score })));
  };
}

/** The groups of three characters in each word, with its ends marked. */
function trigrams(text: string): string[] {
  return foldText(text)
    .text.split(' ')
    .flatMap((word) => {
      const characters = Array.from(`^${word}$`);
      return characters.slice(2).map((third, i) => `${characters[i]}${characters[i + 1]}${third}`);
    });
}

/** The share of neighbours in the question that are near each other in a text. */
function nearness(terms: readonly string[], tokens: readonly string[]): number {
  const at = new Map<string, number[]>();
  for (const [place, token] of tokens.entries()) at.set(token, [...(at.get(token) ?? []), place]);
  const pairs = terms.slice(1).map((term, i) => [terms[i] ?? '', term] as const);
  const near = pairs.filter(([a, b]) =>
    at.get(a)?.some((first) => at.get(b)?.some((second) => Math.abs(first - second) <= NEAR)),
  );
  return pairs.length === 0 ? 0 : near.length / pairs.length;
}

function feedback(
  records: readonly FoundRecord[],
  base: Ranking,
  tokensIn: (record: FoundRecord) => readonly string[],
  idf: (term: string) => number,
): Ranking {
  const columns = new Map(records.map((record) => [record, rankedColumns(record.text, record.title, record.branch)]));
  const columnsOf = (record: FoundRecord) => columns.get(record) ?? { head: '', rest: '', context: '' };
  return (words) => {
    const ranked = base(words);
    const weights = new Map<string, number>();
    for (const { item, score } of ranked.slice(0, FEEDBACK.records)) {
      const own = tokensIn(item);
      for (const token of own) weights.set(token, (weights.get(token) ?? 0) + (score * idf(token)) / own.length);
    }
    const terms = [...weights].sort((a, b) => b[1] - a[1]).slice(0, FEEDBACK.words);
    const expanded = bm25(records, columnsOf, { terms: terms.map(([term]) => term), phrase: '' }, () => true);
    const scores = new Map<FoundRecord, number>();
    for (const [list, share] of [
      [ranked, 1 - FEEDBACK.share],
      [expanded, FEEDBACK.share],
    ] as const) {
      const most = Math.max(...list.map(({ score }) => score));
      for (const { item, score } of list) scores.set(item, (scores.get(item) ?? 0) + (share * score) / most);
    }
    return sorted([...scores].map(([item, score]) => ({ item, score })));
  };
}

/** Each record gets a share of the best score in its session. */
function withSessions(base: Ranking, share: number): Ranking {
  return (words) => {
    const ranked = base(words);
    const best = new Map<string, number>();
    for (const { item, score } of ranked) best.set(item.sessionId, Math.max(best.get(item.sessionId) ?? 0, score));
    return sorted(ranked.map(({ item, score }) => ({ item, score: score + share * (best.get(item.sessionId) ?? 0) })));
  };
}

function withKind(record: FoundRecord): FoundRecord {
  return { ...record, title: `${record.title} ${record.tag ?? ''} ${record.kind}` };
}

function documentCounts(texts: readonly (readonly string[])[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const tokens of texts) for (const token of new Set(tokens)) counts.set(token, (counts.get(token) ?? 0) + 1);
  return counts;
}

function sorted(scored: readonly Scored<FoundRecord>[]): Scored<FoundRecord>[] {
  return scored.toSorted((a, b) => b.score - a.score);
}
