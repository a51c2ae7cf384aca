import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Session } from '#src/chronicle/session.ts';
import type { Archive } from '#src/node/archive/archive.ts';
import { searchIndex } from '#src/node/search/search-index.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';
import { ArchiveFixture } from './archive-fixture.ts';

describe('searchIndex', () => {
  it('makes a bundle for the newest week, for each quarter of its year and for each year before, and counts its records', async () => {
    const { manifest } = await indexOf(fourPeriods().open());
    expect(manifest.bundles.map(({ path, records, events }) => [path.replace(/-\w+$/, ''), records, events])).toEqual([
      ['2026-q4-10-08', 2, 1],
      ['2026-q4', 4, 2],
      ['2026-q3', 2, 1],
      ['2025', 3, 1],
    ]);
  });

  it('reuses bundles, and rebuilds only the period that changed', async () => {
    const cacheDir = temporaryDirectory();
    const fixture = fourPeriods();
    const before = await indexOf(fixture.open(), cacheDir);
    const files = readdirSync(join(cacheDir, 'search'));
    expect(files).toHaveLength(4);
    // The content of a cached bundle shows whether it is reused.
    const entry = JSON.stringify({ records: 1, events: 0, words: [''] });
    for (const name of files)
      writeFileSync(join(cacheDir, 'search', name), `[["kept",0],["entry.json",${entry.length}]]\n${entry}`);
    fixture.write('2026-08-04-sepa', ['- [ERROR] Another one']);
    const after = await indexOf(fixture.open(), cacheDir);
    const kept = after.manifest.bundles.map(({ path }) => [
      path.replace(/-\w+$/, ''),
      after.bundles.get(path)?.has('kept'),
    ]);
    expect(kept).toEqual([
      ['2026-q4-10-08', true],
      ['2026-q4', true],
      ['2026-q3', false],
      ['2025', true],
    ]);
    expect(after.manifest.bundles[2]?.path).not.toBe(before.manifest.bundles[2]?.path);
  });

  it('rebuilds a bundle whose file is damaged', async () => {
    const cacheDir = temporaryDirectory();
    const fixture = new ArchiveFixture().write('2026-10-01-main', ['- [ERROR] One']);
    const [bundle] = (await indexOf(fixture.open(), cacheDir)).manifest.bundles;
    writeFileSync(join(cacheDir, 'search', `${bundle?.path}.bundle`), 'half of it');
    const again = await indexOf(fixture.open(), cacheDir);
    expect(again.bundles.get(bundle?.path ?? '')?.has('records.bin')).toBe(true);
  });

  it('works with a read-only cache', async () => {
    const cacheDir = temporaryDirectory();
    writeFileSync(join(cacheDir, 'search'), 'a file where the directory should be');
    const { bundles } = await indexOf(
      new ArchiveFixture().write('2026-10-01-main', ['- [ERROR] One']).open(),
      cacheDir,
    );
    expect(bundles.size).toBe(1);
  });

  it('removes unused bundles and half-written files', async () => {
    const cacheDir = temporaryDirectory();
    const directory = join(cacheDir, 'search');
    mkdirSync(directory);
    for (let n = 0; n < 40; n++) writeFileSync(join(directory, `old-${n}.bundle`), '');
    writeFileSync(join(directory, 'x.bundle.1234.tmp'), '');
    await indexOf(new ArchiveFixture().write('2026-10-01-main', ['- [ERROR] One']).open(), cacheDir);
    const left = readdirSync(directory);
    expect(left).toHaveLength(17);
    expect(left.filter((name) => name.startsWith('2026-q4'))).toHaveLength(1);
  });

  it('has no bundles for an empty archive', async () => {
    const fixture = new ArchiveFixture();
    expect((await indexOf(fixture.open())).manifest).toEqual({ version: 2, bundles: [] });
  });

  it('lets only the owner read the cache', async () => {
    const cacheDir = join(temporaryDirectory(), 'cache');
    await indexOf(new ArchiveFixture().write('2026-10-01-main', ['- [ERROR] One']).open(), cacheDir);
    chmodSync(cacheDir, 0o700);
    const { statSync } = await import('node:fs');
    const directory = join(cacheDir, 'search');
    const modes = [directory, ...readdirSync(directory).map((name) => join(directory, name))].map(
      (path) => statSync(path).mode & 0o777,
    );
    expect(modes).toEqual([0o700, 0o600]);
  });
});

function indexOf(archive: Archive, cacheDir = temporaryDirectory()) {
  const factsOf = (session: Session) => archive.factsOf(session);
  return searchIndex({ sessions: archive.snapshot.sessions, factsOf }, cacheDir);
}

function fourPeriods(): ArchiveFixture {
  return new ArchiveFixture()
    .write('2026-10-09-main', ['- [ERROR] Newest'])
    .write('2026-10-01-main', ['- [ERROR] One', '- [PIVOT] Two'], { summary: 'Both of them.' })
    .write('2026-08-04-sepa', ['- [ERROR] Summer'])
    .write('2025-12-31-main', ['- [ERROR] Winter'])
    .write('2025-12-30-main', [], { summary: 'Auto-generated: 0 events' });
}
