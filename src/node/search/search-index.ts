import type { Session } from '#src/chronicle/session.ts';
import type { Facts } from '#src/facts/facts.ts';
import type { SearchRecord } from '#src/search/record.ts';
import type { SearchTable } from '#src/search/search-table.ts';
import { parseObject } from '#src/value/json-object.ts';
import { BundleCache } from './bundle-cache.ts';
import { type BundleFiles, buildBundles, TABLE_FILE } from './pagefind-bundle.ts';
import { quartersOf, recordsIn } from './quarter.ts';

/** The first file that a page reads. */
export interface BundleManifest {
  version: 1;
  /** Newest quarter first. The first bundle includes Pagefind itself. */
  bundles: { path: string; records: number; events: number }[];
}

/** The search index of an archive: the files of every bundle, by the bundle's path. */
export interface SearchIndex {
  manifest: BundleManifest;
  bundles: Map<string, BundleFiles>;
}

/** What the index is made from. */
export interface Searched {
  sessions: readonly Session[];
  factsOf(session: Session): Facts | null;
}

/** Gets how many of the sessions to index are done. */
export type IndexProgress = (done: number, of: number) => void;

interface IndexOptions {
  /** Bundles that are in memory. */
  held?: ReadonlyMap<string, BundleFiles> | undefined;
  progress?: IndexProgress | undefined;
}

/**
 * The search index of sessions. A bundle is taken from `held` or the cache if it is there, and built otherwise. Throws a
 * ChronicleError if it cannot be built. A read-only cache only costs time.
 */
export async function searchIndex(
  { sessions, factsOf }: Searched,
  cacheDir: string,
  { held = new Map(), progress }: IndexOptions = {},
): Promise<SearchIndex> {
  const cache = new BundleCache(cacheDir);
  const quarters = quartersOf(sessions);
  const bundles = new Map<string, BundleFiles>();
  const missing = new Map<string, () => SearchRecord[]>();
  for (const quarter of quarters) {
    const files = held.get(quarter.path) ?? cache.read(quarter.path);
    if (files) bundles.set(quarter.path, files);
    else missing.set(quarter.path, () => recordsIn(quarter, factsOf));
  }
  const sizes = new Map(quarters.map(({ path, sessions: { length } }) => [path, length]));
  const sum = (paths: Iterable<string>) => [...paths].reduce((all, path) => all + (sizes.get(path) ?? 0), 0);
  const [of, built] = [sum(missing.keys()), new Set<string>()];
  for await (const [path, files] of buildBundles(missing)) {
    bundles.set(path, files);
    keep(cache, path, files);
    progress?.(sum(built.add(path)), of);
  }
  cache.prune(bundles.keys());
  const entries = quarters.flatMap(({ path }) => entryOf(path, bundles.get(path)));
  return { manifest: { version: 1, bundles: entries }, bundles };
}

/** The entry of a bundle; none if there is nothing to find in it. */
function entryOf(path: string, files: BundleFiles | undefined): BundleManifest['bundles'] {
  const { sessions = [], events = 0 }: Partial<SearchTable> = parseObject(textOf(files?.get(TABLE_FILE)));
  const records = sessions.reduce((sum, { records: { length } }) => sum + length, 0);
  return records === 0 ? [] : [{ path, records, events }];
}

function textOf(bytes: Uint8Array | undefined): string {
  return new TextDecoder().decode(bytes);
}

function keep(cache: BundleCache, path: string, files: BundleFiles): void {
  try {
    cache.write(path, files);
  } catch {
    // A full or read-only disk: the next command builds the bundle again.
  }
}
