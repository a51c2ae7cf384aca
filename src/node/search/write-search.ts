import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { ArchiveSnapshot } from '../archive/archive.ts';
import { ENGINE_FILES } from './pagefind-bundle.ts';
import { type BundleManifest, searchIndex } from './search-index.ts';

/**
 * Writes the search index of a built site to `<outDir>/pagefind`, in place of what stands there. The manifest comes
 * last, so a page never finds one without its bundles. Returns the manifest.
 */
export async function writeSearch(
  snapshot: ArchiveSnapshot,
  { cacheDir, outDir }: { cacheDir: string; outDir: string },
): Promise<BundleManifest> {
  const { manifest, bundles } = await searchIndex(snapshot.sessions, cacheDir);
  const target = join(outDir, 'pagefind');
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  for (const [index, { path }] of manifest.bundles.entries()) {
    const files = bundles.get(path) ?? new Map<string, Uint8Array>();
    for (const [name, content] of files) {
      if (index === 0 || !ENGINE_FILES.has(name)) writeInto(join(target, path), name, content);
    }
  }
  writeInto(target, 'bundles.json', Buffer.from(JSON.stringify(manifest)));
  return manifest;
}

/** Text is written a second time compressed, for servers that send `x.js.gz` for `x.js`; the rest is compressed as it is. */
function writeInto(directory: string, name: string, content: Uint8Array): void {
  const path = join(directory, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  if (/\.(?:js|json)$/.test(name)) writeFileSync(`${path}.gz`, gzipSync(content));
}
