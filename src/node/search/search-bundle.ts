import { gzipSync } from 'node:zlib';
import { packWords } from '#src/search/pack-words.ts';
import type { SearchRecord } from '#src/search/record.ts';
import { textFilesOf } from '#src/search/record-texts.ts';
import {
  type BundleEntry,
  placesFileName,
  TABLE_FILE,
  textsFileName,
  wordsFileName,
} from '#src/search/search-files.ts';
import { tableOf } from '#src/search/search-table.ts';
import { parseObject } from '#src/value/json-object.ts';

/** The files of a bundle by their paths in it. */
export type BundleFiles = Map<string, Uint8Array>;

/** What the manifest says of the bundle. It is kept with the other files and not served. */
export const ENTRY_FILE = 'entry.json';

type Entry = Omit<BundleEntry, 'path'>;

/** Level 9 takes up to twice as long and saves half a percent at most. */
const LEVEL = 6;

/** The files of a bundle, compressed except for its entry. A record's number in them is its place among `records`. */
export function buildBundle(records: readonly SearchRecord[]): BundleFiles {
  const texts = textFilesOf(records);
  const table = tableOf(records, texts);
  const { from, words, places } = packWords(records);
  const entry: Entry = { records: records.length, events: table.events, words: from };
  const packed = (nameOf: (number: number) => string, files: readonly Uint8Array[]) =>
    files.map((file, number): [string, Uint8Array] => [nameOf(number), gzipSync(file, { level: LEVEL })]);
  return new Map([
    [ENTRY_FILE, json(entry)],
    ...packed(() => TABLE_FILE, [json(table)]),
    ...packed(wordsFileName, words),
    ...packed(placesFileName, places),
    ...packed(textsFileName, texts.map(json)),
  ]);
}

/** What the manifest says of a bundle. */
export function entryOf(path: string, files: BundleFiles): BundleEntry {
  const {
    records = 0,
    events = 0,
    words = [],
  }: Partial<Entry> = parseObject(new TextDecoder().decode(files.get(ENTRY_FILE)));
  return { path, records, events, words };
}

function json(value: unknown): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(value));
}
