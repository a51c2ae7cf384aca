import { gzipSync } from 'node:zlib';
import type { ArchiveSnapshot } from '../archive/archive.ts';
import type { SiteOutput } from '../site/site-output.ts';
import { ENGINE_FILES } from './pagefind-bundle.ts';
import { type BundleManifest, searchIndex } from './search-index.ts';

/** Writes the search index of a site to `pagefind/` in it. Returns the manifest. */
export async function writeSearch(
  snapshot: ArchiveSnapshot,
  { cacheDir, output }: { cacheDir: string; output: SiteOutput },
): Promise<BundleManifest> {
  const { manifest, bundles } = await searchIndex(snapshot.sessions, cacheDir);
  for (const [index, { path }] of manifest.bundles.entries()) {
    for (const [name, content] of bundles.get(path) ?? []) {
      // A bundle's path names its content.
      if (index === 0 || !ENGINE_FILES.has(name)) writeFile(output, `pagefind/${path}/${name}`, path, content);
    }
  }
  const text = JSON.stringify(manifest);
  writeFile(output, 'pagefind/bundles.json', text, Buffer.from(text));
  return manifest;
}

/** Text is written a second time compressed, for servers that send `x.js.gz` for `x.js`; the rest is compressed as it is. */
function writeFile(output: SiteOutput, path: string, digest: string, content: Uint8Array): void {
  output.write(path, digest, () => content);
  if (/\.(?:js|json)$/.test(path)) output.write(`${path}.gz`, digest, () => gzipSync(content));
}
