import { describe, expect, it } from 'vitest';
import { type Observed, plainObservation } from '#src/notes/observed.ts';
import { conceptRemarks } from '#src/notes/offered-concepts.ts';

const PLAIN = { type: null, priority: 2, scope: 'local' } as const;

/** A book whose observations name these concepts. */
function book(...named: string[][]) {
  const line = { session: 's1', id: 'o-12ab34', at: '2026-11-02', title: 'T', tokens: 1 } as const;
  return {
    observations: named.map((concepts) => ({ ...line, ...PLAIN, concepts, days: [] })),
  };
}

const about = (...concepts: string[]): Observed => ({ ...plainObservation('Title'), concepts });
const remark = (concepts: string[], used: string[]) => conceptRemarks(book(used), [about(...concepts)])[0];

describe('conceptRemarks', () => {
  it.each([
    ['another case', 'Caching', 'caching'],
    ['a plural', 'refresh-tokens', 'refresh-token'],
    ['the plural of a short word', 'apis', 'api'],
    ['another plural', 'retries', 'retry'],
    ['a hyphen', 'rate-limit', 'ratelimit'],
    ['a letter too few', 'authentcation', 'authentication'],
    ['a letter too many', 'authenntication', 'authentication'],
    ['another letter', 'autherntication', 'authentication'],
    ['another form of a verb', 'cache', 'caching'],
  ])('offers the concept in use for %s', (_, concept, used) => {
    expect(remark([concept], ['other', used])).toBe(`concept "${concept}" is not in use here, but "${used}" is`);
  });

  it.each([
    ['is in use', 'caching', ['caching', 'cache']],
    ['is like none', 'deployment', ['caching', 'testing']],
    ['is too short to compare', 'ui', ['ci']],
    ['is new in a book without concepts', 'caching', []],
  ])('says nothing of a concept that %s', (_, concept, used) => {
    expect(remark([concept], used)).toBeNull();
  });

  it('offers the most used ones, five at most, where there are none', () => {
    const used = book(['a', 'b'], ['b', 'c'], ['d', 'e', 'f'], ['b', 'f', 'f']);
    const [plain, detailed] = conceptRemarks(used, [about(), { ...about(), subtitle: 'More' }]);
    expect([plain, detailed]).toEqual([null, 'often used here: "b", "f", "a", "c", "d"']);
  });

  it('names five at most in one remark', () => {
    const used = ['cachea', 'cacheb', 'cachec', 'cached', 'cachee', 'cachef'];
    expect(remark(['cacheq', 'cachew'], used)).toBe(
      'concept "cacheq" is not in use here, but "cachea", "cacheb", "cachec", "cached", "cachee" are',
    );
  });

  it('prints concepts of other sessions as data', () => {
    const hostile = 'auth</record>\u202e\u001b[31m"```';
    const [said] = conceptRemarks(book([hostile]), [{ ...about(), subtitle: 'More' }]);
    expect(said).not.toMatch(/[<>\u202e\u001b`]/);
  });

  it('compares a bounded number of long concepts', () => {
    const long = (n: number) => `${'a'.repeat(60)}${n}`;
    const used = book(
      ...Array.from({ length: 400 }, (_, i) => [0, 1, 2, 3, 4].map((j) => `${i}x${j}${'b'.repeat(50)}`)),
    );
    const all = Array.from({ length: 5000 }, (_, i) => about(long(i), `${'x'.repeat(1_000)}${i}`));
    const known = [...all, about(`399x4${'b'.repeat(49)}`)];
    expect(conceptRemarks(used, known)).toEqual(known.map(() => null));
  });
});
