import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutAtWord, plainLine, tagWord } from '#src/posts/export/post-line.ts';

const text = fc.string({ unit: 'binary', maxLength: 400 });

describe('plainLine', () => {
  it('is one line of visible characters, and idempotent', () => {
    fc.assert(
      fc.property(text, (given) => {
        const line = plainLine(given);
        expect(line).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/);
        expect(plainLine(line)).toBe(line);
      }),
    );
  });
});

describe('cutAtWord', () => {
  it('is a prefix no longer than wanted, without half a character', () => {
    fc.assert(
      fc.property(text.map(plainLine), fc.integer({ min: 2, max: 200 }), (line, length) => {
        const cut = cutAtWord(line, length);
        expect(cut.length).toBeLessThanOrEqual(length);
        expect(cut.isWellFormed()).toBe(true);
        expect(line.startsWith(cut.replace(/…$/, ''))).toBe(true);
      }),
    );
  });

  it('ends after a word', () => {
    expect(cutAtWord('The memory is read, and then it is not held', 24)).toBe('The memory is read, and…');
    expect(cutAtWord('The memory is read, and then', 21)).toBe('The memory is read…');
  });
});

describe('tagWord', () => {
  it.each([
    ['Claude Code', 'claude-code'],
    ['C++ & C#', 'c-c'],
    ['Übung', 'übung'],
    ['!!', ''],
  ])('%j is %j', (tag, word) => {
    expect(tagWord(tag)).toBe(word);
  });
});
