/** Finds parts and words of the index and where they occur. */
import { foldedWord, singleWithin, tokensOfPart, wholeToken } from '#src/recall/indexed-word.ts';
import { MOST_CHANGES } from '#src/recall/near-words.ts';
import { listNumber, type Occurrences } from '#src/recall/occurrences.ts';
import { ReadRecords } from '#src/recall/read-occurrences.ts';
import { type FoldedText, hasWord } from '#src/search/words.ts';
import { Columns, hashOf, lettersOf, mayBeNear, shapeOf } from './columns.ts';
import type { Database, Statement } from './sqlite.ts';

/** A part, or a word of several parts, that has what is looked for. */
export interface FoundWord {
  /** Of the records that have it. */
  list: number;
  key: number;
  isPart: boolean;
  folded: FoldedText;
}

/** How many parts of a text are looked up: what is found is compared with all of it. */
const MOST_COMPARED = 3;
/** Of a longer text (UTF-16 units), the parts that it begins with are not looked up one by one. */
const LONGEST_LISTED = 64;
/** What begins with a text is below the text with this at its end: no text has it. */
const LAST = '\u{10ffff}';

export class WordLookup {
  readonly #database: Database;
  readonly #parts: Statement;
  readonly #partsNamed: Statement;
  readonly #words: Statement;
  readonly #tokens: Statement;
  readonly #occurrences: Statement;
  readonly #ofWords: Columns;
  readonly #read = new ReadRecords();

