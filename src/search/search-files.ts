/**
 * The files of the search index, below `/search-index/`. Each bundle has the sessions of a period and a path that changes with
 * its content. All files but the manifest are compressed with gzip.
 *
 *     bundles.json             {"version": 2, "bundles": [{"path": "2026-q4-1f3a09c7", "records": 312, …}, …]}
 *     2026-q4-1f3a09c7/        records.bin (search-table.ts), words/0.bin, places/0.bin (word-index.ts),
 *                              texts/0.bin (record-texts.ts), …
 */

/** `bundles.json`, which a page reads first. */
export interface BundleManifest {
  version: 2;
  /** Newest period first. */
  bundles: BundleEntry[];
}

export interface BundleEntry {
  path: string;
  records: number;
  events: number;
  /** What the keys of each file of words begin with, or with something later. */
  words: string[];
}

export const INDEX_PATH = 'search-index';
export const MANIFEST_FILE = 'bundles.json';
/** The table of a bundle's records. */
export const TABLE_FILE = 'records.bin';

export function wordsFileName(number: number): string {
  return `words/${number}.bin`;
}

export function placesFileName(number: number): string {
  return `places/${number}.bin`;
}

export function textsFileName(number: number): string {
  return `texts/${number}.bin`;
}
