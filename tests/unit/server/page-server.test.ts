import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { writePages } from '#src/cli/site/build-site.ts';
import { samplePlace } from '#content-loader/served-archive.ts';
import { provideServed } from '#content-loader/served-archive.ts';
import { openArchive } from '#src/archive/archive.ts';
import { pathsIn, realEnv } from '#src/lib/env.ts';
import { pageServer } from '#src/server/page-server.ts';
import type { Pages } from '#src/server/pages.ts';
import { openOutput } from '#src/server/site-output.ts';
import { walkSite } from '#src/server/walk-site.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';

/** Pages of which one throws, and one has lost its code. */
const pages: Pages = {
  async render({ url }) {
    if (new URL(url).pathname === '/numbers/') throw new Error('A figure is none.\nat numbers.astro');
    if (new URL(url).pathname === '/gone/') await import(/* @vite-ignore */ pathToFileURL('/gone/page.mjs').href);
    return new Response('<p>A page</p>', { headers: { 'Content-Type': 'text/html' } });
  },
  hasRoute: () => true,
  addresses: async () => ['/', '/numbers/', '/projects/'],
  files: new Map(),
};

/** A server of those pages: what it told of failures, and the answer to an address. */
async function served(): Promise<{ told: string[]; get: (path: string) => Promise<Response> }> {
  const archive = openArchive({ ...samplePlace(), origin: 'sample', watch: false });
  const env = realEnv();
  provideServed(archive, env);
  const told: string[] = [];
  const failed = (path: string, error: unknown) => told.push(`${path} ${error instanceof Error ? error.name : ''}`);
  const { server, stop } = pageServer({ pages, archive, paths: pathsIn(env), env, failed });
  onTestFinished(() => {
    stop();
    archive.close();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return { told, get: (path) => fetch(`http://127.0.0.1:${port}${path}`) };
}

it('costs a server one page, if it throws', async () => {
  const { told, get } = await served();
  const answers = [await get('/numbers/'), await get('/'), await get('/numbers/')];
  expect(answers.map(({ status }) => status)).toEqual([500, 200, 500]);
  expect(told).toEqual(['/numbers/ Error', '/numbers/ Error']);
  expect(await answers[0]?.text()).not.toContain('astro');
});

it('says that it was updated, if the code of a page is gone', async () => {
  const { get } = await served();
  const answer = await get('/gone/');
  expect([answer.status, await answer.text()]).toEqual([500, expect.stringContaining('Start chronicle dev again.')]);
});

it('costs a build one page, if it throws', async () => {
  const site = join(temporaryDirectory('output'), 'site');
  const output = openOutput(site);
  expect(await writePages(pages, output, () => {})).toEqual(['/numbers/ could not be made: A figure is none.']);
  output.seal({ key: '', roots: [], sessions: 0, problems: [], broken: 0 });
  expect([...walkSite(site, new Set(['.session-chronicle.json']))]).toEqual(['index.html', 'projects/index.html']);
});
