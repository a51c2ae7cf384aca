/** Makes the files of words and places (`word-index.ts`). */
import { compare } from '../value/compare.ts';
import { indexedText } from './excerpt.ts';
import type { SearchRecord } from './record.ts';
import { TOGETHER } from './word-index.ts';
import { keysOf, plainKey, SHORT, shortKey, WantedWord } from './word-keys.ts';
import { chunkParts, chunksOf } from './words.ts';

/** A file ends with the key that reaches so many bytes; compressed it has half of them. */
const ENOUGH = 48_000;
/** The greatest weight of a word in a record. */
const MOST_WEIGHT = 7;

export interface WordFiles {
  /** What the keys of each file begin with, or with something later. The first begins with nothing. */
  from: string[];
  words: Uint8Array[];
  places: Uint8Array[];
}

/** A key and the records that have it, in their order. */
interface Entry {
  key: string;
  plain: string;
  records: number[];
  weights: number[];
  /** The places in each record, one record after the other; empty for the keys of short words. */
  places: number[];
  /** How many of the places are in each record. */
  times: number[];
}

/** Packs the words of records. A record's number is its place among them. */
export function packWords(records: readonly SearchRecord[]): WordFiles {
  const entries = entriesOf(records);
  const all = [...entries, ...shortEntries(entries, records.length)].sort(
    (a, b) => compare(a.plain, b.plain) || compare(a.key, b.key),
  );
  const batches = [...batchesOf(all)];
  return {
    from: batches.map((batch, at) => (at === 0 ? '' : (batch[0]?.plain ?? ''))),
    words: batches.map((batch) => {
      const bodies = batch.map(packRecords);
      return fileOf(
        batch.flatMap(({ key }, at) => [key, bodies[at]?.length ?? 0]),
        bodies,
      );
    }),
    places: Array.from({ length: Math.ceil(batches.length / TOGETHER) }, (_, at) => {
      const bodies = batches.slice(at * TOGETHER, (at + 1) * TOGETHER).map((batch) => batch.map(packPlaces));
      return fileOf(
        bodies.map((own) => own.map(({ length }) => length)),
        bodies.flat(),
      );
    }),
  };
}

/** Entries of the same letters stay together. */
function* batchesOf(entries: readonly Entry[]): Generator<Entry[]> {
  let batch: Entry[] = [];
  let size = 0;
  for (const entry of entries) {
    if (size >= ENOUGH && entry.plain !== batch.at(-1)?.plain) {
      yield batch;
      [batch, size] = [[], 0];
    }
    batch.push(entry);
    size += entry.key.length + entry.records.length;
  }
  if (batch.length > 0) yield batch;
}

/** The entries of all keys. */
function entriesOf(records: readonly SearchRecord[]): Entry[] {
  const known = new Map<string, Entry[]>();
  const entries = new Map<string, Entry>();
  const entryOf = (key: string): Entry => {
    const found = entries.get(key);
    if (found) return found;
    const made: Entry = { key, plain: plainKey(key), records: [], weights: [], places: [], times: [] };
    entries.set(key, made);
    return made;
  };
  const lengths: number[] = [];
  for (const [number, { text }] of records.entries()) {
    let place = 0;
    for (const chunk of chunksOf(indexedText(text))) {
      let own = known.get(chunk);
      if (!own) {
        own = keysOf(chunkParts(chunk)).map(entryOf);
        known.set(chunk, own);
      }
      if (own.length === 0) continue;
      for (const { records: numbers, places, times } of own) {
        const last = numbers.length - 1;
        if (numbers[last] === number) {
          if (places[places.length - 1] === place) continue;
          times[last] = (times[last] ?? 0) + 1;
        } else {
          numbers.push(number);
          times.push(1);
        }
        places.push(place);
      }
      place++;
    }
    lengths.push(place);
  }
  const average = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length);
  for (const entry of entries.values()) {
    entry.weights = entry.records.map((number, at) => weightOf(entry.times[at] ?? 0, (lengths[number] ?? 0) / average));
  }
  return [...entries.values()];
}

/** BM25's factor of a word that is in a record so many times: more for each time, though less and less, and in a short record. */
function weightOf(times: number, relativeLength: number): number {
  const [saturation, byLength] = [1.2, 0.4];
  const share = times / (times + saturation * (1 - byLength + byLength * relativeLength));
  return Math.min(MOST_WEIGHT, Math.max(1, Math.round(share * MOST_WEIGHT)));
}

/** For each beginning of one or two letters, the records with any key that begins so. */
function shortEntries(entries: readonly Entry[], records: number): Entry[] {
  const groups = new Map<string, Entry[]>();
  for (const entry of entries) {
    for (let length = 1; length <= Math.min(SHORT, entry.plain.length); length++) {
      const beginning = entry.plain.slice(0, length);
      const group = groups.get(beginning);
      if (group) group.push(entry);
      else groups.set(beginning, [entry]);
    }
  }
  const best = new Float32Array(records);
  return Array.from(groups, ([beginning, group]) => {
    const wanted = new WantedWord(beginning);
    const found: number[] = [];
    for (const { key, records: numbers, weights } of group) {
      // Never 0: the key starts with these letters.
      const like = wanted.likeness(key);
      for (const [at, number] of numbers.entries()) {
        if (best[number] === 0) found.push(number);
        best[number] = Math.max(best[number] ?? 0, (weights[at] ?? 0) * like);
      }
    }
    const numbers = Array.from(Uint32Array.from(found).sort());
    const weights = numbers.map((number) => Math.max(1, Math.round(best[number] ?? 0)));
    for (const number of numbers) best[number] = 0;
    return { key: shortKey(beginning), plain: beginning, records: numbers, weights, places: [], times: [] };
  });
}

function packRecords({ records, weights }: Entry): number[] {
  const bytes: number[] = [];
  let before = -1;
  for (const [at, number] of records.entries()) {
    pushNumber(bytes, (number - before - 1) * 8 + (weights[at] ?? 0));
    before = number;
  }
  return bytes;
}

function packPlaces({ places, times }: Entry): number[] {
  const bytes: number[] = [];
  let at = 0;
  for (const count of times) {
    pushNumber(bytes, count);
    let before = -1;
    for (const place of places.slice(at, at + count)) {
      pushNumber(bytes, place - before - 1);
      before = place;
    }
    at += count;
  }
  return bytes;
}

/** Seven bits to a byte, the lowest first; the eighth says that more follow. */
function pushNumber(bytes: number[], value: number): void {
  let rest = value;
  while (rest > 127) {
    bytes.push((rest & 127) | 128);
    rest = Math.floor(rest / 128);
  }
  bytes.push(rest);
}

function fileOf(head: readonly unknown[], bodies: readonly (readonly number[])[]): Uint8Array {
  const line = new TextEncoder().encode(`${JSON.stringify(head)}\n`);
  const bytes = new Uint8Array(line.length + bodies.reduce((sum, { length }) => sum + length, 0));
  bytes.set(line);
  let at = line.length;
  for (const body of bodies) {
    bytes.set(body, at);
    at += body.length;
  }
  return bytes;
}
