import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldedWord, indexedParts, indexedWord, tokensOfPart, wholeToken } from '#src/recall/indexed-word.ts';
import { tokensOf } from '#src/recall/tokens.ts';
import { chunksOf, foldText } from '#src/search/words.ts';

describe('indexedWord', () => {
  it('keeps the parts of a name apart, and leaves out what no search looks at', () => {
    expect(indexedWord('(parseChronicle())')).toBe('parse chronicle');
    expect(indexedWord('`no_push.md`,')).toBe('no_ push md');
    expect(indexedWord('École')).toBe('ecole');
    expect(indexedWord('--')).toBe('');
  });

  const chunk = fc
    .array(fc.constantFrom('a', 'B', 'É', '_', '.', '/', '$', '#', '1', '🎉', '認', 'ー', 'z', 'İ', '\u0301'))
    .map((characters) => characters.join(''))
    .filter((text) => chunksOf(text).length === 1);

  it('says the same of a text as its folded form and its tokens', () => {
    fc.assert(
      fc.property(chunk, (text) => {
        const word = indexedWord(text);
        if (word === '') {
          expect(foldText(text).text).toBe('');
          return;
        }
        expect(foldedWord(word)).toEqual(foldText(text));
        const parts = indexedParts(word);
        const tokens = [...(parts.length > 1 ? [wholeToken(word)] : []), ...parts.flatMap(tokensOfPart)];
        expect(tokens).toEqual(tokensOf(text));
      }),
      { numRuns: 2000 },
    );
  });
});
