import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { sessionMiddleware } from '#src/archive/session-files.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';
import { chronicleText, open, put, TIDEMARK, until } from './archive-directory.ts';

const FILE = `${TIDEMARK}/chronicle/2026-03-24-main.md`;
const PAGE = '/sessions/tidemark/2026-03-24-main/';

describe('sessionMiddleware', () => {
  /** Serves an archive's session files; what the middleware leaves to others is answered with 418. */
  async function serve(root: string, watch = false) {
    const archive = open(root, { watch });
    const answer = sessionMiddleware(archive);
    const server = createServer((request, response) => answer(request, response, () => response.writeHead(418).end()));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const ask = (path: string, method = 'GET') => fetch(`http://127.0.0.1:${port}${path}`, { method });
    return { archive, ask };
  }

  it('serves the source and the JSON of a session', async () => {
    const root = temporaryDirectory();
    put(root, FILE, chronicleText());
    const { ask } = await serve(root);
    const source = await ask(`${PAGE}index.md?x`);
    expect([source.status, await source.text()]).toEqual([200, chronicleText()]);
    expect(source.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    const document = await ask(`${PAGE}index.json`);
    expect(await document.json()).toMatchObject({ project: 'tidemark', name: '2026-03-24-main' });
    expect(await (await ask(`${PAGE}index.md`, 'HEAD')).text()).toBe('');
  });

  it('follows changes of the archive', async () => {
    const root = temporaryDirectory();
    put(root, FILE, chronicleText());
    const { archive, ask } = await serve(root, true);
    put(root, FILE, chronicleText({ events: ['[PIVOT] Said differently'] }));
    await until(archive, ({ sessions }) => sessions[0]?.chronicle.events[0]?.tag === 'PIVOT');
    expect(await (await ask(`${PAGE}index.md`)).text()).toContain('Said differently');
  });

  it.each([
    '/sessions/tidemark/2026-03-25-absent/index.md',
    '/sessions/other/2026-03-24-main/index.json',
    '/sessions/tidemark/..%2f..%2f..%2f..%2fetc%2fpasswd/index.md',
  ])('answers 404 at %s', async (path) => {
    const root = temporaryDirectory();
    put(root, FILE, chronicleText());
    const { ask } = await serve(root);
    const response = await ask(path);
    expect([response.status, await response.text()]).toEqual([404, 'Session not found.']);
  });

  it.each([PAGE, `${PAGE}index.html`, '/sessions/table.json', `${PAGE}x/index.md`, `${PAGE}index.md/`])(
    'leaves %s to others',
    async (path) => {
      const { ask } = await serve(temporaryDirectory());
      expect((await ask(path)).status).toBe(418);
    },
  );
});
