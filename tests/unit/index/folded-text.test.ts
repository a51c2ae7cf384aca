import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldText, hasPhrase, hasWord } from '#src/index/folded-text.ts';

describe('hasWord', () => {
  it.each([
    ['Heredoc inside $() corrupted', 'heredoc'],
    ['Heredoc inside $() corrupted', 'corrupt'],
    ['Heredoc inside $() corrupted', '$()'],
    ['uses $HOME here', 'home'],
    ['uses $HOME here', '$HOME'],
    ['wrote `feedback_no_push.md`', 'feedback_no_push.md'],
    ['wrote `feedback_no_push.md`', 'push'],
    ['wrote `feedback_no_push.md`', 'no_push'],
    ['git push --force-with-lease', '--force'],
    ['git push --force-with-lease', 'lease'],
    ['parseChronicle() and HTTPServer', 'chronicle'],
    ['parseChronicle() and HTTPServer', 'parsechron'],
    ['parseChronicle() and HTTPServer', 'server'],
    ['src/node/archive/open.ts', 'archive'],
    ['src/node/archive/open.ts', 'src/node'],
    ['Café in São Paulo', 'cafe sao'.split(' ')[0] ?? ''],
    ['naive', 'naïve'],
    ['issue #42, C# and c++', '#42'],
    ['issue #42, C# and c++', 'c++'],
    ['日本語テキスト', '日本'],
    ['запрос отклонён', 'ОТКЛОНЕН'],
    ['party 🎉', '🎉'],
  ])('finds in "%s" the word %s', (text, word) => {
    expect(hasWord(foldText(text), foldText(word).text)).toBe(true);
  });

  it.each([
    ['migration', 'gration'],
    ['a HOME', '$HOME'],
    ['日本語', '語'],
    ['open', 'opening'],
    ['x/y.md', 'y'],
    ['anything', '—'],
  ])('does not find in "%s" the word %s', (text, word) => {
    expect(hasWord(foldText(text), foldText(word).text)).toBe(false);
  });

  it('finds every word of a text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const folded = foldText(text);
        for (const word of folded.text.split(' ')) if (word !== '') expect(hasWord(folded, word)).toBe(true);
      }),
    );
  });

  it('does not change folded text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const { text: once } = foldText(text);
        expect(foldText(once).text).toBe(once);
      }),
    );
  });
});

describe('hasPhrase', () => {
  it.each([
    ['Heredoc inside $() corrupted', 'inside $() corrupted'],
    ['a quick, test.', 'quick test'],
    ['sub-process', 'subprocess'],
    ['feedback_no_push.md', 'feedback'],
  ])('finds in "%s" the words %s', (text, phrase) => {
    expect(hasPhrase(foldText(text), foldText(phrase).text)).toBe(true);
  });

  it.each([
    ['a quick test', 'quick te'],
    ['test quick', 'quick test'],
    ['tests', 'test'],
  ])('does not find in "%s" the words %s', (text, phrase) => {
    expect(hasPhrase(foldText(text), foldText(phrase).text)).toBe(false);
  });
});