  constructor(database: Database) {
    this.#database = database;
    this.#ofWords = new Columns(database, 'words');
    this.#parts = database.prepare('SELECT key, text FROM parts WHERE text >= ? AND text < ?');
    this.#partsNamed = database.prepare('SELECT key, text FROM parts WHERE text IN (SELECT value FROM json_each(?))');
    this.#words = database.prepare('SELECT key, text FROM words WHERE key IN (SELECT value FROM json_each(?))');
    this.#tokens = database.prepare('SELECT key, text FROM tokens JOIN parts ON key = part WHERE token = ?');
    // In this order, or SQLite reads all lists of all segments.
    this.#occurrences = database.prepare(
      `SELECT list, records, contexts FROM segments CROSS JOIN json_each(?) AS asked
      CROSS JOIN occurrences ON segment = segments.key AND list = asked.value`,
    );
  }

  /** All that a text without spaces begins in, which must be folded: parts that begin with it, and words that it spans parts of. */
  startingWith(text: string): FoundWord[] {
    const parts = this.#partsFrom(text).map(({ key, text: part }) => ({
      ...{ list: listNumber('part', key), key, isPart: true, folded: foldedWord(part) },
    }));
    const words = this.#wordsAt(this.#spanning(text)).map(({ key, text: word }) => ({
      ...{ list: listNumber('word', key), key, isPart: false, folded: foldedWord(word) },
    }));
    return [...parts, ...words.filter(({ folded }) => hasWord(folded, text))];
  }

  /** The words that may have a text across parts: they have a part that it begins with, and others that go on with the rest. */
  #spanning(text: string): Set<number> {
    const found = new Set<number>();
    for (const { key, text: part } of this.#partsIn(text))
      for (const word of this.#goingOn(text.slice(part.length), this.#wordsWith([key]), MOST_COMPARED)) found.add(word);
    return found;
  }

  /** Those of the words that have parts for the rest of a text; so many parts are looked at. */
  #goingOn(rest: string, words: Set<number>, parts: number): Set<number> {
    if (parts === 0 || words.size === 0) return words;
    const within = { first: this.#partNamed(singleWithin(rest)), isLast: rest.length === 1 };
    const last = this.#partsFrom(rest).map(({ key }) => key);
    if (within.first !== null && within.isLast) last.push(within.first);
    const found = common(this.#wordsWith(last), words);
    const goOn = (key: number, length: number) => {
      const having = common(this.#wordsWith([key]), words);
      for (const word of this.#goingOn(rest.slice(length), having, parts - 1)) found.add(word);
    };
    for (const { key, text: part } of this.#partsIn(rest)) goOn(key, part.length);
    if (within.first !== null && !within.isLast) goOn(within.first, 1);
    return found;
  }

  /** The lists of what is ranked by a token, with how often it is in each. */
  rankedBy(token: string): { list: number; times: number }[] {
    const parts = named(this.#tokens.all(token)).map(({ key, text }) => ({
      list: listNumber('part', key),
      times: tokensOfPart(text).filter((each) => each === token).length,
    }));
    const whole = this.#wordsAt(this.#wordsRankedAs(token)).filter(({ text }) => wholeToken(text) === token);
    return [...parts, ...whole.map(({ key }) => ({ list: listNumber('word', key), times: 1 }))];
  }

  /** Tokens that may be spelled like one, among them all that are, and some twice. */
  *tokensLike(token: string): Generator<string> {
    const [letter = ''] = token;
    const tokens = this.#database.prepare('SELECT DISTINCT token FROM tokens WHERE token >= ? AND token < ?');
    for (const row of tokens.iterate(letter, `${letter}${LAST}`)) yield String(row.token);
    const [shapes, letters] = [this.#ofWords.get('shape'), this.#ofWords.get('letters')];
    const own = { shape: shapeOf(token), letters: lettersOf(token) };
    const near: number[] = [];
    for (let key = 0; key < shapes.length; key++)
      if (mayBeNear(own, { shape: shapes[key] ?? 0, letters: letters[key] ?? 0 }, MOST_CHANGES)) near.push(key);
    for (const { text } of this.#wordsAt(near)) yield wholeToken(text);
  }

  /** The lists with these numbers, as they are in each segment. */
  *occurrences(lists: readonly number[]): Generator<Occurrences> {
    if (lists.length === 0) return;
    for (const { list, records, contexts } of this.#occurrences.iterate(JSON.stringify(lists)))
      if (records instanceof Uint8Array)
        yield { list: Number(list), records, contexts: contexts instanceof Uint8Array ? contexts : null };
  }

  /** The parts that begin with a text. */
  #partsFrom(text: string): Named[] {
    return named(this.#parts.all(text, `${text}${LAST}`));
  }

  /** The parts that a text begins with, and that are not all of it. */
  #partsIn(text: string): Named[] {
    const beginnings = Array.from({ length: Math.min(text.length, LONGEST_LISTED + 1) - 1 }, (_, i) =>
      text.slice(0, i + 1),
    );
    const short = named(this.#partsNamed.all(JSON.stringify(beginnings)));
    if (text.length <= LONGEST_LISTED + 1) return short;
    const long = this.#partsFrom(text.slice(0, LONGEST_LISTED + 1));
    return [...short, ...long.filter((part) => text.startsWith(part.text) && part.text !== text)];
  }

  #partNamed(text: string): number | null {
    const [found] = named(this.#partsNamed.all(JSON.stringify([text])));
    return found?.key ?? null;
  }

  #wordsWith(parts: readonly number[]): Set<number> {
    const words = new Set<number>();
    for (const { records } of this.occurrences(parts.map((key) => listNumber('words', key)))) {
      this.#read.read(records);
      for (let i = 0; i < this.#read.size; i++) words.add(this.#read.keys[i] ?? 0);
    }
    return words;
  }

  #wordsRankedAs(token: string): number[] {
    const hashes = this.#ofWords.get('whole');
    const hash = hashOf(token);
    const words: number[] = [];
    for (let key = hashes.indexOf(hash); key !== -1; key = hashes.indexOf(hash, key + 1)) words.push(key);
    return words;
  }

  #wordsAt(keys: Iterable<number>): Named[] {
    return named(this.#words.all(JSON.stringify([...keys])));
  }
}

function common(a: ReadonlySet<number>, b: ReadonlySet<number>): Set<number> {
  return new Set([...a].filter((each) => b.has(each)));
}

interface Named {
  key: number;
  text: string;
}

function named(rows: readonly Record<string, unknown>[]): Named[] {
  return rows.map(({ key, text }) => ({ key: Number(key), text: String(text) }));
}
