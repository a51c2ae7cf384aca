/** Writes which words occur in which records: in segments, each with its share of the records, which are merged as they grow many. */
import { ChunkTable } from '#src/recall/chunk-table.ts';
import { indexedParts, indexedWord, tokensOfPart, wholeToken } from '#src/recall/indexed-word.ts';
import { isOfRecords, listNumber, OccurrenceLog } from '#src/recall/occurrences.ts';
import { eachContext, ReadRecords } from '#src/recall/read-occurrences.ts';
import { rankedPart, rankedTexts } from '#src/recall/tokens.ts';
import { Columns, ColumnWriter, hashOf, lettersOf, shapeOf } from './columns.ts';
import type { Database, Statement } from './sqlite.ts';

/** How many occurrences are gathered before they are written. */
const MOST_GATHERED = 1_000_000;
/** Segments below this size are merged once there are so many: commands have no time for more. */
const SMALL = 50_000;
/** Those below this size are merged by the process that checks all files. */
const MIDDLING = 1_000_000;
const MOST_OF_A_SIZE = 8;
/** How many spellings are kept ready. */
const MOST_KNOWN = 30_000;

/** A part of words or a word of several, with how often it is in the record that is being read. */
interface Counter {
  list: number;
  /** The record that it was last seen in, and how often in its first line and in the rest. */
  record: number;
  head: number;
  rest: number;
}

interface Word {
  /** Its parts, and itself if it has several. */
  counters: readonly Counter[];
  firstPart: number;
  /** Its key and one more, if it has several parts; else 0. */
  key: number;
  /** How many tokens it is ranked by. */
  tokens: number;
}

/** What a record's columns have of its text. */
export interface IndexedText {
  /** How many tokens it is ranked by. */
  length: number;
  first: number;
  firstWord: number;
}

export class WordIndex {
  readonly #database: Database;
  readonly #wholes: ColumnWriter<'words'>;
  readonly #findWord: Statement;
  readonly #insertWord: Statement;
  readonly #findPart: Statement;
  readonly #insertPart: Statement;
  readonly #insertToken: Statement;
  /** Words by how they are written. */
  readonly #spelled = new ChunkTable<Word | null>(MOST_KNOWN);
  /** Parts and words of several by what the index has. */
  readonly #parts = new Map<string, Part>();
  readonly #words = new Map<string, Word>();
  #log: OccurrenceLog | null = null;

  constructor(database: Database) {
    this.#database = database;
    this.#wholes = new ColumnWriter(database, 'words');
    this.#findWord = database.prepare('SELECT key FROM words WHERE text = ?');
    this.#insertWord = database.prepare('INSERT INTO words VALUES (?, ?)');
    this.#findPart = database.prepare('SELECT key FROM parts WHERE text = ?');
    this.#insertPart = database.prepare('INSERT INTO parts (text) VALUES (?)');
    this.#insertToken = database.prepare('INSERT INTO tokens VALUES (?, ?)');
  }

