import { rmSync, writeFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';
import { chronicleText, put, replaceByRename, TIDEMARK } from '../unit/archive/archive-directory.ts';
import { startServer } from './command.ts';
import { edit, eventually, openPage, openVitePage } from './dev-page.ts';

const FOLDER = `projects/${TIDEMARK}/chronicle`;

describe('chronicle dev, on pages that aggregate', () => {
  const config = temporaryDirectory();

  it("follows events, a history, memories and the owner's decisions", { tags: 'long' }, async () => {
    const miss = '[MEMORY-MISS] Guessed the port, feedback_port.md';
    const path = put(config, `${FOLDER}/a.md`, chronicleText({ events: ['[ERROR] First'] }));
    put(config, 'session-chronicle/config.json', '{}');
    const { url } = await startServer(config, 'dev', '--port', '0');
    const text = async (page: string) => (await fetch(new URL(page, url))).text();
    const shows = (page: string, ...words: string[]) =>
      eventually(async () => {
        const html = await text(page);
        return words.every((word) => html.includes(word));
      });

    await shows('/memory/', 'No hits or misses have been logged yet');
    writeFileSync(path, chronicleText({ events: ['[ERROR] First', miss, miss] }));
    await shows('/memory/', '1 mistake, 2 misses', 'Memory missing');
    await shows('/timeline/', 'Guessed the port');
    await shows('/tags/', 'href="/tags/miss/"');
    await shows('/', 'Mistakes still open');

    const line = { id: 'l-1', at: '2026-03-20T08:00:00Z', source: 'retro', action: 'new', file: 'feedback_port.md' };
    const history = { ...line, session_id: 'x', events: [], before: null, after: 'ab' };
    put(config, `${FOLDER}/memory-ledger.jsonl`, `${JSON.stringify(history)}\n`);
    await shows('/memory/', 'Broken', 'came back twice');

    const page = '/memory/tidemark/feedback_port.md/';
    await shows(page, 'This file no longer exists.', 'Written');
    put(config, `projects/${TIDEMARK}/memory/feedback_port.md`, 'Read the port from the settings.');
    put(config, `projects/${TIDEMARK}/memory/MEMORY.md`, '- [The port](feedback_port.md)\n');
    await shows(page, 'Read the port from the settings.', '<h1 dir="auto">The port</h1>');
    const proposal = { id: 'p-0000aa', state: 'open', proposed: line.at, decided: null, undone: null, before: null };
    const filed = { ...proposal, session_id: 'x', action: 'STRENGTHEN', file: line.file, text: 'x', events: [] };
    put(config, `${FOLDER}/memory/proposals.jsonl`, `${JSON.stringify({ ...filed, reason: 'Guessed again.' })}\n`);
    await shows(page, 'Guessed again.', '>open<');
    await shows('/memory/', 'chronicle review', 'p-0000aa');
    expect((await fetch(new URL('/memory/tidemark/feedback_other.md/', url))).status).toBe(404);

    const id = `3f6c2a10${/#e-[0-9a-f]{6}/.exec(await text('/memory/'))?.[0]}`;
    put(
      config,
      'session-chronicle/clusters.yml',
      `rename:\n  ${id}: Named by hand\n  ${id.replace(/.$/, 'z')}: Nothing\n`,
    );
    await shows('/memory/', 'Named by hand');
    await shows('/attention/', 'clusters.yml:3:3', 'does not name a miss');
    await shows('/', '1 problem in files');

    put(config, `projects/${TIDEMARK}/memory/feedback_port.md`, 'x');
    rmSync(join(config, FOLDER, 'memory-ledger.jsonl'));
    await shows('/memory/', '(the date of its file)');
  });
});

describe('chronicle dev', () => {
  const config = temporaryDirectory();

  it('serves the sample, then the first own chronicle, and exits with 0', async () => {
    const { url, stop } = await startServer(config, 'dev', '--port', '0');
    const text = async (path: string) => (await fetch(new URL(path, url))).text();
    const shows = (path: string, words: string, isThere = true) =>
      eventually(async () => (await text(path)).includes(words) === isThere);
    const status = async (path: string) => (await fetch(new URL(path, url))).status;

    expect(await text('/')).toContain('/sessions/tidemark/2026-11-18-main/');
    const page = await openPage(url);

    const path = put(config, `${FOLDER}/2026-03-24-main.md`, chronicleText());
    await shows('/', '/sessions/tidemark/2026-03-24-main/');
    await page.reloaded;
    expect(await text('/')).not.toContain('2026-11-18-main');
    expect(await text('/sessions/tidemark/2026-03-24-main/')).toContain('Keep one file a session');

    expect(await text('/sessions/tidemark/2026-03-24-main/index.md')).toBe(chronicleText());
    expect(JSON.parse(await text('/sessions/tidemark/2026-03-24-main/index.json'))).toMatchObject({ id: '3f6c2a10' });
    for (const list of ['/projects/tidemark/', '/tags/decision/'])
      expect(await text(list)).toContain('/sessions/tidemark/2026-03-24-main/');
    for (const list of ['/projects/other/', '/tags/other/', '/sessions/tidemark/other/index.md'])
      expect(await status(list)).toBe(404);

    replaceByRename(path, chronicleText({ events: ['[PIVOT] <script>alert(1)</script>'] }));
    await shows('/sessions/tidemark/2026-03-24-main/', 'alert(1)');
    expect(await text('/sessions/tidemark/2026-03-24-main/')).not.toContain('<script>alert(1)');

    put(config, `${FOLDER}/2026-03-24-main.md`, 'broken');
    await shows('/attention/', '2026-03-24-main.md');
    expect(await status('/sessions/tidemark/2026-03-24-main/')).toBe(200);

    rmSync(path);
    await eventually(async () => (await status('/sessions/tidemark/2026-03-24-main/')) === 404);
    await shows('/', 'Nothing recorded yet');

    expect(await answer(url, '/', { host: 'evil.example' })).toMatchObject({ statusCode: 403 });
    for (const path of ['/pagefind/indexes.json', '/sessions/tidemark/2026-03-24-main/index.md'])
      expect(await answer(url, path, { host: 'evil.example' })).toMatchObject({ statusCode: 403 });
    expect(await status('/pagefind/indexes.json')).toBe(200);
    const foreign = await answer(url, '/', { origin: 'http://localhost:9' });
    expect(foreign.headers['access-control-allow-origin']).toBeUndefined();
    for (const path of ['/', '/edit', '/__absent', '/pagefind/indexes.json', '/sessions/x/y/index.md'])
      expect((await answer(url, path, {})).headers, path).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
        'cross-origin-resource-policy': 'same-origin',
        'cross-origin-opener-policy': 'same-origin',
      });
    expect(await text('/%')).toBe('Invalid address: it is not a path, or contains an incomplete % escape.\n');
    for (const old of ['/on/12-24/', '/year/', '/concepts/caching/', '/brief/larder/', '/timeline/miss/'])
      expect(await status(old)).toBe(200);
    for (const odd of ['/on/12-24/x/', '/constructor/', '/toString/']) expect(await status(odd)).toBe(404);
    for (const file of ['/feed.xml', '/feed.json', '/archive/index.json']) expect(await status(file)).toBe(200);
    expect(await status('/archive/2019-01.json')).toBe(404);

    const { code, stderr } = await stop('SIGINT');
    expect(code).toBe(0);
    expect(stderr.split('\n').filter((line) => !/ \[ERROR\] |^$/.test(line))).toEqual([
      `Showing the sample archive, as ${config}/projects has no chronicles yet. Your first session will replace it.`,
      'Your first chronicle has arrived. Showing your own archive.',
    ]);
  });

  it('shows the sample with --sample, and the own archive otherwise', async () => {
    put(config, `${FOLDER}/2026-03-24-main.md`, chronicleText());
    const own = await startServer(config, 'dev', '--port', '0');
    const sample = await startServer(config, 'dev', '--sample', '--port', '0');
    expect(await (await fetch(own.url)).text()).toContain('2026-03-24-main');
    expect(await (await fetch(sample.url)).text()).toContain('2026-11-18-main');
    expect(await edit(sample.url, 'draft', { sessions: ['3f6c2a10'] })).toEqual({
      status: 403,
      error: 'The sample cannot be edited. Nothing was changed.',
    });
    expect((await own.stop('SIGTERM')).stderr).toBe(`Showing your own archive: 1 session from ${config}/projects.\n`);
    expect(await sample.stop('SIGHUP')).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/^Showing the sample archive: \d+ sessions\.\n$/),
    });
  });
});

