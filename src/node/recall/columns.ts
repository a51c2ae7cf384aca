/**
 * What filters and ranking look at in each record, a column each: numbers in blocks, so that a question about all records reads
 * some hundred rows. A record has the same place, its key, in all columns. No key is given twice: one that is removed stays
 * empty. Words have columns, too.
 */
import type { Database, Statement } from './sqlite.ts';

/** What each column contains; the bytes are in the order of this machine. */
const RECORDS = {
  /** How many tokens it is ranked by, at most about 60,000 (`tokens.ts`), and one more; 0 if it was removed. */
  length: Uint16Array,
  /** The key of its session; 0 if it was removed. */
  session: Uint32Array,
  /** The day (`Days`). */
  day: Uint32Array,
  /** The key of the first part of its first word; 0 without any. */
  first: Uint32Array,
  /** The key of its first word, if that has several parts, and one more; else 0. */
  firstWord: Uint32Array,
  /** `hashOf` its anchor. */
  anchor: Uint32Array,
  /** Its place in RECORD_KINDS. */
  kind: Uint8Array,
  /** Its place in TAGS, and one more; 0 without one. */
  tag: Uint8Array,
} as const;

/** Of words of several parts. */
const WORDS = {
  /** `hashOf` what it is ranked by as a whole. */
  whole: Uint32Array,
  /** `shapeOf` the same. */
  shape: Uint32Array,
  /** `lettersOf` the same. */
  letters: Uint32Array,
} as const;

const TYPES = { ...RECORDS, ...WORDS } as const;
const SETS = { records: RECORDS, words: WORDS } as const;
type SetName = keyof typeof SETS;

type Column = keyof typeof TYPES;
type Numbers<Name extends Column = Column> = InstanceType<(typeof TYPES)[Name]>;

/** How many keys a block has. */
const BLOCK = 4096;
/** How many of them are gathered before they are written. */
const MOST_BLOCKS = 64;

/** Reads columns, each when it is first asked for. */
export class Columns {
  readonly #blocks: Statement;
  readonly #known = new Map<Column, Numbers>();
  /** How many keys were given. */
  readonly size: number;

  constructor(database: Database, set: SetName = 'records') {
    this.#blocks = database.prepare('SELECT block, data FROM columns WHERE name = ? ORDER BY block');
    this.size = keysIn(database, set);
  }

  get<Name extends Column>(name: Name): Numbers<Name> {
    const known = this.#known.get(name) ?? this.#read(name);
    this.#known.set(name, known);
    return known as Numbers<Name>;
  }

  #read(name: Column): Numbers {
    const numbers = new TYPES[name](this.size);
    const bytes = new Uint8Array(numbers.buffer);
    for (const { block, data } of this.#blocks.iterate(name)) {
      const at = Number(block) * BLOCK * numbers.BYTES_PER_ELEMENT;
      if (data instanceof Uint8Array && at < bytes.length) bytes.set(data.subarray(0, bytes.length - at), at);
    }
    return numbers;
  }
}

function keysIn(database: Database, set: SetName): number {
  const [[name, type] = ['', null]] = Object.entries(SETS[set]);
  const sql = 'SELECT block, length(data) AS bytes FROM columns WHERE name = ? ORDER BY block DESC LIMIT 1';
  const last = database.prepare(sql).get(name);
  return last && type ? Number(last.block) * BLOCK + Number(last.bytes) / type.BYTES_PER_ELEMENT : 0;
}

/** Adds and removes records or words. */
export class ColumnWriter<Name extends SetName> {
  readonly #read: Statement;
  readonly #write: Statement;
  readonly #blocks: Map<Column, Map<number, Numbers>>;
  #size: number;

  constructor(database: Database, set: Name) {
    this.#read = database.prepare('SELECT data FROM columns WHERE name = ? AND block = ?');
    this.#write = database.prepare('INSERT OR REPLACE INTO columns (name, block, data) VALUES (?, ?, ?)');
    this.#blocks = new Map((Object.keys(SETS[set]) as Column[]).map((name) => [name, new Map()]));
    this.#size = keysIn(database, set);
  }

  /** The key that the next one gets. */
  get next(): number {
    return this.#size;
  }

