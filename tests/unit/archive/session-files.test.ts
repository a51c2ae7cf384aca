import { readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { parseChronicle } from '#src/format/parse.ts';
import type { Session } from '#src/format/session.ts';
import { sessionFile, writeSessionFiles, sessionMiddleware } from '#src/archive/session-files.ts';
import { NO_FACTS } from '#tests/support/no-facts.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';
import { chronicleText, open, put, TIDEMARK } from './archive-directory.ts';

const FILE = `${TIDEMARK}/chronicle/2026-03-24-main.md`;
/** What no writer of ours would write: it has to come through as it is. */
const ODD = `\ufeff${chronicleText().replaceAll('\n', '\r\n')}trailing  `;

describe('sessionFile', () => {
  function only(root: string): Session {
    const [session] = open(root).snapshot.sessions;
    return session ?? expect.unreachable('there is no session');
  }

  it('is the chronicle byte for byte', () => {
    const root = temporaryDirectory();
    put(root, FILE, ODD);
    expect(Buffer.from(sessionFile(only(root), NO_FACTS, 'index.md')).toString()).toBe(ODD);
  });

  it.each([
    ['changed', (path: string) => writeFileSync(path, chronicleText({ events: ['[ERROR] Something else'] }))],
    ['gone', (path: string) => rmSync(path)],
    [
      'a link to something else',
      (path: string) => {
        rmSync(path);
        symlinkSync('/etc/hostname', path);
      },
    ],
  ])('is serialized from memory if the file is %s now', (_, change) => {
    const root = temporaryDirectory();
    const path = put(root, FILE, chronicleText());
    const session = only(root);
    change(path);
    const { chronicle } = parseChronicle(Buffer.from(sessionFile(session, NO_FACTS, 'index.md')).toString());
    expect(chronicle).toMatchObject({ frontMatter: session.chronicle.frontMatter, summary: session.chronicle.summary });
    expect(chronicle?.events.map(({ text }) => text)).toEqual(['Keep one file a session']);
  });
});

describe('writeSessionFiles', () => {
  it('puts both files next to the page of each session', () => {
    const root = temporaryDirectory();
    put(root, FILE, ODD);
    put(root, `${TIDEMARK}/chronicle/2026-03-25-x.md`, chronicleText({ id: 'x', started: '2026-03-25T08:00:00Z' }));
    const out = temporaryDirectory();
    writeSessionFiles(open(root).snapshot.sessions, NO_FACTS, { write: (path, content) => put(out, path, content) });
    const read = (file: string) => readFileSync(join(out, 'sessions/tidemark', file), 'utf8');
    expect(read('2026-03-24-main/index.md')).toBe(ODD);
    expect(JSON.parse(read('2026-03-24-main/index.json'))).toMatchObject({ id: '3f6c2a10', name: '2026-03-24-main' });
    expect(JSON.parse(read('2026-03-25-x/index.json'))).toMatchObject({ id: 'x', name: '2026-03-25-x' });
  });
});

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
