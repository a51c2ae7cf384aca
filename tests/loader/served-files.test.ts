import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '#tests/support/root.ts';
import { IS_WHOLE } from '#tests/support/sampled.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';
import { chronicleText, put, TIDEMARK } from '../unit/archive/archive-directory.ts';
import { attackAddresses, EXTENSIONS } from './attack-addresses.ts';
import { startServer } from './command.ts';

const CANARY = 'a canary of the owner';
/** Headers with which Vite treats an address differently. */
const KINDS = [
  {},
  { 'Sec-Fetch-Dest': 'script' },
  { 'Sec-Fetch-Dest': 'style', Accept: 'text/css' },
  { Accept: 'text/html' },
];

/** Vite would load any file. Pages with compiled code have no way to one, so that a part of the addresses is enough. */
const SERVERS = [
  {
    options: ['--vite'],
    part: 1,
    tags: 'long',
    own: ['/@vite/client', '/@id/astro:scripts/page.js', `/@fs${ROOT}/site/scripts/site.ts?t=1`],
  },
  { options: [], part: 10, tags: [], own: ['/sessions/', '/favicon.svg'] },
];

describe.each(SERVERS)('chronicle dev $options', ({ options, part, tags, own }) => {
  it("serves no file but the site's own, under any address", { tags: 'sample' }, async () => {
    const config = temporaryDirectory();
    put(config, `projects/${TIDEMARK}/chronicle/2026-03-24-main.md`, chronicleText());
    const stem = join(config, 'private/notes');
    mkdirSync(dirname(stem), { recursive: true });
    for (const extension of EXTENSIONS) writeFileSync(stem + extension, `/* ${CANARY} */ export default '${CANARY}';`);
    symlinkSync(`${stem}.md`, join(config, 'link.md'));

    const { url } = await startServer(config, 'dev', '--port', '0', ...options);
    const { origin } = new URL(url);
    const ask = asking(origin);
    const served: string[] = [];
    const failed: string[] = [];
    const attacks: [string, Record<string, string>][] = [];
    for (const address of attackAddresses(stem, ROOT, origin)) attacks.push([address, KINDS[attacks.length % 4] ?? {}]);
    for (const address of attackAddresses(stem, ROOT, origin))
      if (!/[?#]/.test(address)) for (const headers of KINDS) attacks.push([address, headers]);
    for (const address of attackAddresses(join(config, 'link'), ROOT, origin))
      if (address.includes('import')) attacks.push([address, {}]);
    expect(attacks.length).toBeGreaterThan(20_000);

    const tried = attacks.filter((_, i) => i % (part * (IS_WHOLE ? 1 : 10)) === 0);
    await atOnce(32, tried, async ([address, headers]) => {
      const { status, body } = await ask(address, headers);
      if (body.includes(CANARY)) served.push(address);
      if (status >= 500) failed.push(`${status} ${address}`);
    });
    expect(served.slice(0, 20), `${served.length} of ${attacks.length}`).toEqual([]);
    expect(failed.slice(0, 20), `${failed.length} of ${attacks.length}`).toEqual([]);

    for (const address of ['/', ...own]) expect((await ask(address)).status, address).toBe(200);
  });

  it('survives malformed requests, and answers only to names of this machine', { tags }, async () => {
    const config = temporaryDirectory();
    put(config, `projects/${TIDEMARK}/chronicle/2026-03-24-main.md`, chronicleText());
    const { url } = await startServer(config, 'dev', '--port', '0', ...options);
    const { origin, port } = new URL(url);
    const ask = asking(origin);
    for (const address of ['/%', '/%ff/', '/@fs/%', 'http://[', 'http://127.0.0.1:99999/', '*', '?', 'index'])
      expect((await ask(address)).status, address).toBe(400);
    for (const address of [
      '//',
      '//[',
      '///x',
      '/\\x',
      '/%00',
      '/@fs//',
      '/@id/',
      '/_image?href=/@fs/x.png',
      '/nothing',
    ])
      expect((await ask(address)).status, address).toBe(404);
    for (const address of ['/?%', '/search/?q=100%', '/feed.xml?import'])
      expect((await ask(address)).status, address).toBe(200);

    for (const method of ['TRACE', 'OPTIONS', 'PUT', 'DELETE', 'PROPFIND', 'QUERY'])
      expect((await ask('/', {}, method)).status, method).toBe(405);

    for (const host of ['127.0.0.1', `localhost:${port}`, `LOCALHOST:${port}`, `[::1]:${port}`])
      expect((await ask('/', { Host: host })).status, host).toBe(200);
    const foreign = [
      '10.0.0.1',
      `10.0.0.1:${port}`,
      '169.254.1.1',
      'x.localhost',
      `x.localhost:${port}`,
      '0.0.0.0',
      '[::2]',
    ];
    for (const host of [...foreign, '127.1', '127.0.0.1.evil.example', 'localhost.', 'localhost@evil.example'])
      for (const address of ['/', ...own, '/sessions/tidemark/2026-03-24-main/index.md', '/favicon.svg'])
        expect((await ask(address, { Host: host })).status, host).toBe(403);
    expect((await ask('/')).status).toBe(200);
  });
});

function asking(origin: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 32 });
  const { hostname: host, port } = new URL(origin);
  return (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    new Promise<{ status: number; body: string }>((resolve, reject) => {
      const asked = request({ agent, host, port, path, headers, method }, (response) => {
        let body = '';
        response.setEncoding('utf8').on('data', (data) => {
          body += data;
        });
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
      });
      asked.once('error', reject);
      asked.end();
    });
}

/** Runs a task for each item, a few at a time. */
async function atOnce<Item>(count: number, items: readonly Item[], task: (item: Item) => Promise<void>): Promise<void> {
  const left = items[Symbol.iterator]();
  await Promise.all(
    Array.from({ length: count }, async () => {
      for (const item of left) await task(item);
    }),
  );
}
