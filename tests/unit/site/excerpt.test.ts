import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { excerptOf, type Run } from '#site/model/excerpt.ts';

describe('excerptOf', () => {
  it('marks matches without the punctuation around them', () => {
    expect(shown('No memory, (force) at all', [1, 2])).toBe('No [memory], ([force]) at all');
    expect(shown('a — b', [1])).toBe('a [—] b');
  });

  it('begins a few words before a match that is far from the start', () => {
    const text = Array.from({ length: 40 }, (_, n) => `w${n}`).join(' ');
    expect(shown(text, [30], 10)).toBe('… w24 w25 w26 w27 w28 w29 [w30] w31 w32 w33 …');
    expect(shown(text, [39], 10)).toBe('… w30 w31 w32 w33 w34 w35 w36 w37 w38 [w39]');
    expect(shown(text, [], 3)).toBe('w0 w1 w2 …');
  });

  it('limits the length of any text', () => {
    expect(shown('x'.repeat(10_000), [0])).toHaveLength(163);
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary', minLength: 1 })), fc.array(fc.nat(30)), (words, found) => {
        const runs = runsOf(words, found, 12);
        expect(runs.every(({ text }) => text !== '')).toBe(true);
        expect(runs.map(({ text }) => text).join('').length).toBeLessThan(12 * 163 + 20);
      }),
    );
  });
});

function shown(text: string, found: number[], limit = 60): string {
  const runs = runsOf(text.split(' '), found, limit);
  return runs.map(({ text: part, isFound }) => (isFound ? `[${part}]` : part)).join('');
}

function runsOf(words: readonly string[], found: number[], limit: number): Run[] {
  return excerptOf(
    words.map((text, at) => ({ text, at })),
    new Set(found),
    limit,
  );
}
