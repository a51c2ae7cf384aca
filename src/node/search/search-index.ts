import { setImmediate } from 'node:timers/promises';
import type { Session } from '#src/chronicle/session.ts';
import type { Facts } from '#src/facts/facts.ts';
import type { BundleManifest } from '#src/search/search-files.ts';
import { type BundleBuilder, builderHere } from './bundle-builder.ts';
import { BundleCache } from './bundle-cache.ts';
import { type BundleFiles, entryOf } from './search-bundle.ts';
import { periodsOf, recordsIn } from './search-period.ts';

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
  builder?: BundleBuilder | undefined;
}

/**
 * The search index of sessions. A bundle is taken from `held` or the cache if it is there, and built otherwise. A read-only
 * cache only costs time.
 */
export async function searchIndex(
  { sessions, factsOf }: Searched,
  cacheDir: string,
  { held = new Map(), progress, builder = builderHere }: IndexOptions = {},
): Promise<SearchIndex> {
  const cache = new BundleCache(cacheDir);
  const bundles = new Map<string, BundleFiles>();
  const periods = periodsOf(sessions);
  for (const { path } of periods) {
    const files = held.get(path) ?? cache.read(path);
    if (files) bundles.set(path, files);
  }
  const missing = periods.filter(({ path }) => !bundles.has(path));
  const of = missing.reduce((sum, period) => sum + period.sessions.length, 0);
  let done = 0;
  try {
    for (const period of missing) {
      const files = await builder.build(recordsIn(period, factsOf));
      bundles.set(period.path, files);
      keep(cache, period.path, files);
      done += period.sessions.length;
      progress?.(done, of);
      // Timers run, such as the one that draws the progress.
      await setImmediate();
    }
  } finally {
    builder.close();
  }
  cache.prune(bundles.keys());
  const entries = periods.map(({ path }) => entryOf(path, bundles.get(path) ?? new Map()));
  return { manifest: { version: 2, bundles: entries.filter(({ records }) => records > 0) }, bundles };
}

function keep(cache: BundleCache, path: string, files: BundleFiles): void {
  try {
    cache.write(path, files);
  } catch {
    // A full or read-only disk: the next command builds the bundle again.
  }
}
