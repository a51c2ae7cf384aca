import { gzipSync } from 'node:zlib';
import type { Archive } from '../archive/archive.ts';
import type { SiteOutput } from '../site/site-output.ts';
import { ENGINE_FILES } from './pagefind-bundle.ts';
import { type BundleManifest, type IndexProgress, searchIndex } from './search-index.ts';

/** Writes the search index to `pagefind/` in a site. Returns the manifest. */
export async function writeSearch(
  archive: Pick<Archive, 'snapshot' | 'factsOf'>,
  { cacheDir, output, progress }: { cacheDir: string; output: SiteOutput; progress?: IndexProgress },
): Promise<BundleManifest> {
  const { manifest, bundles } = await searchIndex(
    { sessions: archive.snapshot.sessions, factsOf: (session) => archive.factsOf(session) },
    cacheDir,
    { progress },
  );
  for (const [index, { path }] of manifest.bundles.entries()) {
    for (const [name, content] of bundles.get(path) ?? []) {
      // A bundle's path identifies its content.
      if (index === 0 || !ENGINE_FILES.has(name)) writeFile(output, `pagefind/${path}/${name}`, path, content);
    }
  }
  const text = JSON.stringify(manifest);
  writeFile(output, 'pagefind/bundles.json', text, Buffer.from(text));
  return manifest;
}

/**
 * Writes what every search reads also as `.gz`, for servers that send `x.js.gz` for `x.js`. Files of texts are many and
 * small, and the index is already compressed.
 */
function writeFile(output: SiteOutput, path: string, digest: string, content: Uint8Array): void {
  output.write(path, digest, () => content);
  if (/(?<!\/texts\/\d+)\.(?:js|json)$/.test(path)) output.write(`${path}.gz`, digest, () => gzipSync(content));
}
