import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { placeIn, readingsOf } from '#src/redaction/reading.ts';

describe('readingsOf', () => {
  it('returns a text without disguises once', () => {
    expect(readingsOf('a plain_text, 100 %')).toEqual([
      { text: 'a plain_text, 100 %', from: null, to: null, isUnmarked: false, lines: 'apart', seams: [] },
    ]);
  });

  it('knows the place of each character', () => {
    const text = 'ghp\\_a&#98;\u200bc';
    const [, plain] = readingsOf(text);
    expect(plain?.text).toBe('ghp_abc');
    expect(plain && placeIn(plain, 0, 7)).toEqual({ start: 0, end: text.length });
    expect(plain && placeIn(plain, 3, 5)).toEqual({ start: 3, end: 6 });
  });

  it('keeps unknown entities and codes', () => {
    for (const text of ['&nothing; &#99999999; %zz \\q', 'R&D; a & b']) {
      expect(readingsOf(text).map((reading) => reading.text.length)).toBeDefined();
    }
  });

  it('maps every range to the text, in order', () => {
    const piece = fc.constantFrom(
      'a',
      '\\_',
      '&amp;',
      '%41',
      '\u200b',
      '**',
      '\uff21',
      '😀',
      '&#x1f600;',
      ' ',
      '\n',
      '\n> ',
      'ghp_1',
    );
    const expectPlaces = (text: string) => {
      for (const reading of readingsOf(text)) {
        let last = 0;
        for (let i = 0; i < reading.text.length; i++) {
          const { start, end } = placeIn(reading, i, i + 1);
          expect(start).toBeGreaterThanOrEqual(last === end ? 0 : last - 20);
          expect(start).toBeLessThan(end);
          expect(end).toBeLessThanOrEqual(text.length);
          last = start;
        }
      }
    };
    expectPlaces('a\n> a\n\n> ghp_1\na');
    fc.assert(fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => expectPlaces(pieces.join(''))));
  });
});
