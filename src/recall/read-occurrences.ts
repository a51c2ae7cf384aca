/** Reads what `occurrences.ts` writes. */
import { FORMS, USUAL } from './occurrences.ts';

/** The records of a list, read one list after the other: loops over numbers take less than a call for each. */
export class ReadRecords {
  keys = new Uint32Array(1024);
  heads = new Uint16Array(1024);
  rests = new Uint16Array(1024);
  size = 0;

  /** Reads the records of `Occurrences`, in place of those before. Damaged bytes give wrong numbers, and never an error. */
  read(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    const { keys, heads, rests } = this;
    const { length } = bytes;
    let size = 0;
    let key = 0;
    for (let at = 0; at < length; ) {
      let byte = bytes[at++] ?? 0;
      let number = byte & 127;
      for (let scale = 128; byte >= 128 && at < length; scale *= 128) {
        byte = bytes[at++] ?? 0;
        number += (byte & 127) * scale;
      }
      const form = number % FORMS;
      key += (number - form) / FORMS;
      keys[size] = key;
      if (form === 0) {
        for (const counts of [heads, rests]) {
          let count = 0;
          let scale = 1;
          do {
            byte = bytes[at++] ?? 0;
            count += (byte & 127) * scale;
            scale *= 128;
          } while (byte >= 128 && at < length);
          counts[size] = count;
        }
      } else {
        heads[size] = HEADS[form] ?? 0;
        rests[size] = RESTS[form] ?? 0;
      }
      size++;
    }
    this.size = size;
  }

  #reserve(size: number): void {
    if (this.keys.length >= size) return;
    this.keys = new Uint32Array(size);
    this.heads = new Uint16Array(size);
    this.rests = new Uint16Array(size);
  }
}

/** How often something occurs in records, by their keys. */
export interface Sums {
  counts: Float32Array;
  /** The keys of records in which it occurs, each once, and how many there are. */
  keys: Uint32Array;
  size: number;
  /** Of all records; 0 for those that were removed. */
  lengths: Uint16Array;
}

/** Adds the records of an entry for titles. */
export function addContext(first: number, records: number, count: number, sums: Sums): void {
  reserve(sums, records);
  const { counts, keys, lengths } = sums;
  for (let key = first; key < first + records; key++) {
    if (!lengths[key]) continue;
    const before = counts[key] as number;
    if (before === 0) keys[sums.size++] = key;
    counts[key] = before + count;
  }
}

/** Makes room for so many more keys: room for all records would take longer than most questions. */
export function reserve(sums: { keys: Uint32Array; size: number }, more: number): void {
  if (sums.size + more <= sums.keys.length) return;
  const keys = new Uint32Array(2 * (sums.size + more));
  keys.set(sums.keys.subarray(0, sums.size));
  sums.keys = keys;
}

/** Adds the records of `Occurrences` to sums, with what counts for the first line and for the rest. In one loop, as it is run cold. */
export function addRecords(bytes: Uint8Array, headWeight: number, restWeight: number, sums: Sums): void {
  reserve(sums, bytes.length);
  const { counts, keys, lengths } = sums;
  const { length } = bytes;
  let { size } = sums;
  let key = 0;
  for (let at = 0; at < length; ) {
    let byte = bytes[at++] as number;
    let number = byte & 127;
    for (let scale = 128; byte >= 128 && at < length; scale *= 128) {
      byte = bytes[at++] as number;
      number += (byte & 127) * scale;
    }
    const form = number & (FORMS - 1);
    key += (number - form) / FORMS;
    let count = 0;
    if (form === 0) {
      for (const weight of [headWeight, restWeight]) {
        let scale = 1;
        do {
          byte = bytes[at++] ?? 0;
          count += weight * (byte & 127) * scale;
          scale *= 128;
        } while (byte >= 128 && at < length);
      }
    } else count = headWeight * (HEADS[form] as number) + restWeight * (RESTS[form] as number);
    if (count === 0 || !lengths[key]) continue;
    const before = counts[key] as number;
    if (before === 0) keys[size++] = key;
    counts[key] = before + count;
  }
  sums.size = size;
}

const HEADS = [0, ...USUAL.map(([head]) => head)];
const RESTS = [0, ...USUAL.map(([, rest]) => rest)];

/** Reads the contexts of `Occurrences`. */
export function eachContext(bytes: Uint8Array, visit: (first: number, records: number, times: number) => void): void {
  const numbers: number[] = [];
  let number = 0;
  let scale = 1;
  for (const byte of bytes) {
    number += (byte & 127) * scale;
    scale *= 128;
    if (byte >= 128) continue;
    numbers.push(number);
    [number, scale] = [0, 1];
  }
  let first = 0;
  for (let i = 0; i + 2 < numbers.length; i += 3) {
    first += numbers[i] ?? 0;
    visit(first, numbers[i + 1] ?? 0, numbers[i + 2] ?? 0);
  }
}
