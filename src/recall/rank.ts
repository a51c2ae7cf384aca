/**
 * Ranks records by a question, as FTS5 does (https://sqlite.org/fts5.html#the_bm25_function): here by their texts, in
 * `src/node/recall/rank-index.ts` by the index. Then the best are put in their final order.
 */
import { foldText, hasPhrase } from '../search/words.ts';
import { compare } from '../value/compare.ts';
import { COLUMNS, type Question, type RankedColumns } from './tokens.ts';

/** How much a word counts in each column. */
export const WEIGHTS: Readonly<Record<keyof RankedColumns, number>> = { head: 2, rest: 1, context: 0.5 };

/** How many records are put in their final order. */
export const MOST_CANDIDATES = 300;

/** As in FTS5. */
const K1 = 1.2;
const B = 0.75;
const LEAST_RARITY = 1e-6;

/** A record and how well it fits, greater being better. */
export interface Scored<Item> {
  item: Item;
  score: number;
}

/** What the final order looks at. */
export interface Rankable {
  text: string;
  /** Local `YYYY-MM-DD`. */
  date: string;
  /** Local `HH:MM`; null if unknown. */
  time: string | null;
  /** Its session's name and its place there. */
  session: string;
  anchor: string;
}

interface Counted {
  /** How often each term occurs, by the weights of the columns. */
  counts: number[];
  length: number;
}

/**
 * The scores of all items that have a term of the question and that are `admitted`, in the given order. How rare a term is
 * depends on all items.
 */
export function bm25<Item>(
  items: readonly Item[],
  columnsOf: (item: Item) => RankedColumns,
  { terms }: Question,
  admits: (item: Item) => boolean,
): Scored<Item>[] {
  const index = new Map(terms.map((term, i) => [term, i]));
  const counted = items.map((item) => countedIn(columnsOf(item), index));
  const average = counted.reduce((sum, { length }) => sum + length, 0) / items.length;
  const rarity = terms.map((_, i) =>
    rarityOf(counted.filter(({ counts }) => (counts[i] ?? 0) > 0).length, items.length),
  );
  return counted.flatMap(({ counts, length }, at): Scored<Item>[] => {
    const item = items[at];
    if (item === undefined || !counts.some((count) => count > 0) || !admits(item)) return [];
    const score = counts.reduce((sum, count, i) => sum + (rarity[i] ?? 0) * fitOf(count, length, average), 0);
    return [{ item, score }];
  });
}

/** What a term counts that so many of all records have. */
export function rarityOf(having: number, all: number): number {
  return Math.max(Math.log((all - having + 0.5) / (having + 0.5)), 0) || LEAST_RARITY;
}

/** How well a record fits that has a term so often, by its length and the average of all lengths. */
function fitOf(count: number, length: number, average: number): number {
  return (count * (K1 + 1)) / (count + (K1 * (1 - B) + ((K1 * B) / average) * length));
}

/** Records with their scores, as they are summed up term by term. */
export interface ScoreSums {
  /** By key. */
  scores: Float64Array;
  /** The keys of records with a score, each once, and how many there are. */
  keys: Uint32Array;
  size: number;
}

/** What a term adds: how often records have it. Both are by key; lengths are one more than those of `fitOf`. */
interface TermSums {
  keys: Uint32Array;
  size: number;
  counts: Float32Array;
  lengths: Uint16Array;
}

/** Adds `fitOf` the records that have a term, by how rare it is: in one loop, as a call for each takes longer than the sum. */
export function addFits(sums: ScoreSums, term: TermSums, rarity: number, average: number): void {
  const { keys: having, size: all, counts, lengths } = term;
  const { scores, keys } = sums;
  const [most, least, perToken] = [K1 + 1, K1 * (1 - B), (K1 * B) / average];
  let { size } = sums;
  for (let i = 0; i < all; i++) {
    const key = having[i] as number;
    const count = counts[key] as number;
    const fit = (count * most) / (count + (least + perToken * ((lengths[key] as number) - 1)));
    const before = scores[key] as number;
    if (before === 0) keys[size++] = key;
    scores[key] = before + rarity * fit;
  }
  sums.size = size;
}

function countedIn(columns: RankedColumns, index: ReadonlyMap<string, number>): Counted {
  const counts = Array.from({ length: index.size }, () => 0);
  let length = 0;
  for (const column of COLUMNS) {
    for (const token of columns[column].split(' ')) {
      if (token === '') continue;
      length += 1;
      const at = index.get(token);
      if (at !== undefined) counts[at] = (counts[at] ?? 0) + WEIGHTS[column];
    }
  }
  return { counts, length };
}

/** The best candidates: at most `MOST_CANDIDATES`, without the last ones if others with their score are left out. */
export function candidates<Item>(scored: readonly Scored<Item>[]): Scored<Item>[] {
  const best = scored.toSorted((a, b) => b.score - a.score).slice(0, MOST_CANDIDATES + 1);
  const last = best.length > MOST_CANDIDATES ? best.at(-1)?.score : undefined;
  const kept = last === undefined ? best : best.filter(({ score }) => score > last);
  return kept.length > 0 ? kept : best.slice(0, MOST_CANDIDATES);
}

/** A whole question that stands in a text counts so much more. */
const PHRASE = 1.5;
/** Scores this close are equal (a part of the score): the newer record comes first. */
const CLOSE = 0.02;

/** The final order: best first; of about equal ones, the newest. */
export function inOrder<Item extends Rankable>(found: readonly Scored<Item>[], { phrase }: Question): Scored<Item>[] {
  const mayHave = phraseTest(phrase);
  const boosted = found.map(({ item, score }) => {
    const isWhole = mayHave(item.text) && hasPhrase(foldText(item.text), phrase);
    return { item, score: isWhole ? score * PHRASE : score };
  });
  return boosted.sort(
    (a, b) =>
      compare(levelOf(b.score), levelOf(a.score)) ||
      compare(b.item.date, a.item.date) ||
      compare(b.item.time ?? '', a.item.time ?? '') ||
      compare(b.item.session, a.item.session) ||
      compare(a.item.anchor, b.item.anchor),
  );
}

/** What no text with this folded phrase fails: a quick look, as folding hundreds of texts takes longer than the rest of an answer. */
function phraseTest(phrase: string): (text: string) => boolean {
  if (phrase === '') return () => false;
  // Other letters may fold to these, so only texts of ASCII are judged; V8 refuses patterns that are too long.
  if (phrase.length > LONGEST_TESTED || !ASCII.test(phrase)) return () => true;
  const words = phrase.split(' ').map((word) => Array.from(word, (c) => `\\u{${c.charCodeAt(0).toString(16)}}`));
  const folded = new RegExp(words.map((characters) => characters.join('[^\\w$#+\\s]*')).join('[^\\w$#+]+'), 'iu');
  return (text) => !ASCII.test(text) || folded.test(text);
}

const ASCII = /^[\0-\x7f]*$/;
const LONGEST_TESTED = 300;

/** Scores in steps, so that an order exists: closeness alone would not be transitive. */
function levelOf(score: number): number {
  return score <= 0 ? Number.NEGATIVE_INFINITY : Math.round(Math.log(score) / CLOSE);
}