  /** Adds a record's text. */
  add(key: number, text: string): IndexedText {
    this.#forgetSome();
    const found: Counter[] = [];
    let firstWord: Word | null = null;
    let length = 0;
    const count = (from: number, to: number, column: 'head' | 'rest' | null) =>
      this.#spelled.each(text, from, to, this.#make, (word) => {
        if (!word) return;
        firstWord ??= word;
        if (column !== null) length += word.tokens;
        for (const counter of word.counters) {
          if (counter.record !== key) {
            counter.record = key;
            counter.head = 0;
            counter.rest = 0;
            found.push(counter);
          }
          if (column !== null) counter[column] += 1;
        }
      });
    const { head, rest } = rankedTexts(text, '', '');
    const [headEnd, restEnd] = [rankedPart(head).length, head.length + rankedPart(rest).length];
    count(0, headEnd, 'head');
    count(headEnd, head.length, null);
    count(head.length, restEnd, 'rest');
    count(restEnd, text.length, null);
    const log = this.#logWith(found.length);
    for (const { list, head: inHead, rest: inRest } of found) log.add(list, key, inHead, inRest);
    const { firstPart = 0, key: ownKey = 0 }: Partial<Word> = firstWord ?? {};
    return { length, first: firstPart, firstWord: ownKey };
  }

  /** Adds the title and branch of `records` records from `first` on. Returns how many tokens each of them is ranked by for it. */
  addContext(first: number, records: number, title: string, branch: string): number {
    this.#forgetSome();
    const counts = new Map<number, number>();
    let length = 0;
    const context = rankedPart(rankedTexts('', title, branch).context);
    this.#spelled.each(context, 0, context.length, this.#make, (word) => {
      if (!word) return;
      for (const { list } of word.counters) counts.set(list, (counts.get(list) ?? 0) + 1);
      length += word.tokens;
    });
    const log = this.#logWith(0);
    for (const [list, times] of counts) log.addContext(list, first, records, times);
    return length;
  }

  /** Writes what was added. */
  flush(): void {
    this.#wholes.flush();
    if (this.#log && this.#log.size > 0) this.#write(this.#log);
  }

  /**
   * Merges small segments if there are many, without what was removed; also larger ones if there is time. The columns must have
   * been written.
   */
  merge(hasTime: boolean): void {
    const sizes = this.#database.prepare('SELECT key, size FROM segments WHERE size < ? ORDER BY key');
    for (const size of hasTime ? [SMALL, MIDDLING] : [SMALL]) {
      const segments = sizes.all(size).map((row) => ({ key: Number(row.key), size: Number(row.size) }));
      if (segments.length > MOST_OF_A_SIZE) this.#mergeAll(segments);
    }
  }

  #mergeAll(segments: readonly { key: number; size: number }[]): void {
    const log = new OccurrenceLog(segments.reduce((sum, { size }) => sum + size, 0));
    const lengths = new Columns(this.#database).get('length');
    const isKept = (key: number) => (lengths[key] ?? 0) > 0;
    const read = new ReadRecords();
    const rows = this.#database.prepare('SELECT list, records, contexts FROM occurrences WHERE segment = ?');
    const forget = this.#database.prepare('DELETE FROM segments WHERE key = ?');
    const forgetRows = this.#database.prepare('DELETE FROM occurrences WHERE segment = ?');
    for (const { key: segment } of segments) {
      for (const { list, records, contexts } of rows.iterate(segment)) {
        if (records instanceof Uint8Array) {
          const isOfAll = !isOfRecords(Number(list));
          read.read(records);
          for (let i = 0; i < read.size; i++) {
            const key = read.keys[i] ?? 0;
            if (isOfAll || isKept(key)) log.add(Number(list), key, read.heads[i] ?? 0, read.rests[i] ?? 0);
          }
        }
        if (contexts instanceof Uint8Array)
          eachContext(contexts, (first, count, times) => {
            if (isKept(first)) log.addContext(Number(list), first, count, times);
          });
      }
      forgetRows.run(segment);
      forget.run(segment);
    }
    this.#write(log);
  }

  #write(log: OccurrenceLog): void {
    const { size } = log;
    const segment = this.#database.prepare('INSERT INTO segments (size) VALUES (?)').run(size).lastInsertRowid;
    const insert = this.#database.prepare('INSERT INTO occurrences VALUES (?, ?, ?, ?)');
    for (const { list, records, contexts } of log.take()) insert.run(segment, list, records, contexts);
  }

  /** What to write into, with room for so many more. */
  #logWith(room: number): OccurrenceLog {
    if (this.#log && this.#log.room < room) {
      this.flush();
      if (this.#log.room < room) this.#log = null;
    }
    this.#log ??= new OccurrenceLog(Math.max(room, MOST_GATHERED));
    return this.#log;
  }

  #forgetSome(): void {
    if (!this.#spelled.isFull) return;
    this.#spelled.clear();
    this.#words.clear();
    this.#parts.clear();
  }

  readonly #make = (chunk: string): Word | null => {
    const text = indexedWord(chunk);
    return text === '' ? null : (this.#words.get(text) ?? this.#newWord(text));
  };

  #newWord(text: string): Word {
    const parts = indexedParts(text).map((part) => this.#partOf(part));
    const [{ key: firstPart } = { key: 0 }] = parts;
    const isWhole = parts.length > 1;
    const key = isWhole ? this.#wordKey(text, parts) : null;
    const word = {
      counters: key === null ? parts : [...parts, counter(listNumber('word', key))],
      firstPart,
      key: key === null ? 0 : key + 1,
      tokens: parts.reduce((sum, { tokens }) => sum + tokens, isWhole ? 1 : 0),
    };
    this.#words.set(text, word);
    return word;
  }

  #wordKey(text: string, parts: readonly Part[]): number {
    const known = this.#findWord.get(text);
    if (known) return Number(known.key);
    const whole = wholeToken(text);
    const key = this.#wholes.add({ whole: hashOf(whole), shape: shapeOf(whole), letters: lettersOf(whole) });
    this.#insertWord.run(key, text);
    const own = new Set(parts.map((part) => part.key));
    const log = this.#logWith(own.size);
    for (const part of own) log.add(listNumber('words', part), key, 1, 0);
    return key;
  }

  #partOf(text: string): Part {
    const known = this.#parts.get(text);
    if (known) return known;
    const tokens = tokensOfPart(text);
    const key = Number(this.#findPart.get(text)?.key ?? this.#addedPart(text, tokens));
    const part = { ...counter(listNumber('part', key)), key, tokens: tokens.length };
    this.#parts.set(text, part);
    return part;
  }

  #addedPart(text: string, tokens: readonly string[]): number | bigint {
    const key = this.#insertPart.run(text).lastInsertRowid;
    for (const token of new Set(tokens)) this.#insertToken.run(token, key);
    return key;
  }
}

interface Part extends Counter {
  key: number;
  /** How many tokens it is ranked by. */
  tokens: number;
}

function counter(list: number): Counter {
  return { list, record: -1, head: 0, rest: 0 };
}
