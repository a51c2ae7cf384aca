/** Rankings to compare, from the simplest to what `chronicle recall` does, out of the code that it uses. */
import { stemmer } from 'stemmer';
import { type FoundRecord, rankAll } from '#src/recall/found.ts';
import { bm25, inOrder, type Scored } from '#src/recall/rank.ts';
import { type Question, questionOf, type RankedColumns, rankedColumns, tokensOf } from '#src/recall/tokens.ts';
import { EMPTY_QUERY } from '#src/search/query.ts';
import { RECORD_KINDS } from '#src/search/record.ts';
import { chunksOf, foldText, hasPhrase } from '#src/search/words.ts';

/** The records for a question, best first. */
export type Ranking = (words: string) => Scored<FoundRecord>[];

/** How a text becomes tokens. */
type Tokenizer = (text: string) => string[];

interface Steps {
  tokens: Tokenizer;
  /** Whether a record needs all words. */
  needsAll?: boolean;
  /** Whether words that say nothing are left out. */
  isTelling?: boolean;
  isWeighted?: boolean;
  isPhraseBoosted?: boolean;
}

/** Words between spaces and punctuation, in lower case and without accents. */
const plainWords: Tokenizer = (text) =>
  text.split(/[^\p{L}\p{M}\p{N}_]+/u).flatMap((word) => foldText(word).text || []);

const stemmedWords: Tokenizer = (text) =>
  plainWords(text).map((word) => (/^[a-z]{3,30}$/.test(word) ? stemmer(word) : word));

/** As `tokensOf`, with the endings of words. */
const unstemmedTokens: Tokenizer = (text) =>
  chunksOf(text).flatMap((chunk) => {
    const { text: folded, parts } = foldText(chunk);
    if (folded === '') return [];
    const bounds = [...parts, folded.length];
    const pieces = bounds.slice(1).map((end, i) => folded.slice(bounds[i], end).replace(/_+$/, ''));
    const tokens = pieces.flatMap((piece) => (/^[a-z]+$/.test(piece) ? [piece] : tokensOf(piece)));
    return pieces.length > 1 ? [folded, ...tokens] : tokens;
  });

/** The steps from one whole phrase to today's ranking, by name. The last is what `recall` does. */
export function steps(records: readonly FoundRecord[], base: Ranking): Map<string, Ranking> {
  const of = (each: Steps) => ranking(records, each);
  const telling = { isTelling: true };
  return new Map<string, Ranking>([
    ['whole question as one phrase', wholePhrase(records)],
    ['words, all of them', of({ tokens: plainWords, needsAll: true })],
    ['words, any of them', of({ tokens: plainWords })],
    ['+ stop words', of({ tokens: plainWords, ...telling })],
    ['+ stems', of({ tokens: stemmedWords, ...telling })],
    ['+ parts of names, pairs', of({ tokens: tokensOf, ...telling })],
    ['+ weights of columns', of({ tokens: tokensOf, ...telling, isWeighted: true })],
    ['+ phrase boost', of({ tokens: tokensOf, ...telling, isWeighted: true, isPhraseBoosted: true })],
    ['+ near words = today', base],
  ]);
}

/** The row with the phrase boost, with the endings of words. */
export function withoutStems(records: readonly FoundRecord[]): Ranking {
  return ranking(records, { tokens: unstemmedTokens, isTelling: true, isWeighted: true, isPhraseBoosted: true });
}

/** As `recall` asks: a query without words would leave out the kinds that nearly every session has. */
const QUERY = { ...EMPTY_QUERY, kinds: RECORD_KINDS };

/** What `recall` does. Answers are kept, as other rankings start from them. */
export function today(records: readonly FoundRecord[]): Ranking {
  const known = new Map<string, Scored<FoundRecord>[]>();
  return (words) => {
    const ranked = known.get(words) ?? rankAll(records, questionOf(words), QUERY);
    known.set(words, ranked);
    return ranked;
  };
}

function wholePhrase(records: readonly FoundRecord[]): Ranking {
  const folded = records.map((item) => ({ item, text: foldText(item.text) }));
  return (words) => {
    const phrase = foldText(words).text;
    const having = folded.filter(({ text }) => hasPhrase(text, phrase));
    return inOrder(
      having.map(({ item }) => ({ item, score: 1 })),
      { terms: [], phrase: '' },
    );
  };
}

function ranking(records: readonly FoundRecord[], { tokens, ...each }: Steps): Ranking {
  const columns = new Map(records.map((record) => [record, columnsFor(record, tokens, each.isWeighted === true)]));
  const columnsOf = (record: FoundRecord) => columns.get(record) ?? { head: '', rest: '', context: '' };
  const having = new Map(
    records.map((record) => [record, new Set(Object.values(columnsOf(record)).join(' ').split(' '))]),
  );
  return (words) => {
    const chunks = chunksOf(words);
    const telling = chunks.filter(isTelling);
    const asked = each.isTelling && telling.length > 0 ? telling : chunks;
    const question: Question = { terms: [...new Set(tokens(asked.join(' ')))], phrase: '' };
    const admits = (record: FoundRecord) =>
      !each.needsAll || question.terms.every((term) => having.get(record)?.has(term));
    return inOrder(bm25(records, columnsOf, question, admits), {
      ...question,
      phrase: each.isPhraseBoosted ? questionOf(words).phrase : '',
    });
  };
}

/** Whether `recall` looks for a word if the question has others. */
function isTelling(word: string): boolean {
  return questionOf(`${word} zzzz`).terms.some((term) => term !== 'zzzz');
}

function columnsFor(record: FoundRecord, tokens: Tokenizer, isWeighted: boolean): RankedColumns {
  if (isWeighted && tokens === tokensOf) return rankedColumns(record.text, record.title, record.branch);
  const context = tokens(`${record.title} ${record.branch}`);
  const [first = '', ...others] = record.text.split('\n');
  const [head, rest] = [tokens(first), tokens(others.join('\n'))];
  return isWeighted
    ? { head: head.join(' '), rest: rest.join(' '), context: context.join(' ') }
    : { head: '', rest: [...head, ...rest, ...context].join(' '), context: '' };
}
