import type { Session } from '#src/chronicle/session.ts';
import { BundleCache } from './bundle-cache.ts';
import { type BundleFiles, buildBundles } from './pagefind-bundle.ts';
import { type Quarter, quartersOf } from './quarter.ts';

/** What a page reads first. */
export interface BundleManifest {
  version: 1;
  /** Newest quarter first; the first one brings Pagefind itself. */
  bundles: { path: string; records: number; events: number }[];
}

/** The index of an archive: every bundle's files, by the bundle's path. */
export interface SearchIndex {
  manifest: BundleManifest;
  bundles: Map<string, BundleFiles>;
}

/**
 * The index of these sessions. A bundle comes out of `held` or the cache if it is there, and is built otherwise.
 * Throws a ChronicleError if it cannot be built; a cache that cannot be written costs only time.
 */
export async function searchIndex(
  sessions: readonly Session[],
  cacheDir: string,
  held: ReadonlyMap<string, BundleFiles> = new Map(),
): Promise<SearchIndex> {
  const cache = new BundleCache(cacheDir);
  const quarters = quartersOf(sessions);
  const bundles = new Map<string, BundleFiles>();
  const missing = new Map<string, Quarter['records']>();
  for (const { path, records } of quarters) {
    const files = held.get(path) ?? cache.read(path);
    if (files) bundles.set(path, files);
    else missing.set(path, records);
  }
  for (const [path, files] of await buildBundles(missing)) {
    bundles.set(path, files);
    keep(cache, path, files);
  }
  cache.prune(bundles.keys());
  return { manifest: { version: 1, bundles: quarters.map(entryOf) }, bundles };
}

function entryOf({ path, records }: Quarter): BundleManifest['bundles'][number] {
  return { path, records: records.length, events: records.filter(({ kind }) => kind === 'event').length };
}

function keep(cache: BundleCache, path: string, files: BundleFiles): void {
  try {
    cache.write(path, files);
  } catch {
    // A full or read-only disk: the next command builds the bundle again.
  }
}
