import { type IndexPlace, SearchRefusal } from './search-engine.ts';

/**
 * Pagefind's ids of all records, in the order of the index. A search without words would list them too, but it first loads
 * every chunk of the index: 288 requests and 8 MB in an archive of 3,000 sessions.
 */

/** The beginning of the file, after which the data are CBOR: `["1.5.2", [["en_1f3a09c", 12], …], …]`. */
const SIGNATURE = 'pagefind_dcd';
const TEXT = 3;
const ARRAY = 4;
const UINT = 0;

/** Reads the ids from the file that Pagefind has just read, so it is in the browser's cache. Throws a SearchRefusal. */
export async function readPageIds({ base }: IndexPlace, path: string): Promise<string[]> {
  const entry: unknown = await (await cached(`${base}${path}/pagefind-entry.json?ts=1`)).json();
  const file = await cached(`${base}${path}/pagefind.${hashIn(entry)}.pf_meta`);
  if (!file.body) throw damaged();
  const plain = file.body.pipeThrough(new DecompressionStream('gzip'));
  return parsePageIds(new Uint8Array(await new Response(plain).arrayBuffer()));
}

/** The ids in the decompressed file. Throws a SearchRefusal if it is not what this version of Pagefind writes. */
export function parsePageIds(bytes: Uint8Array): string[] {
  const reader = new Reader(bytes);
  if (reader.text(SIGNATURE.length) !== SIGNATURE) throw damaged();
  reader.head(ARRAY);
  reader.text(reader.head(TEXT));
  return Array.from({ length: reader.head(ARRAY) }, () => {
    if (reader.head(ARRAY) !== 2) throw damaged();
    const id = reader.text(reader.head(TEXT));
    reader.head(UINT);
    return id;
  });
}

/** Reads CBOR: the head of each value says its kind and its number or length. */
class Reader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** The number of the next value, which has to be of this kind: up to 23 in the first byte, else in 1, 2 or 4 more. */
  head(kind: number): number {
    const first = this.#byte();
    const length = first & 31;
    if (first >> 5 !== kind || length > 26) throw damaged();
    if (length < 24) return length;
    let value = 0;
    for (let left = 1 << (length - 24); left > 0; left--) value = value * 256 + this.#byte();
    return value;
  }

  text(length: number): string {
    const end = this.#at + length;
    if (end > this.#bytes.length) throw damaged();
    const text = String.fromCharCode(...this.#bytes.subarray(this.#at, end));
    this.#at = end;
    return text;
  }

  #byte(): number {
    const byte = this.#bytes[this.#at++];
    if (byte === undefined) throw damaged();
    return byte;
  }
}

async function cached(address: string): Promise<Response> {
  const response = await fetch(address, { cache: 'force-cache' });
  if (!response.ok) throw damaged();
  return response;
}

function hashIn(entry: unknown): string {
  const [hash] = /(?<="hash":")[\w-]+(?=")/.exec(JSON.stringify(entry)) ?? [];
  if (hash === undefined) throw damaged();
  return hash;
}

function damaged(): SearchRefusal {
  return new SearchRefusal('failed', 'The search index is damaged.');
}
