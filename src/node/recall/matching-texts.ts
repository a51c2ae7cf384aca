/** Finds the records whose texts match a query, as `searchRecords` does by reading all (src/search/search-records.ts). */
import { eachRecord } from '#src/recall/occurrences.ts';
import type { Query } from '#src/search/query.ts';
import { foldedQuery } from '#src/search/search-records.ts';
import { type FoldedText, foldText, hasPhrase } from '#src/search/words.ts';
import type { Columns } from './columns.ts';
import type { Database } from './sqlite.ts';
import { type FoundWord, WordLookup } from './word-lookup.ts';

/** Records that match, in ascending order. */
export interface Matches {
  keys: Uint32Array;
  /** By key; null if all are equal. */
  scores: Uint32Array | null;
}

/** The records whose texts match the words and phrases of a query. */
export function matchingTexts(database: Database, columns: Columns, query: Query): Matches {
  const { words, phrases, without } = foldedQuery(query);
  const search = new TextSearch(database, columns);
  if ([...words, ...phrases].includes('')) return { keys: new Uint32Array(0), scores: search.scores };
  for (const word of words) search.needWord(word);
  for (const phrase of phrases) search.needPhrase(phrase);
  for (const phrase of without) if (phrase !== '') search.exclude(phrase);
  return { keys: search.found(), scores: search.scores };
}

/** What a record has of a word: words that begin with it, or the whole of it. */
const BEGINNING = 1;
const WHOLE = 2;

class TextSearch {
  readonly scores: Uint32Array;
  readonly #columns: Columns;
  readonly #lookup: WordLookup;
  readonly #textAt: (key: number) => FoldedText;
  /** By key: whether the record matches so far, and what it has of the last word. */
  readonly #matches: Uint8Array;
  readonly #marks: Uint8Array;
  /** By key: whether the text itself has to be compared; and with what. */
  readonly #isDoubtful: Uint8Array;
  readonly #tests: ((text: FoldedText) => boolean)[] = [];

  constructor(database: Database, columns: Columns) {
    const { size } = columns;
    this.scores = new Uint32Array(size);
    this.#columns = columns;
    this.#lookup = new WordLookup(database);
    const text = database.prepare('SELECT text FROM records WHERE key = ?');
    this.#textAt = (key) => foldText(String(text.get(key)?.text ?? ''));
    this.#matches = new Uint8Array(size);
    this.#marks = new Uint8Array(size);
    this.#isDoubtful = new Uint8Array(size);
    const lengths = columns.get('length');
    for (let key = 0; key < size; key++) this.#matches[key] = lengths[key] === 0 ? 0 : 1;
  }

  /** A word counts double as a whole, and double again at the beginning of the text, as in `scoreOf`. */
  needWord(word: string): void {
    const found = this.#lookup.startingWith(word);
    const byWhole = Map.groupBy(found, ({ folded }) => hasPhrase(folded, word));
    this.#marks.fill(0);
    this.#mark(byWhole.get(false) ?? [], BEGINNING);
    this.#mark(byWhole.get(true) ?? [], WHOLE);
    const isFirst = this.#firstTest(found.filter(({ folded }) => folded.text.startsWith(word)));
    for (let key = 0; key < this.#marks.length; key++) {
      const mark = this.#marks[key] ?? 0;
      if (mark === 0) this.#matches[key] = 0;
      else this.scores[key] = (this.scores[key] ?? 0) + mark * (isFirst(key) ? 2 : 1);
    }
  }

  /** Whether the text of a record begins with one of these. */
  #firstTest(words: readonly FoundWord[]): (key: number) => boolean {
    const parts = new Set(words.flatMap(({ isPart, key }) => (isPart ? [key] : [])));
    const whole = new Set(words.flatMap(({ isPart, key }) => (isPart ? [] : [key + 1])));
    const [firsts, firstWords] = [this.#columns.get('first'), this.#columns.get('firstWord')];
    return (key) => parts.has(firsts[key] ?? 0) || whole.has(firstWords[key] ?? 0);
  }

  needPhrase(phrase: string): void {
    const isCertain = this.#markPhrase(phrase);
    if (!isCertain) this.#compare((text) => hasPhrase(text, phrase));
    this.#filter((mark) => mark !== 0);
  }

  exclude(phrase: string): void {
    const isCertain = this.#markPhrase(phrase);
    if (isCertain) this.#filter((mark) => mark === 0);
    else this.#compare((text) => !hasPhrase(text, phrase));
  }

  /** The keys of all records that match. */
  found(): Uint32Array {
    const keys = new Uint32Array(this.#matches.length);
    let found = 0;
    for (let key = 0; key < keys.length; key++) {
      if (this.#matches[key] === 0) continue;
      if (this.#isDoubtful[key] === 0 || this.#passes(this.#textAt(key))) keys[found++] = key;
    }
    return keys.subarray(0, found);
  }

  #passes(text: FoldedText): boolean {
    return this.#tests.every((test) => test(text));
  }

  /** Marks the records that have a phrase; returns false if all that is known is that they have its words. */
  #markPhrase(phrase: string): boolean {
    const [first = '', ...others] = phrase.split(' ');
    this.#marks.fill(0);
    this.#markWhole(first);
    for (const word of others) {
      const before = this.#marks.slice();
      this.#marks.fill(0);
      this.#markWhole(word);
      for (let key = 0; key < before.length; key++) if (before[key] === 0) this.#marks[key] = 0;
    }
    return others.length === 0;
  }

  #markWhole(word: string): void {
    this.#mark(
      this.#lookup.startingWith(word).filter(({ folded }) => hasPhrase(folded, word)),
      WHOLE,
    );
  }

  #mark(words: readonly FoundWord[], mark: number): void {
    const marks = this.#marks;
    for (const { records } of this.#lookup.occurrences(words.map(({ list }) => list)))
      eachRecord(records, (key) => {
        marks[key] = mark;
      });
  }

  /** Has the texts of marked records compared. */
  #compare(test: (text: FoldedText) => boolean): void {
    this.#tests.push(test);
    for (let key = 0; key < this.#marks.length; key++) if (this.#marks[key] !== 0) this.#isDoubtful[key] = 1;
  }

  #filter(keeps: (mark: number) => boolean): void {
    for (let key = 0; key < this.#marks.length; key++) if (!keeps(this.#marks[key] ?? 0)) this.#matches[key] = 0;
  }
}
