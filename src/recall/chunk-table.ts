/**
 * What is known of the words of texts, by how they are written. Unlike a Map it finds a word where it stands in a text, without a
 * string of its own for each: an archive has millions of them, and a few thousand different ones.
 */
export class ChunkTable<Value> {
  /** For each hash, the place of an entry and one more; 0 for none. A table twice as large as its entries has short runs. */
  readonly #slots: Int32Array;
  readonly #mask: number;
  readonly #most: number;
  readonly #chunks: string[] = [];
  readonly #values: Value[] = [];

  /** Has room for so many entries. */
  constructor(most: number) {
    const size = 2 ** Math.ceil(Math.log2(2 * most));
    this.#slots = new Int32Array(size);
    this.#mask = size - 1;
    this.#most = most;
  }

  get isFull(): boolean {
    return this.#chunks.length >= this.#most;
  }

  clear(): void {
    this.#slots.fill(0);
    this.#chunks.length = 0;
    this.#values.length = 0;
  }

  /** Gives the value of each word of a text from one place to another to `visit`; `make` makes that of a word that is new. */
  each(text: string, from: number, to: number, make: (chunk: string) => Value, visit: (value: Value) => void): void {
    let at = from;
    while (at < to) {
      let code = text.charCodeAt(at);
      if (isBlank(code)) {
        at++;
        continue;
      }
      const start = at;
      let hash = 0;
      do {
        hash = (Math.imul(hash, 31) + code) | 0;
        code = ++at < to ? text.charCodeAt(at) : SPACE;
      } while (!isBlank(code));
      visit(this.#find(text, start, at, hash, make));
    }
  }

  #find(text: string, start: number, end: number, hash: number, make: (chunk: string) => Value): Value {
    let slot = (hash ^ (hash >>> 15)) & this.#mask;
    for (let entry = this.#slots[slot]; entry; entry = this.#slots[slot]) {
      const chunk = this.#chunks[entry - 1] ?? '';
      if (chunk.length === end - start && text.startsWith(chunk, start)) return this.#values[entry - 1] as Value;
      slot = (slot + 1) & this.#mask;
    }
    const chunk = text.slice(start, end);
    const value = make(chunk);
    if (this.isFull) return value;
    this.#chunks.push(chunk);
    this.#slots[slot] = this.#values.push(value);
    return value;
  }
}

const SPACE = 32;

/** Whether a UTF-16 unit separates words: the same as what `chunksOf` splits at. */
function isBlank(code: number): boolean {
  if (code > SPACE && code < 0x85) return false;
  if (code <= SPACE) return code === SPACE || (code >= 9 && code <= 13);
  return BLANKS.has(code);
}

/** Spaces beyond ASCII, and characters without a width. */
const BLANKS = new Set([
  0x85, 0xa0, 0x1680, 0x2000, 0x2001, 0x2002, 0x2003, 0x2004, 0x2005, 0x2006, 0x2007, 0x2008, 0x2009, 0x200a, 0x200b,
  0x2028, 0x2029, 0x202f, 0x205f, 0x2060, 0x3000, 0xfeff,
]);
