import { type BundleManifest, INDEX_PATH, MANIFEST_FILE } from '#src/search/search-files.ts';
import type { Archive } from '../archive/archive.ts';
import type { SiteOutput } from '../site/site-output.ts';
import { ENTRY_FILE } from './search-bundle.ts';
import { type IndexProgress, searchIndex } from './search-index.ts';

/** Writes the search index to `search-index/` in a site. Returns the manifest. */
export async function writeSearch(
  archive: Pick<Archive, 'snapshot' | 'factsOf'>,
  { cacheDir, output, progress }: { cacheDir: string; output: SiteOutput; progress?: IndexProgress },
): Promise<BundleManifest> {
  const { manifest, bundles } = await searchIndex(
    { sessions: archive.snapshot.sessions, factsOf: (session) => archive.factsOf(session) },
    cacheDir,
    { progress },
  );
  for (const { path } of manifest.bundles) {
    for (const [name, content] of bundles.get(path) ?? []) {
      // A bundle's path identifies its content.
      if (name !== ENTRY_FILE) output.write(`${INDEX_PATH}/${path}/${name}`, path, () => content);
    }
  }
  const text = JSON.stringify(manifest);
  output.write(`${INDEX_PATH}/${MANIFEST_FILE}`, text, () => Buffer.from(text));
  return manifest;
}
