import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clip, oneLine } from '#src/text/clip.ts';

const text = fc.string({ unit: fc.constantFrom('a', '.', ' ', '\t', '\n', '\u00a0', '…', '🧺') });

describe('clip', () => {
  it('keeps a character of two code units whole', () => {
    expect(clip('🧺🧺🧺', 2)).toBe('🧺…');
    expect(clip('🧺🧺🧺', 3)).toBe('🧺🧺🧺');
  });

  it('counts characters', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 12 }), (given, length) => {
        const characters = Array.from(given);
        const expected = characters.length <= length ? given : `${characters.slice(0, length - 1).join('')}…`;
        expect(clip(given, length)).toBe(expected);
      }),
    );
  });
});

describe('oneLine', () => {
  it('makes every space a single blank', () => {
    fc.assert(
      fc.property(text, (given) => {
        expect(oneLine(given)).toBe(given.replace(/\s+/g, ' ').trim());
      }),
    );
  });
});