describe('/changes of chronicle dev', () => {
  it('is refused to other origins and methods, may be reset at once, and does not keep the server from ending', async () => {
    const { url, stop } = await startServer(temporaryDirectory(), 'dev', '--sample', '--port', '0');
    const own = new URL(url).origin;
    const asked = async (headers: Record<string, string>) => {
      const { statusCode, headers: given } = await answer(url, '/changes', headers);
      return [statusCode, given['access-control-allow-origin']];
    };
    expect(await asked({ Origin: own, 'Sec-Fetch-Site': 'same-origin' })).toEqual([200, undefined]);
    for (const origin of ['http://evil.example', 'http://127.0.0.1:1', own.replace('127.0.0.1', 'localhost'), 'null'])
      expect(await asked({ Origin: origin }), origin).toEqual([403, undefined]);
    for (const site of ['cross-site', 'same-site', 'none'])
      expect(await asked({ 'Sec-Fetch-Site': site }), site).toEqual([403, undefined]);
    expect((await fetch(new URL('/changes', url), { method: 'POST' })).status).toBe(405);

    const { host, port } = new URL(url);
    for (const own of [host, 'evil.example'])
      for (const more of [[], ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Protocol: vite-hmr']]) {
        const asked = `${['GET /changes HTTP/1.1', `Host: ${own}`, ...more].join('\r\n')}\r\n\r\n`;
        // What is written to a connection that was reset fails in some of these.
        await Promise.all(Array.from({ length: 200 }, () => resetAfter(Number(port), asked)));
      }
    const page = await openPage(url);
    page.reloaded.catch(() => {});
    expect((await stop('SIGINT')).code).toBe(0);
  });
});

/** Sends a text to a port of this machine, and resets the connection without waiting for the answer. */
function resetAfter(port: number, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('error', reject);
    socket.once('close', () => resolve());
    socket.write(text, () => socket.resetAndDestroy());
  });
}

