import { mkdirSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';
import { chronicleText, put, TIDEMARK } from '../unit/archive/archive-directory.ts';
import { runCommand, startServer } from './command.ts';

const SERVERS = [
  { options: [], tags: [], own: '/sessions/', hasSocket: false },
  { options: ['--vite'], tags: 'long', own: '/@vite/client', hasSocket: true },
];

describe.each(SERVERS)('chronicle dev --token $options', (server) => {
  it('answers only the browser that opened its address', { tags: server.tags }, async () => {
    const config = temporaryDirectory();
    put(config, `projects/${TIDEMARK}/chronicle/2026-03-24-main.md`, chronicleText());
    const { url, stop } = await startServer(config, 'dev', '--port', '0', '--token', ...server.options);
    const { origin, search } = new URL(url);
    expect(search).toMatch(/^\?key=[\w-]{43}$/);
    const cookie = await expectGate(origin, search, [
      '/',
      server.own,
      '/favicon.svg',
      '/pagefind/indexes.json',
      '/sessions/tidemark/2026-03-24-main/index.md',
    ]);
    const edit = (headers: Record<string, string>) =>
      fetch(`${origin}/edit/draft`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Origin: origin, ...headers },
        body: '{}',
      });
    expect((await edit({})).status).toBe(403);
    expect((await edit({ Cookie: cookie })).status).toBe(400);

    const client = await (await fetch(origin + server.own, { headers: { Cookie: cookie } })).text();
    // Without a token in its script, the server ignores it.
    const socket = `/?token=${/wsToken = "([^"]+)"/.exec(client)?.[1]}`;
    const upgrade = upgrading('vite-hmr');
    expect(await upgrade(origin, socket, {})).toBe(403);
    expect(await upgrade(origin, socket, { Cookie: cookie.replace(/.$/, '') })).toBe(403);
    expect(await upgrade(origin, socket, { Cookie: cookie, Host: 'evil.example' })).toBe(403);
    for (const other of ['http://evil.example', 'http://127.0.0.1:1', 'null'])
      expect(await upgrade(origin, socket, { Cookie: cookie, Origin: other }), other).toBe(403);
    expect(await upgrade(origin, socket, { Cookie: cookie, 'Sec-WebSocket-Protocol': 'other' })).toBe(403);
    expect(await upgrade(origin, socket, { Cookie: cookie })).toBe(server.hasSocket ? 101 : 403);
    expect((await fetch(`${origin}/changes`)).status).toBe(403);
    expect((await stop()).stderr).toContain('The address works once');
  });
});

it('chronicle preview --token answers only the browser that opened its address', async () => {
  const site = temporaryDirectory();
  mkdirSync(join(site, 'sessions'));
  for (const page of ['index.html', 'sessions/index.html', 'feed.xml']) writeFileSync(join(site, page), page);
  const { url } = await startServer(site, 'preview', '--dir', site, '--port', '0', '--token');
  const { origin, search } = new URL(url);
  await expectGate(origin, search, ['/', '/sessions/', '/feed.xml']);
});

it('chronicle dev does not pass a token to the process that opens a browser', async () => {
  const { code, stderr } = await runCommand(temporaryDirectory(), 'dev', '--token', '--open');
  expect([code, stderr]).toEqual([2, expect.stringContaining('--token and --open cannot be combined')]);
});

/** Checks the gate in front of these addresses, and returns the cookie that opens it. */
async function expectGate(origin: string, search: string, paths: readonly string[]): Promise<string> {
  const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    fetch(origin + path, { headers, method, redirect: 'manual' });
  const last = search.at(-1) === 'A' ? 'B' : 'A';
  const wrong = [...paths, '/nothing/', '/%', `${search.slice(0, -1)}${last}`, '/?key=', `/sessions/${search}`];
  for (const path of wrong.map((each) => (each.startsWith('?') ? `/${each}` : each))) {
    const refused = await ask(path);
    expect([path, refused.status]).toEqual([path, 403]);
    expect(await refused.text()).toMatch(/^This archive needs a token\. Open the address that chronicle printed/);
  }
  // Programs that look at a link before a person opens it do not use it up.
  expect((await ask(`/${search}`, {}, 'HEAD')).status).toBe(403);

  const first = await ask(`/${search}`);
  expect([first.status, await first.text()]).toEqual([200, expect.stringContaining('content="0;url=/"')]);
  const set = first.headers.get('set-cookie') ?? '';
  expect(set).toMatch(/^chronicle-\d+=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/);
  expect((await ask(`/${search}`)).status).toBe(403);

  const [Cookie = ''] = set.split(';');
  for (const path of paths) expect((await ask(path, { Cookie: `theme=dark; ${Cookie}` })).status, path).toBe(200);
  expect((await ask(`/${search}`, { Cookie })).status).toBe(303);
  const [name, value] = Cookie.split('=');
  const { port } = new URL(origin);
  for (const other of [
    `${name}=`,
    `${name}=x${value}`,
    `chronicle-1=${value}`,
    `${name}=${'x'.repeat(8000)}`,
    `x${Cookie}`,
  ])
    expect((await ask('/', { Cookie: other })).status, other.slice(0, 40)).toBe(403);
  expect(name).toBe(`chronicle-${port}`);
  return Cookie;
}

/** Asks for sockets with a protocol: the status of the answer. */
function upgrading(protocol: string) {
  return (origin: string, path: string, headers: Record<string, string>) =>
    upgradeWith(origin, path, { 'Sec-WebSocket-Protocol': protocol, ...headers });
}

function upgradeWith(origin: string, path: string, headers: Record<string, string>): Promise<number> {
  const wanted = {
    Connection: 'Upgrade',
    Upgrade: 'websocket',
    'Sec-WebSocket-Version': '13',
    'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
    Origin: origin,
  };
  return new Promise((resolve, reject) => {
    const asked = get(origin + path, { headers: { ...wanted, ...headers } }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    asked.once('upgrade', (response, socket) => {
      socket.destroy();
      resolve(response.statusCode ?? 0);
    });
    asked.once('error', reject);
  });
}