  /** Adds one with these numbers, and returns its key. */
  add(row: Readonly<Record<keyof (typeof SETS)[Name], number>>): number {
    const key = this.#size;
    const at = key % BLOCK;
    if (at === 0 && [...this.#blocks.values()].some(({ size }) => size >= MOST_BLOCKS)) this.flush();
    for (const [name, number] of Object.entries(row))
      this.#block(name as Column, (key - at) / BLOCK)[at] = number as number;
    this.#size = key + 1;
    return key;
  }

  /** Removes `count` records from `first` on. */
  remove(first: number, count: number): void {
    for (let key = first; key < first + count; key++) {
      const at = key % BLOCK;
      for (const name of ['length', 'session'] as const) this.#block(name, (key - at) / BLOCK)[at] = 0;
    }
  }

  /** Writes what was changed. */
  flush(): void {
    for (const [name, blocks] of this.#blocks) {
      for (const [block, numbers] of blocks) {
        const used = numbers.subarray(0, Math.min(BLOCK, this.#size - block * BLOCK));
        this.#write.run(name, block, new Uint8Array(used.buffer, used.byteOffset, used.byteLength));
      }
      blocks.clear();
    }
  }

  #block(name: Column, block: number): Numbers {
    const blocks = this.#blocks.get(name);
    const ready = blocks?.get(block);
    if (ready) return ready;
    const numbers = new TYPES[name](BLOCK);
    const data = block * BLOCK < this.#size ? this.#read.get(name, block)?.data : undefined;
    if (data instanceof Uint8Array) new Uint8Array(numbers.buffer).set(data.subarray(0, numbers.byteLength));
    blocks?.set(block, numbers);
    return numbers;
  }
}

/** Days as the format writes them are numbers that are ordered as they are; others have a row of their own. */
const DAY = /^\d{4}-\d\d-\d\d$/;
const FIRST_ODD = 100_000_000;

/** Days as numbers and back. */
export class Days {
  readonly #database: Database;
  readonly #known = new Map<string, number>([['', 0]]);
  readonly #texts = new Map<number, string>([[0, '']]);

  constructor(database: Database) {
    this.#database = database;
  }

  numberOf(day: string): number {
    const known = this.#known.get(day);
    if (known !== undefined) return known;
    const number = DAY.test(day) ? Number(day.replaceAll('-', '')) : FIRST_ODD + this.#oddKey(day);
    this.#known.set(day, number);
    return number;
  }

  textOf(number: number): string {
    const known = this.#texts.get(number);
    if (known !== undefined) return known;
    const digits = String(number).padStart(8, '0');
    const text =
      number < FIRST_ODD ? `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}` : this.#oddText(number);
    this.#texts.set(number, text);
    return text;
  }

  #oddKey(day: string): number {
    this.#database.prepare('INSERT OR IGNORE INTO odd_days (text) VALUES (?)').run(day);
    return Number(this.#database.prepare('SELECT key FROM odd_days WHERE text = ?').get(day)?.key);
  }

  #oddText(number: number): string {
    return String(
      this.#database.prepare('SELECT text FROM odd_days WHERE key = ?').get(number - FIRST_ODD)?.text ?? '',
    );
  }
}

/** A number for `Row.day` that is never greater for an earlier day: odd days come after none and before all others. */
export function dayRank(number: number): number {
  return number < FIRST_ODD ? number : 1;
}

/** FNV-1a, 32 bits: https://datatracker.ietf.org/doc/html/draft-eastlake-fnv-17. Texts with one hash have to be compared. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

/** The first letter and the length of a token, which words that are spelled alike nearly share. */
export function shapeOf(token: string): number {
  return ((token.charCodeAt(0) || 0) << 8) | Math.min(token.length, LONGEST_SHAPE);
}

const LONGEST_SHAPE = 0xff;

/** Which letters a token has, as a set of 32 bits. */
export function lettersOf(token: string): number {
  let letters = 0;
  for (let i = 0; i < token.length; i++) letters |= 1 << (token.charCodeAt(i) & 31);
  return letters >>> 0;
}

/** Whether a token of this shape and these letters may be made of another by so many changes of a letter. */
export function mayBeNear(
  token: { shape: number; letters: number },
  other: { shape: number; letters: number },
  changes: number,
): boolean {
  if (token.shape >>> 8 !== other.shape >>> 8) return false;
  if (Math.abs((token.shape & LONGEST_SHAPE) - (other.shape & LONGEST_SHAPE)) > changes) return false;
  let different = token.letters ^ other.letters;
  let count = 0;
  for (; different !== 0; different &= different - 1) count++;
  // A letter that is replaced may be missing in one and new in the other.
  return count <= 2 * changes;
}
