import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, it } from 'vitest';
import { sessionMiddleware } from '#src/archive/session-files.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';
import { chronicleText, open, put, TIDEMARK } from './archive-directory.ts';

const PAGE = '/sessions/tidemark/2026-03-24-main/';

/** What is answered at an address; null for what the middleware leaves to others. */
function answer(url: string, method = 'GET'): string | null {
  const root = temporaryDirectory();
  put(root, `${TIDEMARK}/chronicle/2026-03-24-main.md`, chronicleText());
  let [head, text]: [string, string | null] = ['', ''];
  const response = {
    writeHead: (status: number, headers: Record<string, string>) => {
      head = `${status} ${headers['Content-Type']}: `;
    },
    end: (body: Uint8Array | string = '') => {
      text = Buffer.from(body).toString();
    },
  };
  sessionMiddleware(open(root))({ url, method } as IncomingMessage, response as unknown as ServerResponse, () => {
    text = null;
  });
  return text === null ? null : head + text;
}

it('serves the source and the JSON of a session', () => {
  expect(answer(`${PAGE}index.md?x`)).toBe(`200 text/markdown; charset=utf-8: ${chronicleText()}`);
  expect(answer(`${PAGE}index.json`)).toMatch(/^200 application\/json; charset=utf-8: {\s+"id": "3f6c2a10"/);
  expect(answer(`${PAGE}index.md`, 'HEAD')).toBe('200 text/markdown; charset=utf-8: ');
});

it.each([
  '/sessions/tidemark/2026-03-25-absent/index.md',
  '/sessions/other/2026-03-24-main/index.json',
  '/sessions/tidemark/..%2f..%2f..%2f..%2fetc%2fpasswd/index.md',
])('answers 404 at %s', (path) => {
  expect(answer(path)).toBe('404 text/plain; charset=utf-8: Session not found.');
});

it.each([PAGE, `${PAGE}index.html`, '/sessions/table.json', `${PAGE}x/index.md`, `${PAGE}index.md/`])(
  'leaves %s to others',
  (path) => expect(answer(path)).toBeNull(),
);
