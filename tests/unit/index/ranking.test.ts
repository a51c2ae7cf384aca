import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseQuery } from '#src/index/query.ts';
import { loweredName, rankRecords } from '#src/index/ranking.ts';
import type { SearchRecord } from '#src/index/record.ts';
import type { Database } from '#src/index/schema.ts';
import { indexOfRecords } from '#tests/bench/recall-places.ts';

const EVENT = { kind: 'event', event: '', tag: 'ERROR', task: '', time: '09:00', branch: 'main' } as const;
const record = (anchor: string, text: string, more: Partial<SearchRecord> = {}): SearchRecord => ({
  ...EVENT,
  ...{ project: 'shop', session: 'one', title: 'Checkout', date: '2026-03-24', anchor, text, ...more },
});

const RECORDS = [
  record('both', 'The flaky redirect loses a cookie'),
  record('newer', 'A redirect in Safari', { session: 'two', date: '2026-03-25', title: 'Sessions' }),
  record('older', 'A redirect in Safari', { session: 'three', date: '2026-03-20', title: 'Old', project: 'blog' }),
  record('name', 'parseChronicle throws in src/no_push.md', { tag: 'DECISION' }),
  record('zh', '用户身份验证在登录后失败'),
  record('plus', 'C++ and "quoted words" here', { kind: 'prompt', tag: null }),
  record('about', 'Caching the index', {
    ...{ kind: 'observation', tag: null },
    about: { type: 'decision', scope: 'global', concepts: ['caching'], from: 'claude-mem' },
  }),
];

let index: Database;
beforeAll(() => {
  index = indexOfRecords(RECORDS);
  index.function('machine', () => '');
  index.function('lowered', (name) => loweredName(String(name ?? '')));
});
afterAll(() => index.close());

function ask(text: string, limit = 20) {
  const anchor = index.prepare('SELECT anchor FROM records WHERE key = ?');
  const { found, ...counts } = rankRecords(index, parseQuery(text).query, limit);
  return { ...counts, hits: found.map(({ key, hasAll }) => `${hasAll ? '' : '~'}${anchor.get(key)?.anchor}`) };
}

describe('a search', () => {
  it('has records with all words first, then those with some, the newest first of equal ones', () => {
    expect(ask('flaky redirect')).toMatchObject({
      hits: ['both', '~newer', '~older'],
      whole: 1,
      sessions: 1,
      partial: 2,
    });
    expect(ask('flaky redirect', 1).hits).toEqual(['both']);
    expect(ask('kubernetes safari').hits).toEqual(['~newer', '~older']);
  });

  it.each([
    ['redir', ['newer', 'older', 'both']],
    ['redirects', ['newer', 'older', 'both']],
    ['redirct', ['newer', 'older', 'both']],
    ['parsechron', ['name']],
    ['chronicle', ['name']],
    ['no_push', ['name']],
    ['身份验证', ['zh']],
    ['登录', ['zh']],
    ['失', ['zh']],
    ['败', ['zh']],
    ['c++', ['plus']],
    ['"redirect in safari"', ['newer', 'older']],
    ['"safari in redirect"', []],
    ['redirect -cookie', ['newer', 'older']],
    ['redirect -"in safari"', ['both']],
    ['-redirect tag:error', ['zh']],
    ['redirect project:BLOG', ['older']],
    ['redirect since:2026-03-24 until:2026-03', ['newer', 'both']],
    ['tag:decision', ['name']],
    ['kind:prompt', ['plus']],
    ['month:2026-03 session:two', ['newer']],
    ['concept:caching', ['about']],
    ['type:decision scope:global caching', ['about']],
    ['from:Claude-Mem index', ['about']],
    ['branch:other', []],
    ['kind:memory redirect', []],
    ['zzz', []],
  ])('%s finds %j', (text, anchors) => {
    expect(ask(text).hits).toEqual(anchors);
  });

  it.each([
    ...[
      '"',
      '""',
      '*',
      'NEAR(',
      'NEAR(a b, 2)',
      '^a',
      '(',
      ')',
      'head:',
      '{head rest}:',
      'a AND',
      'a OR b',
      'NOT',
      '-- OR',
    ],
    ...[
      "'; DROP TABLE records; --",
      '\u0000',
      'a\u0000b',
      '\ud800',
      '🎉',
      '👩‍👩‍👧',
      'e\u0301'.repeat(100),
      '\u202eabc',
      '日',
      '+',
      '"" *',
    ],
    ...[
      'redirect '.repeat(12_000),
      'x'.repeat(100_000),
      '"'.repeat(100_000),
      '接'.repeat(50_000),
      '-a '.repeat(30_000),
    ],
  ])('takes any text as words: %.20j', (text) => {
    expect(() => ask(text)).not.toThrow();
    expect(index.prepare('SELECT count(*) AS count FROM records').get()?.count).toBe(RECORDS.length);
  });
});
