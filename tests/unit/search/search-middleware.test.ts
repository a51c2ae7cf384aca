import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Archive } from '#src/node/archive/archive.ts';
import { searchMiddleware } from '#src/node/search/search-middleware.ts';
import { NO_FACTS } from '#tests/support/no-facts.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';
import { ArchiveFixture } from './archive-fixture.ts';
import { serve } from './served-index.ts';

describe('searchMiddleware', () => {
  it('serves the manifest and the files of its bundles with their types', async () => {
    const address = await dev(new ArchiveFixture().write('2026-10-01-main', ['- [ERROR] One']).open());
    const manifest = await fetch(`${address}/search-index/bundles.json`);
    expect(manifest.headers.get('content-type')).toBe('application/json; charset=utf-8');
    const { bundles } = await manifest.json();
    const words = await fetch(`${address}/search-index/${bundles[0].path}/words/0.bin`);
    expect([words.status, words.headers.get('content-type')]).toEqual([200, 'application/octet-stream']);
    expect((await fetch(`${address}/search-index/${bundles[0].path}/entry.json`)).status).toBe(404);
  });

  it('passes other addresses on, and answers 404 for missing files', async () => {
    const address = await dev(new ArchiveFixture().write('2026-10-01-main', ['- [ERROR] One']).open());
    expect(await (await fetch(`${address}/sessions/`)).text()).toBe('next');
    for (const path of ['x', '2026-q4/../../etc/passwd', '__proto__/constructor', '%']) {
      expect((await fetch(`${address}/search-index/${path}`)).status).toBe(path.includes('..') ? 200 : 404);
    }
  });

  it('builds once for concurrent requests', async () => {
    const archive = new ArchiveFixture().write('2026-10-01-main', ['- [ERROR] One']).open();
    let reads = 0;
    const counted: Archive = {
      ...NO_FACTS,
      get snapshot() {
        return new Proxy(archive.snapshot, {
          get: (target, key) => {
            if (key === 'sessions') reads++;
            return Reflect.get(target, key);
          },
        });
      },
      subscribe: archive.subscribe.bind(archive),
      refresh: archive.refresh.bind(archive),
      close: archive.close.bind(archive),
    };
    const snapshot = counted.snapshot;
    const address = await dev({ ...counted, snapshot });
    await Promise.all(Array.from({ length: 8 }, () => manifestOf(address)));
    await manifestOf(address);
    expect(reads).toBe(1);
  });

  it('answers other requests while it builds', async () => {
    const lines = Array.from(
      { length: 4000 },
      (_, at) => `- [ERROR] Number ${at} failed in run ${at % 97} of the ${at % 13}th day`,
    );
    const address = await dev(new ArchiveFixture().write('2026-10-01-main', lines).open());
    const answered: string[] = [];
    const index = manifestOf(address).then(([bundle]) => answered.push(`index of ${bundle?.records}`));
    for (let page = 1; page <= 3; page++) answered.push(await (await fetch(`${address}/sessions/`)).text());
    await index;
    expect(answered).toEqual(['next', 'next', 'next', 'index of 4001']);
  });

  it('picks up a change with the next manifest, and keeps serving the bundles of open pages', async () => {
    const fixture = new ArchiveFixture().write('2026-10-01-main', ['- [ERROR] One']);
    const archive = { ...fixture.open(), ...NO_FACTS, snapshot: fixture.open().snapshot };
    const address = await dev(archive);
    const before = await manifestOf(address);
    fixture.write('2026-10-02-main', ['- [ERROR] Two']);
    archive.snapshot = fixture.open().snapshot;
    const after = await manifestOf(address);
    expect([before[0]?.records, after[0]?.records]).toEqual([2, 4]);
    expect((await fetch(`${address}/search-index/${before[0]?.path}/records.bin`)).status).toBe(200);
  });

  it('answers a failure with its message, and tries again', async () => {
    const fixture = new ArchiveFixture().write('2026-10-01-main', ['- [ERROR] One']);
    const good = fixture.open();
    let snapshot = { ...good.snapshot, sessions: [{}] as unknown as typeof good.snapshot.sessions };
    const archive = {
      ...NO_FACTS,
      get snapshot() {
        return snapshot;
      },
      subscribe: () => () => {},
      refresh: () => {},
      close: () => {},
    };
    const address = await dev(archive);
    const failed = await fetch(`${address}/search-index/bundles.json`);
    expect(failed.status).toBe(500);
    expect((await failed.json()).message).toMatch(/^Unexpected error: .+\.$/);
    snapshot = good.snapshot;
    expect(await manifestOf(address)).toHaveLength(1);
  });

  it('works with a read-only cache', async () => {
    const cacheDir = temporaryDirectory();
    writeFileSync(join(cacheDir, 'search'), '');
    const address = await dev(new ArchiveFixture().write('2026-10-01-main', ['- [ERROR] One']).open(), cacheDir);
    expect(await manifestOf(address)).toHaveLength(1);
  });
});

function dev(archive: Archive, cacheDir = temporaryDirectory()): Promise<string> {
  const middleware = searchMiddleware(archive, cacheDir);
  return serve((request, response) => middleware(request, response, () => response.end('next')));
}

async function manifestOf(address: string): Promise<{ path: string; records: number }[]> {
  const response = await fetch(`${address}/search-index/bundles.json`);
  return (await response.json()).bundles;
}
