import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainLine, tagWord } from '#src/posts/export/post-line.ts';

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
