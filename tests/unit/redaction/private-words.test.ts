import { describe, expect, it } from 'vitest';
import { isIdentifying, nameDetector, quotationDetector } from '#src/redaction/names.ts';
import { findingsIn, SESSION_ID } from './scanning.ts';

/** `kind: value` of each finding in a line. */
async function said(line: string): Promise<string[]> {
  return (await findingsIn([line])).map(({ kind, value }) => `${kind}: ${value}`);
}

describe('homePathDetector', () => {
  it.each([
    ['Open /home/robin/code/x.', '/home/robin'],
    ['It was in /Users/robin.hood/code', '/Users/robin.hood'],
    ["It was /home/robin's file", '/home/robin'],
    ['at file:///home/robin/x.js:3', '/home/robin'],
    ['C:\\Users\\robin\\code', 'C:\\Users\\robin'],
    ['"C:\\\\Users\\\\robin\\\\code"', 'C:\\\\Users\\\\robin'],
    ['c:/Users/robin/code', 'c:/Users/robin'],
    ['/mnt/c/Users/robin/code', '/mnt/c/Users/robin'],
    ['/var/home/robin/code', '/var/home/robin'],
    ['/srv/wilhelmina/code', '/srv/wilhelmina'],
    ['/home/zoë/code', '/home/zoë'],
    ['%2Fhome%2Frobin%2Fcode', '/home/robin'],
  ])('finds the home directory in %s', async (line, value) => {
    expect(await said(line)).toContain(`home path: ${value}`);
  });

  it('finds the project keys of Claude Code', async () => {
    expect(await said('See -home-robin-code-tide/memory.')).toEqual(['project key: -home-robin-code-tide']);
    expect(await said('See C--Users-robin-code.')).toEqual(['project key: C--Users-robin-code']);
  });
});

describe('addressDetector', () => {
  it.each([
    ['Ask robin.hood@acme.io.', 'e-mail address: robin.hood@acme.io'],
    ['It runs on build-3.acme.internal.', 'private host: build-3.acme.internal'],
    ['ssh robin@nas.local', 'e-mail address: robin@nas.local'],
    ['ping 10.4.0.12, please', 'private address: 10.4.0.12'],
    ['from 192.168.1.0/24 on', 'private address: 192.168.1.0/24'],
    ['at fd12:3456:789a::1 now', 'private address: fd12:3456:789a::1'],
    ['http://ci.acme.io:8443/job/3', 'URL with a port: http://ci.acme.io:8443/job/3'],
    ['https://acme.atlassian.net/browse/X', 'workspace URL: https://acme.atlassian.net/browse/X'],
    ['call +49 30 901820 now', 'phone number: +49 30 901820'],
  ])('finds the address in %s', async (line, finding) => {
    expect(await said(line)).toEqual([finding]);
  });
});

describe('idDetector', () => {
  it('finds the ids of sessions, whole and shortened, and no others', async () => {
    expect(await said(`Resume ${SESSION_ID}.`)).toEqual([`session id: ${SESSION_ID}`]);
    expect(await said(`See ${SESSION_ID.slice(0, 8)}#e-3fa9c1`)).toEqual([`session id: ${SESSION_ID.slice(0, 8)}`]);
    expect(await said('See 123e4567-e89b-12d3-a456-426614174000')).toEqual([]);
  });

  it('finds ticket ids, the owner’s in any spelling', async () => {
    expect(await said('PLAT-1234 is done')).toEqual(['ticket id: PLAT-1234']);
    expect(await said('on the branch cws/97-money')).toEqual(['ticket id: cws/97']);
  });
});

describe('nameDetector', () => {
  it('finds names as whole words, in any case and next to _ and -', async () => {
    expect(await said('TIDEMARK, tidemark_test')).toEqual(['private name: TIDEMARK']);
    expect(await said('tidemarks')).toEqual([]);
    expect(await said('on anvil-7')).toEqual(['host name: anvil-7']);
  });

  it('matches names literally, and the longest first', async () => {
    const names = ['a.c+', 'a.c+ gmbh'].map((text) => ({ text, kind: 'name', replacement: 'x' }));
    const found = nameDetector(names)({ text: 'A.C+ GmbH, abc+' });
    expect(found).toEqual([expect.objectContaining({ start: 0, end: 9 })]);
  });

  it.each(['ab', 'root', 'Ubuntu', 'localhost', '1234'])('ignores the common name %s', (name) => {
    expect(isIdentifying(name)).toBe(false);
  });
});

describe('repositoryDetector', () => {
  it.each([
    ['See https://github.com/robin/nestbox/commit/a1b2c3d.', 'github.com/robin/nestbox'],
    ['https://gitlab.com/birds/boxes/nestbox/-/merge_requests/12', 'gitlab.com/birds/boxes/nestbox'],
    ['https://bitbucket.org/robin/nestbox/commits/a1b2c3d', 'bitbucket.org/robin/nestbox'],
    ['github.com/robin/nestbox/pull/12', 'github.com/robin/nestbox'],
  ])('finds the repository in %s', async (line, value) => {
    expect(await said(line)).toEqual([`linked repository: ${value}`]);
  });

  it.each(['https://github.com/robin/nestbox', 'https://example.org/a/commit/a1b2c3d', 'github.com/robin/commit/x'])(
    'finds none in %s',
    async (line) => {
      expect(await said(line)).toEqual([]);
    },
  );
});

describe('quotationDetector', () => {
  const inQuote = (text: string) => quotationDetector({ text, place: '', event: null, isQuoted: true });

  it('finds a block quote of a draft, since a new one begins with a prompt', () => {
    expect(inQuote(' Draw a page. ')).toEqual([expect.objectContaining({ kind: 'block quote', start: 1, end: 13 })]);
    expect(inQuote('word')).toEqual([]);
  });
});