describe('chronicle dev --vite', () => {
  it('serves pages from their sources, and those of drafts, and follows the archive', { tags: 'long' }, async () => {
    const config = temporaryDirectory();
    const path = put(config, `${FOLDER}/2026-03-24-main.md`, chronicleText());
    const { url, stop } = await startServer(config, 'dev', '--vite', '--port', '0');
    const text = async (address: string) => (await fetch(new URL(address, url))).text();
    expect(await text('/drafts/')).toContain('No drafts yet');
    expect(await text('/')).toContain('/@vite/client');
    const page = await openVitePage(url);
    replaceByRename(path, chronicleText({ events: ['[PIVOT] Turned back'] }));
    await page.reloaded;
    expect(await text('/sessions/tidemark/2026-03-24-main/')).toContain('Turned back');
    expect(await edit(url, 'finding', { draft: 'x', finding: 'y', decision: 'keep' })).toMatchObject({ status: 404 });
    expect((await stop()).code).toBe(0);
  });
});

/** Sends a request with headers that fetch cannot set. */
function answer(url: string, path: string, headers: Record<string, string>): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    get(new URL(path, url), { headers, agent: false }, (response) => {
      resolve(response);
      // One that tells of changes has no end.
      if (path === '/changes') response.destroy();
      else response.resume();
    }).once('error', reject);
  });
}
