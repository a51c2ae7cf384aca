import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clip, cutAtWord } from '#src/lib/text/clip.ts';

const line = fc.string({ unit: 'grapheme', maxLength: 400 }).map((given) => given.replace(/\s+/g, ' '));

describe('clip', () => {
  it('keeps a character of two code units whole', () => {
    expect(clip('🧺🧺🧺', 2)).toBe('🧺…');
    expect(clip('🧺🧺🧺', 3)).toBe('🧺🧺🧺');
  });
});

describe('cutAtWord', () => {
  it('is a prefix no longer than wanted, without half a character', () => {
    fc.assert(
      fc.property(line, fc.integer({ min: 2, max: 200 }), (given, length) => {
        const cut = cutAtWord(given, length);
        expect(cut.length).toBeLessThanOrEqual(length);
        expect(cut.isWellFormed()).toBe(true);
        expect(given.startsWith(cut.replace(/…$/, ''))).toBe(true);
      }),
    );
  });

  it('ends after a word', () => {
    expect(cutAtWord('The memory is read, and then it is not held', 24)).toBe('The memory is read, and…');
    expect(cutAtWord('The memory is read, and then', 21)).toBe('The memory is read…');
  });

  it('cuts a text without blanks', () => {
    expect(cutAtWord('設定を読み込む', 5)).toBe('設定を読…');
  });
});
