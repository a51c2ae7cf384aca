import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FOUND, findIn, foldName, runsOf, wordsOf } from '#src/palette/fold-name.ts';

describe('foldName', () => {
  it.each([
    ['LAR/30-window_dst.py', 'lar 30 window dst py'],
    ['Größe “São Paulo”', 'große  sao paulo '],
    ['C# and $HOME', 'c# and $home'],
    ['日本語 🎉', '日本語 🎉'],
  ])('folds %s', (name, folded) => expect(foldName(name)).toBe(folded));

  it('keeps every character in its place', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 30 }), (name) => foldName(name).length === name.length),
    );
  });
});

describe('findIn', () => {
  it.each([
    ['lar/30-window', 'lar-30', FOUND.whole],
    ['lar/30-window', 'lar-3', FOUND.start],
    ['lar/30-window', 'indow', FOUND.inside],
    ['lar/30-window', 'nd', FOUND.not],
    ['The disk quota', 'quote', FOUND.not],
    ['Issue #30', '30', FOUND.whole],
    ['fx_ab ab', 'ab', FOUND.whole],
    ['日本語', '本', FOUND.inside],
  ])('%s has %s', (name, word, as) => {
    const [folded = ''] = wordsOf(word);
    expect(findIn(foldName(name), folded)).toBe(as);
  });
});

describe('runsOf', () => {
  it('marks words where they are found', () => {
    expect(runsOf('lar/30-window lar-301', wordsOf('LAR-30'))).toEqual([
      { text: 'lar/30', isFound: true },
      { text: '-window ', isFound: false },
      { text: 'lar-30', isFound: true },
      { text: '1', isFound: false },
    ]);
    expect(runsOf('café', wordsOf('cafe'))).toEqual([{ text: 'café', isFound: true }]);
  });

  it('loses nothing of a name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 30 }), fc.string(), (name, query) => {
        expect(
          runsOf(name, wordsOf(query))
            .map(({ text }) => text)
            .join(''),
        ).toBe(name);
      }),
    );
  });
});
