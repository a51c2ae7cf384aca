import { describe, expect, it } from 'vitest';
import { codeSpans, isLongText } from '#src/lib/text/plain.ts';
import { isWebAddress } from '#src/lib/text/page-address.ts';

describe('codeSpans', () => {
  it('finds code in backticks and changes nothing else', () => {
    expect(codeSpans('run `npm test`, not *that* <b>')).toEqual([
      { text: 'run ', isCode: false },
      { text: 'npm test', isCode: true },
      { text: ', not *that* <b>', isCode: false },
    ]);
    expect(codeSpans('```ts\nx\n``` and `a')).toEqual([{ text: '```ts\nx\n``` and `a', isCode: false }]);
    expect(codeSpans('')).toEqual([]);
  });

  it('keeps every character of a hostile text, in linear time', () => {
    for (const piece of ['`', '`a', '` ', 'a`b']) {
      const lengths = codeSpans(piece.repeat(250_000)).map(({ text, isCode }) => text.length + (isCode ? 2 : 0));
      expect(lengths.reduce((sum, length) => sum + length, 0)).toBe(piece.length * 250_000);
    }
  });
});

describe('isLongText', () => {
  it('counts characters and lines', () => {
    const texts = ['a'.repeat(600), 'a'.repeat(700), 'a\n'.repeat(20)];
    expect(texts.map((text) => isLongText(text))).toEqual([false, true, true]);
  });
});

describe('isWebAddress', () => {
  it('refuses scripts, passwords and markup', () => {
    expect(isWebAddress('https://github.com/a/b/pull/4')).toBe(true);
    for (const text of ['javascript:alert(1)', 'https://a:b@c.de/', 'https://a.b/"onclick', 'ftp://a.b', '//a.b'])
      expect(isWebAddress(text)).toBe(false);
  });
});
