import { createServer, type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Action, editMiddleware } from '#content-loader/edit-endpoints.ts';
import { ChronicleError } from '#src/lib/chronicle-error.ts';

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: { said?: string; error?: string };
}

/** The actions that ran. */
const done: unknown[] = [];
const noted: Action = {
  fields: ['draft', 'decision'],
  run(fields) {
    done.push(fields);
    return 'Noted.';
  },
};
const failing = (error: Error): Action => ({ fields: [], run: () => Promise.reject(error) });
const actions = new Map<string, Action>([
  ['finding', noted],
  ['refused', failing(new ChronicleError('CHRONICLE_NO_SERIES', 'There is no series x.'))],
  ['busy', failing(new ChronicleError('CHRONICLE_BUSY', 'Another process keeps it.'))],
  ['full', failing(Object.assign(new Error('ENOSPC: no space'), { code: 'ENOSPC', path: '/x.yml' }))],
]);
const BODY = '{"draft":"a","decision":"keep"}';

describe('editMiddleware', () => {
  const middleware = editMiddleware(actions);
  const server = createServer((asked, response) =>
    middleware(asked, response, () => response.writeHead(299).end('{"said":"passed on"}')),
  );
  let host = '';

  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  beforeEach(() => void done.splice(0));
  afterAll(() => void server.close());

  /** Sends a request like a page of the server, with changes; an undefined header is not sent. */
  const send = (
    given: { path?: string; method?: string; body?: string | Buffer; headers?: OutgoingHttpHeaders } = {},
  ) => {
    const { path = '/edit/finding', method = 'POST', body = BODY } = given;
    const own = { host, origin: `http://${host}`, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' };
    const headers = Object.entries({ ...own, ...given.headers }).filter(([, value]) => value !== undefined);
    return new Promise<Answer>((resolve, reject) => {
      const [, port] = host.split(':');
      const asked = request(
        { host: '127.0.0.1', port, path, method, headers: Object.fromEntries(headers) },
        (response) => {
          let text = '';
          response.setEncoding('utf8').on('data', (data) => {
            text += data;
          });
          response.on('end', () =>
            resolve({ status: response.statusCode ?? 0, headers: response.headers, body: JSON.parse(text || '{}') }),
          );
        },
      );
      asked.once('error', reject);
      asked.end(body);
    });
  };

  it('accepts edits from a page of this server', async () => {
    expect(await send()).toMatchObject({ status: 200, body: { said: 'Noted.' } });
    const old = { 'sec-fetch-site': undefined, 'content-type': 'application/json; charset=utf-8' };
    expect(await send({ headers: old })).toMatchObject({ status: 200 });
    const port = host.split(':')[1];
    for (const name of [`localhost:${port}`, `[::1]:${port}`])
      expect(await send({ headers: { host: name, origin: `http://${name}` } })).toMatchObject({ status: 200 });
    expect(done).toHaveLength(4);
    expect(done[0]).toEqual({ draft: 'a', decision: 'keep' });
  });

  it.each<[string, OutgoingHttpHeaders | ((host: string) => OutgoingHttpHeaders), number]>([
    ['a foreign page', { origin: 'https://evil.example' }, 403],
    ['a page of another server of this machine', { origin: 'http://127.0.0.1:9' }, 403],
    ['a page whose address only begins the same', (own) => ({ origin: `http://${own}.evil.example` }), 403],
    ['a page over https', (own) => ({ origin: `https://${own}` }), 403],
    ['a sandboxed page', { origin: 'null' }, 403],
    ['an unknown origin', { origin: undefined }, 403],
    ['a name that resolves to this machine', { host: 'evil.example', origin: 'http://evil.example' }, 403],
    [
      'a name that only begins the same',
      (own) => ({ host: own.replace(':', '.evil.example:'), origin: `http://${own.replace(':', '.evil.example:')}` }),
      403,
    ],
    ['the wrong port', { host: '127.0.0.1:1', origin: 'http://127.0.0.1:1' }, 403],
    ['no port', { host: '127.0.0.1', origin: 'http://127.0.0.1' }, 403],
    ['every address', { host: '0.0.0.0', origin: 'http://0.0.0.0' }, 403],
    ['another site', { 'sec-fetch-site': 'cross-site' }, 403],
    ['a sister site', { 'sec-fetch-site': 'same-site' }, 403],
    ['the address bar', { 'sec-fetch-site': 'none' }, 403],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
    ['a form of plain text', { 'content-type': 'text/plain' }, 415],
    ['a form of parts', { 'content-type': 'multipart/form-data; boundary=x' }, 415],
    ['a type that contains JSON', { 'content-type': 'application/json, text/plain' }, 415],
    ['JSON of another charset', { 'content-type': 'application/json; charset=utf-16' }, 415],
    ['no content type', { 'content-type': undefined }, 415],
  ])('refuses %s', async (_who, headers, status) => {
    const { body, ...answer } = await send({ headers: typeof headers === 'function' ? headers(host) : headers });
    expect(answer).toMatchObject({ status });
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    expect(body.error).toMatch(/^[A-Z].*\. Nothing was changed\.$/);
    expect(done).toEqual([]);
  });

  it.each(['GET', 'PUT', 'OPTIONS', 'DELETE'])('refuses %s', async (method) => {
    expect(await send({ method, body: '' })).toMatchObject({ status: 405 });
    expect(done).toEqual([]);
  });

  it.each<[string, string | Buffer, number]>([
    ['nothing', '', 400],
    ['half a request', BODY.slice(0, -1), 400],
    ['bytes that are not text', Buffer.from('{"draft":"\u00ff","decision":"keep"}', 'latin1'), 400],
    ['a list', '[]', 400],
    ['null', 'null', 400],
    ['a missing field', '{"draft":"a"}', 400],
    ['an extra field', '{"draft":"a","decision":"keep","path":"/etc"}', 400],
    ['a prototype in place of a field', '{"draft":"a","__proto__":{"decision":"keep"}}', 400],
    ['a constructor in place of a field', '{"draft":"a","constructor":"keep"}', 400],
    ['more than 64 KiB', `{"draft":"${'a'.repeat(70_000)}","decision":"keep"}`, 413],
  ])('refuses a body of %s', async (_what, body, status) => {
    expect(await send({ body })).toMatchObject({
      status,
      body: { error: expect.stringContaining('Nothing was changed.') },
    });
    expect(done).toEqual([]);
  });

  it('stops reading a body without a length', async () => {
    const body = `{"draft":"${'a'.repeat(70_000)}"}`;
    expect(await send({ body, headers: { 'transfer-encoding': 'chunked' } })).toMatchObject({ status: 413 });
  });

  it('answers unknown edits, and passes on other requests', async () => {
    for (const path of ['/edit/other', '/edit/', '/edit', '/edit/finding/', '/edit/constructor'])
      expect((await send({ path })).body.error).toMatch(/Nothing was changed\.$/);
    for (const path of ['/', '/editor', '/sessions/edit/finding'])
      expect(await send({ path })).toMatchObject({ status: 299 });
    expect(done).toEqual([]);
  });

  it('distinguishes invalid edits from disk failures', async () => {
    const empty = { body: '{}' };
    expect(await send({ path: '/edit/refused', ...empty })).toMatchObject({
      status: 400,
      body: { error: 'There is no series x.' },
    });
    expect(await send({ path: '/edit/busy', ...empty })).toMatchObject({
      status: 500,
      body: { error: 'Another process keeps it.' },
    });
    expect(await send({ path: '/edit/full', ...empty })).toMatchObject({
      status: 500,
      body: { error: 'The disk is full: /x.yml.' },
    });
  });

  it('runs one action after the other', async () => {
    const order: string[] = [];
    const slow: Action = {
      fields: [],
      async run() {
        order.push('begun');
        await new Promise((resolve) => setTimeout(resolve, 5));
        order.push('done');
        return '';
      },
    };
    actions.set('slow', slow);
    await Promise.all([send({ path: '/edit/slow', body: '{}' }), send({ path: '/edit/slow', body: '{}' })]);
    expect(order).toEqual(['begun', 'done', 'begun', 'done']);
  });
});
