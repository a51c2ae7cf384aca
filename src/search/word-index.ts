/**
 * The words of records, in files that the search page reads for the words of a query. A file has a stretch of the keys
 * (`word-keys.ts`) on its first line, each with a number of bytes; the bytes follow in the same order:
 *
 *     words/5.bin    ["error",412,"-error.txt",3]⏎ the records that have each key
 *     places/1.bin   [[96],[618,4]]⏎ the places of the keys of words/4 and 5 in these records, which only phrases need
 *
 * A record is its distance from the one before, times eight, and the weight of the word in it. Numbers have variable length.
 */
/** How many files of words a file of places is for. */
export const TOGETHER = 4;

/** The first and the last of the keys that are looked for. */
export type KeyRange = readonly [first: string, last: string];

/** The numbers of the files that have keys of these ranges. `from` is what `packWords` says of the files. */
export function filesFor(from: readonly string[], ranges: readonly KeyRange[]): number[] {
  const numbers = [...from.keys()];
  return numbers.filter((number) =>
    ranges.some(([first, last]) => {
      const next = from[number + 1];
      return (from[number] ?? '') <= last && (next === undefined || next > first);
    }),
  );
}

/** The file of the places of a file of words, and which of its lists is theirs. */
export function placesFor(file: number): { file: number; list: number } {
  return { file: Math.floor(file / TOGETHER), list: file % TOGETHER };
}

/** The keys of a file, with the bytes of each. */
export interface WordFile {
  keys: string[];
  bytes: Uint8Array[];
}

/** Reads a file of words. Throws an Error if it is damaged. */
export function readWords(file: Uint8Array): WordFile {
  const { head, bodies } = parted(file);
  return { keys: head.filter((each) => typeof each === 'string'), bytes: bodies };
}

/** Reads a file of places: for each file of words, the bytes of each key. Throws an Error if it is damaged. */
export function readPlaces(file: Uint8Array): Uint8Array[][] {
  const { head, bodies } = parted(file);
  let at = 0;
  return head.map((sizes) => {
    const from = at;
    at += Array.isArray(sizes) ? sizes.length : 0;
    return bodies.slice(from, at);
  });
}

function parted(file: Uint8Array): { head: unknown[]; bodies: Uint8Array[] } {
  const end = file.indexOf(0x0a);
  const head: unknown = JSON.parse(new TextDecoder().decode(file.subarray(0, end)));
  if (!Array.isArray(head)) throw new Error('A file of the search index is damaged.');
  let at = end + 1;
  const bodies = head.flat().flatMap((size) => {
    if (typeof size !== 'number') return [];
    at += size;
    return [file.subarray(at - size, at)];
  });
  if (at !== file.length) throw new Error('A file of the search index is damaged.');
  return { head, bodies };
}

/** Calls back for each record of a key, with the weight of the word there. */
export function eachRecord(bytes: Uint8Array, take: (number: number, weight: number) => void): void {
  const reader = new NumberReader(bytes);
  let number = -1;
  while (!reader.isAtEnd) {
    const value = reader.next();
    number += Math.floor(value / 8) + 1;
    take(number, value % 8);
  }
}

/** The places of a key in each of its records, in their order. */
export function placesOf(bytes: Uint8Array): number[][] {
  const reader = new NumberReader(bytes);
  const all: number[][] = [];
  while (!reader.isAtEnd) {
    let place = -1;
    all.push(
      Array.from({ length: reader.next() }, () => {
        place += reader.next() + 1;
        return place;
      }),
    );
  }
  return all;
}

class NumberReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length;
  }

  next(): number {
    let value = 0;
    for (let unit = 1; ; unit *= 128) {
      const byte = this.#bytes[this.#at++] ?? 0;
      value += (byte & 127) * unit;
      if (byte < 128) return value;
    }
  }
}
