import { gunzipSync, gzipSync } from 'node:zlib';
import { recordId } from '#src/search/record-id.ts';

/** The beginning of the file, after which the data are CBOR: `["1.5.2", [["en_1f3a09c", 12], …], …]`. */
const SIGNATURE = 'pagefind_dcd';
const UINT = 0;
const TEXT = 3;
const ARRAY = 4;

/**
 * Pagefind's list of pages (`pf_meta`) with our ids in place of its digests, and everything else as it is. Throws an Error
 * if the file is not what this version of Pagefind writes, or has another number of pages.
 */
export function withRecordIds(file: Uint8Array, quarter: string, records: number): Uint8Array {
  const plain = gunzipSync(file);
  const reader = new Reader(plain);
  if (reader.bytes(SIGNATURE.length).toString('latin1') !== SIGNATURE) throw unknown();
  reader.head(ARRAY);
  reader.bytes(reader.head(TEXT));
  if (reader.head(ARRAY) !== records) throw unknown();
  const parts: Uint8Array[] = [plain.subarray(0, reader.at)];
  for (let number = 0; number < records; number++) {
    if (reader.head(ARRAY) !== 2) throw unknown();
    reader.bytes(reader.head(TEXT));
    const from = reader.at;
    reader.head(UINT);
    parts.push(page(recordId(quarter, number)), plain.subarray(from, reader.at));
  }
  return gzipSync(Buffer.concat([...parts, plain.subarray(reader.at)]), { level: 9 });
}

/** The beginning of a page: an array of two, and its id. */
function page(id: string): Uint8Array {
  if (id.length > 23) throw unknown();
  return Buffer.from([(ARRAY << 5) | 2, (TEXT << 5) | id.length, ...Buffer.from(id, 'latin1')]);
}

/** Reads CBOR: the head of each value says its kind and its number or length. */
class Reader {
  readonly #all: Buffer;
  at = 0;

  constructor(all: Buffer) {
    this.#all = all;
  }

  /** The number of the next value, which has to be of this kind: up to 23 in the first byte, else in 1, 2 or 4 more. */
  head(kind: number): number {
    const [first = 0] = this.bytes(1);
    const size = first & 31;
    if (first >> 5 !== kind || size > 26) throw unknown();
    return size < 24 ? size : this.bytes(1 << (size - 24)).reduce((value, byte) => value * 256 + byte, 0);
  }

  bytes(length: number): Buffer {
    const end = this.at + length;
    if (end > this.#all.length) throw unknown();
    const bytes = this.#all.subarray(this.at, end);
    this.at = end;
    return bytes;
  }
}

function unknown(): Error {
  return new Error('Pagefind wrote a list of pages in a form that is not known.');
}
