import { describe, expect, it } from 'vitest';
import { askedFor, fittingLine, namesIn, phraseFinder, tellingStems, tellingWords, wordsOf } from '#src/index/words.ts';

describe('the words of a text', () => {
  it.each([
    ['Wrote `feedback_no_push.md`', 'wrote feedback no push md'],
    ['parseChronicle broke src/HTTPServer.ts', 'parse chronicle broke src http server ts'],
    ['LAR-30, $HOME and C++ or C#', 'lar 30 home and c++ or c#'],
    ['Überprüfe die Größe der Straßenkarte', 'uberprufe die grosse der strassenkarte'],
    ['Đường łódź ørsted ılık æther', 'duong lodz orsted ilik aether'],
    ['ＦＵＬＬＷＩＤＴＨ ﬁle ①', 'fullwidth file 1'],
    ['身份验证', '身份 份验 验证 证'],
    ['token刷新を', 'token 刷新 新を を'],
    ['ทดสอบ', 'ทด ดส สอ อบ บ'],
    ['데이터', '데이 이터 터'],
    ['done✓🎉 e\u0301\u0301', 'done ✓ 🎉 e'],
    ['a\ud800b \u0000 … ---', 'a b'],
  ])('of %j are %j', (text, words) => {
    expect(wordsOf(text)).toBe(words);
  });

  it('are those within 20,000 characters, cut at 64', () => {
    expect(wordsOf('x'.repeat(100_000))).toBe('x'.repeat(64));
    expect(wordsOf('word '.repeat(50_000)).split(' ').length).toBeLessThanOrEqual(4000);
  });
});

it('names are also one word', () => {
  expect(namesIn('parseChronicle in no_push.md, parseChronicle, plain 接続')).toBe('parsechronicle nopushmd');
});

describe('what is asked for', () => {
  it('is tokens that follow each other; more characters may follow the last one', () => {
    expect(askedFor('parseChronicle')).toMatchObject({ tokens: ['parse', 'chronicle'], joined: 'parsechronicle' });
    expect(askedFor('接続')).toMatchObject({ tokens: ['接続'] });
    expect(askedFor('接')).toMatchObject({ tokens: ['接'] });
    expect(askedFor('…')).toBeNull();
  });

  it('leaves out words that say nothing, unless there are no others', () => {
    expect(tellingWords(['did', 'we', 'fix', 'it'])).toEqual(['fix']);
    expect(tellingWords(['was', 'it'])).toEqual(['was', 'it']);
    expect([...tellingStems('We fixed the parsers')]).toEqual(['fix', 'parser']);
  });
});

it('the line that fits is the one with most words, if the first has fewer', () => {
  const lines = ['A redirect', 'The redirect loses a cookie', 'Nothing'];
  expect(fittingLine(lines, new Set(['redirect', 'cook']))).toBe('The redirect loses a cookie');
  expect(fittingLine(lines, new Set(['redirect']))).toBe('');
});

describe('phraseFinder', () => {
  it.each([
    ['Heredoc inside $() corrupted', 'inside corrupted', true],
    ['a quick, test.', 'quick tests', true],
    ['feedback_no_push.md', 'no_push', true],
    ['auf der Straße', 'STRASSE', true],
    ['接続を修正', '接続', true],
    ['a quick test', 'quick te', false],
    ['test quick', 'quick test', false],
    ['migration', 'gration', false],
    ['anything', '—', false],
  ])('of %j finds %j: %s', (text, typed, isFound) => {
    expect(phraseFinder(text)(typed)).toBe(isFound);
  });
});
