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
    const all = [...(bundles.get(path) ?? [])];
    writeAll(join(target, path), index === 0 ? all : all.filter(([name]) => !ENGINE_FILES.has(name)));
  }
  writeAll(target, [['bundles.json', Buffer.from(JSON.stringify(manifest))]]);
  return manifest;
}

/** Text is written a second time compressed, for servers that send `x.js.gz` for `x.js`; the rest is compressed as it is. */
function writeAll(directory: string, files: readonly (readonly [name: string, content: Uint8Array])[]): void {
  for (const folder of new Set(files.map(([name]) => dirname(name))))
    mkdirSync(join(directory, folder), { recursive: true });
  for (const [name, content] of files) {
    writeFileSync(join(directory, name), content);
    if (/\.(?:js|json)$/.test(name)) writeFileSync(join(directory, `${name}.gz`), gzipSync(content));
  }
}
