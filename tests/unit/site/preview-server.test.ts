import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { type IncomingHttpHeaders, request, type Server } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { previewServer } from '#src/cli/site/preview.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

const LONG = 'again and '.repeat(1000);

describe('previewServer', () => {
  const base = temporaryDirectory('preview');
  const site = join(base, 'site');
  let server: Server;
  let port = 0;

  beforeAll(async () => {
    mkdirSync(join(site, 'sessions'), { recursive: true });
    writeFileSync(join(base, 'secret.txt'), 'secret');
    writeFileSync(join(site, 'index.html'), 'home');
    writeFileSync(join(site, 'long.html'), LONG);
    writeFileSync(join(site, '404.html'), 'no such page');
    writeFileSync(join(site, '.session-chronicle.json'), '{"files":["hidden"]}');
    writeFileSync(join(site, 'sessions/index.html'), 'sessions');
    writeFileSync(join(site, 'code.js'), 'plain');
    mkdirSync(join(site, 'pagefind/all'), { recursive: true });
    writeFileSync(join(site, 'pagefind/all/pagefind-worker.js'), 'search');
    writeFileSync(join(site, 'sessions/index.md'), '# source');
    server = await previewServer(site);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    port = typeof address === 'object' && address ? address.port : 0;
  });
  afterAll(() => {
    server.close();
    rmSync(base, { recursive: true, force: true });
  });

  function ask(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
    return new Promise((resolve, reject) => {
      request({ port, host: '127.0.0.1', path, method, headers }, (response) => {
        let body = '';
        response.on('data', (data) => (body += data));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }));
      })
        .once('error', reject)
        .end();
    });
  }

  it('compresses text for browsers that accept it', async () => {
    const { headers } = await ask('/long.html', { 'Accept-Encoding': 'gzip' });
    expect(headers['content-encoding']).toBe('gzip');
    expect((await ask('/long.html')).body).toBe(LONG);
  });

  it('serves pages and files', async () => {
    expect(await ask('/')).toMatchObject({
      status: 200,
      body: 'home',
      headers: { 'content-type': 'text/html;charset=utf-8' },
    });
    expect(await ask('/sessions/?q=1')).toMatchObject({ status: 200, body: 'sessions' });
    expect(await ask('/code.js')).toMatchObject({ status: 200, body: 'plain' });
    expect(await ask('/', {}, 'HEAD')).toMatchObject({ status: 200, body: '' });
  });

  it('sends the encoding of Markdown', async () => {
    expect(await ask('/sessions/index.md')).toMatchObject({
      status: 200,
      body: '# source',
      headers: { 'content-type': 'text/markdown; charset=utf-8', 'x-content-type-options': 'nosniff' },
    });
  });

  it.each(['127.0.0.1', 'localhost', 'localhost:4322', 'LOCALHOST', '[::1]:4322'])('answers for %s', async (host) => {
    expect((await ask('/', { host })).status).toBe(200);
  });

  it.each([
    'evil.example',
    'evil.example:4322',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    '10.0.0.5',
    'x.localhost',
    '[::2]',
    'localhost:x',
  ])('refuses the host %j', async (host) => {
    const answer = await ask('/', { host });
    expect([answer.status, answer.body.includes('home')]).toEqual([403, false]);
  });

  it('allows nothing to other origins', async () => {
    for (const origin of ['http://localhost:3000', 'https://evil.example', 'null']) {
      const { headers } = await ask('/', { origin });
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
      expect(headers['cross-origin-resource-policy']).toBe('same-origin');
    }
    expect((await ask('/', { origin: 'http://localhost:3000' }, 'OPTIONS')).status).toBe(405);
  });

  it('lets only the script that searches compile WebAssembly, also where the browser has it already', async () => {
    const path = '/pagefind/all/pagefind-worker.js';
    const first = await ask(path);
    expect(first.headers['content-security-policy']).toContain("'wasm-unsafe-eval'");
    const again = await ask(path, { 'if-none-match': String(first.headers.etag) });
    expect([again.status, again.headers['content-security-policy']]).toEqual([
      304,
      first.headers['content-security-policy'],
    ]);
    expect((await ask('/code.js')).headers['content-security-policy']).not.toContain('unsafe-eval');
  });

  it.each(['/', '/code.js', '/absent/'])('sends the policy with %s', async (path) => {
    const { headers } = await ask(path);
    const policy = String(headers['content-security-policy']).split('; ');
    expect(policy).toEqual(
      expect.arrayContaining(["default-src 'none'", "connect-src 'self'", "base-uri 'none'", "frame-ancestors 'none'"]),
    );
    expect(policy.find((part) => part.startsWith('script-src'))).not.toMatch(/unsafe-inline|\*|https?:/);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
    });
  });

  it.each([
    '/../secret.txt',
    '/..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/%2e%2e%2fsecret.txt',
    '/sessions/../../secret.txt',
    '/..%5csecret.txt',
    '//etc/passwd',
    '/%00',
    '/.session-chronicle.json',
    '/%2esession-chronicle.json',
  ])('answers with its 404 page at %s', async (path) => {
    expect(await ask(path)).toMatchObject({ status: 404, body: 'no such page' });
  });

  it.each(['/%', '/%ff', '/sessions/%E0%A4%A', 'http://[', 'http://127.0.0.1:99999/', '*'])(
    'calls %s malformed',
    async (path) => {
      expect(await ask(path)).toMatchObject({ status: 400, body: expect.stringContaining('Invalid address') });
    },
  );

  it('follows links inside the site only', async () => {
    writeFileSync(join(base, 'page.html'), 'outside');
    mkdirSync(join(base, 'folder'));
    writeFileSync(join(base, 'folder/index.html'), 'outside');
    writeFileSync(join(base, 'folder/x.txt'), 'outside');
    symlinkSync('../secret.txt', join(site, 'linked.txt'));
    symlinkSync(join(base, 'page.html'), join(site, 'linked.html'));
    symlinkSync('../folder', join(site, 'linked-folder'));
    mkdirSync(join(site, 'own'));
    symlinkSync(join(base, 'page.html'), join(site, 'own/index.html'));
    symlinkSync(join(base, 'page.html'), join(site, 'code.js.gz'));
    symlinkSync('index.html', join(site, 'inside.html'));
    for (const path of [
      '/linked.txt',
      '/linked.html',
      '/linked',
      '/linked/',
      '/linked-folder/',
      '/linked-folder/x.txt',
      '/own/',
      '/own',
    ])
      expect(await ask(path), path).toMatchObject({ status: 404, body: 'no such page' });
    expect(await ask('/code.js', { 'Accept-Encoding': 'gzip' })).toMatchObject({ status: 404 });
    expect(await ask('/inside.html')).toMatchObject({ status: 200, body: 'home' });
    for (const name of ['linked.txt', 'linked.html', 'linked-folder', 'own', 'code.js.gz', 'inside.html'])
      rmSync(join(site, name), { recursive: true });
  });

  it('serves a site through a link to it', async () => {
    symlinkSync(site, join(base, 'link-to-site'));
    const linked = await previewServer(join(base, 'link-to-site'));
    await new Promise<void>((resolve) => linked.listen(0, '127.0.0.1', resolve));
    const address = linked.address();
    const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/sessions/`;
    expect(await (await fetch(url)).text()).toBe('sessions');
    linked.close();
    linked.closeAllConnections();
  });

  it('survives invalid ranges and methods', async () => {
    for (const range of ['bytes=10-5', 'bytes=-', 'bytes=999999-', 'lines=1']) {
      expect((await ask('/', { range })).status).toBe(200);
    }
    expect((await ask('/', {}, 'POST')).status).toBe(405);
    expect((await ask('/')).status).toBe(200);
  });

  it.skipIf(process.platform === 'win32')('does not open a named pipe', async () => {
    execFileSync('mkfifo', [join(site, 'pipe')]);
    expect((await ask('/pipe')).status).toBe(404);
    rmSync(join(site, 'pipe'));
  });

  it('survives an unreadable file', async () => {
    symlinkSync('/nowhere', join(site, 'dangling.html'));
    expect((await ask('/dangling.html')).status).toBe(404);
  });
});
