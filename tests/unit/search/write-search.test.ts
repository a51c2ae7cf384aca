import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { writeSearch } from '#src/node/search/write-search.ts';
import { openOutput } from '#src/node/site/site-output.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';
import { ArchiveFixture } from './archive-fixture.ts';

it('writes a directory per bundle, and the manifest', async () => {
  const outDir = temporaryDirectory();
  const archive = new ArchiveFixture()
    .write('2026-10-01-main', ['- [ERROR] One'])
    .write('2026-04-01-main', ['- [ERROR] Two'])
    .open();
  const output = openOutput(outDir);
  const manifest = await writeSearch(archive, { cacheDir: temporaryDirectory(), output });
  output.seal();
  const [first = '', second = ''] = manifest.bundles.map(({ path }) => path);
  const target = join(outDir, 'search-index');
  expect(readdirSync(target).sort()).toEqual([second, first, 'bundles.json']);
  expect(JSON.parse(readFileSync(join(target, 'bundles.json'), 'utf8'))).toEqual(manifest);
  expect(readdirSync(join(target, first)).sort()).toEqual(['places', 'records.bin', 'texts', 'words']);
  const texts = JSON.parse(gunzipSync(readFileSync(join(target, second, 'texts/0.bin'))).toString());
  expect(texts).toContainEqual([expect.stringMatching(/^e-/), 'Two']);
});
