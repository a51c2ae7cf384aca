/** Finds the records whose texts match a query, as `searchRecords` does by reading all (src/search/search-records.ts). */
import { ReadRecords } from '#src/recall/read-occurrences.ts';
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
  readonly #read = new ReadRecords();
  /** The records that match so far; null for all. */
  #keys: Uint32Array | null = null;
  /** By key: what the record has of the last word. */
  readonly #marks: Uint8Array;
  /** The records with a mark, each once. */
  readonly #marked: Uint32Array;
  #count = 0;
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
    this.#marks = new Uint8Array(size);
    this.#marked = new Uint32Array(size);
    this.#isDoubtful = new Uint8Array(size);
  }

  /** A word counts double as a whole, and double again at the beginning of the text, as in `scoreOf`. */
  needWord(word: string): void {
    const found = this.#lookup.startingWith(word);
    const byWhole = Map.groupBy(found, ({ folded }) => hasPhrase(folded, word));
    this.#clear();
    this.#mark(byWhole.get(false) ?? [], BEGINNING);
    this.#mark(byWhole.get(true) ?? [], WHOLE);
    const keys = this.#keepMarked();
    const isFirst = this.#firstTest(found.filter(({ folded }) => folded.text.startsWith(word)));
    for (let i = 0; i < keys.length; i++) {
      const key = keys[i] ?? 0;
      this.scores[key] = (this.scores[key] ?? 0) + (this.#marks[key] ?? 0) * (isFirst(key) ? 2 : 1);
    }
  }

  needPhrase(phrase: string): void {
    const isCertain = this.#markPhrase(phrase);
    if (!isCertain) this.#compare((text) => hasPhrase(text, phrase));
    this.#keepMarked();
  }

  exclude(phrase: string): void {
    const isCertain = this.#markPhrase(phrase);
    if (!isCertain) this.#compare((text) => !hasPhrase(text, phrase));
    else this.#keys = (this.#keys ?? this.#all()).filter((key) => this.#marks[key] === 0);
  }

  /** The keys of all records that match, in ascending order. */
  found(): Uint32Array {
    const sessions = this.#columns.get('session');
    const matches = (key: number) =>
      sessions[key] !== 0 && (this.#isDoubtful[key] === 0 || this.#passes(this.#textAt(key)));
    return (this.#keys ?? this.#all()).filter(matches).sort();
  }

  #passes(text: FoldedText): boolean {
    return this.#tests.every((test) => test(text));
  }

  #all(): Uint32Array {
    return this.#marked.map((_, key) => key);
  }

  /** Whether the text of a record begins with one of these. */
  #firstTest(words: readonly FoundWord[]): (key: number) => boolean {
    const parts = new Set(words.flatMap(({ isPart, key }) => (isPart ? [key] : [])));
    const whole = new Set(words.flatMap(({ isPart, key }) => (isPart ? [] : [key + 1])));
    const firsts = this.#columns.get('first');
    if (whole.size === 0) return (key) => parts.has(firsts[key] ?? 0);
    const firstWords = this.#columns.get('firstWord');
    return (key) => parts.has(firsts[key] ?? 0) || whole.has(firstWords[key] ?? 0);
  }

  /** Marks the records that have a phrase; returns false if all that is known is that they have its words. */
  #markPhrase(phrase: string): boolean {
    const [first = '', ...others] = phrase.split(' ');
    this.#clear();
    this.#markWhole(first);
    for (const word of others) {
      const before = this.#marked.slice(0, this.#count);
      this.#clear();
      this.#markWhole(word);
      const both = before.filter((key) => this.#marks[key] !== 0);
      this.#clear();
      for (const key of both) this.#markOne(key, WHOLE);
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
    const read = this.#read;
    for (const { records } of this.#lookup.occurrences(words.map(({ list }) => list))) {
      read.read(records);
      for (let i = 0; i < read.size; i++) this.#markOne(read.keys[i] ?? 0, mark);
    }
  }

  #markOne(key: number, mark: number): void {
    if (this.#marks[key] === 0) this.#marked[this.#count++] = key;
    this.#marks[key] = mark;
  }

  #clear(): void {
    this.#marks.fill(0);
    this.#count = 0;
  }

  /** Keeps the records that have a mark, and returns them. */
  #keepMarked(): Uint32Array {
    this.#keys = this.#keys?.filter((key) => this.#marks[key] !== 0) ?? this.#marked.slice(0, this.#count);
    return this.#keys;
  }

  /** Has the texts of marked records compared. */
  #compare(test: (text: FoldedText) => boolean): void {
    this.#tests.push(test);
    for (let i = 0; i < this.#count; i++) this.#isDoubtful[this.#marked[i] ?? 0] = 1;
  }
}
