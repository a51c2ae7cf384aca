import type { Session } from '#src/chronicle/session.ts';
import { BundleCache } from './bundle-cache.ts';
import { type BundleFiles, buildBundles } from './pagefind-bundle.ts';
import { type Quarter, quartersOf } from './quarter.ts';

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

/**
 * The search index of sessions. A bundle is taken from `held` or the cache if it is there, and built otherwise. Throws a
 * ChronicleError if it cannot be built. A read-only cache only costs time.
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
