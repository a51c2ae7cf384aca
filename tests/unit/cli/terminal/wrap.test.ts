import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bold, line, plain } from '#src/cli/terminal/text.ts';
import { cut, widthOf, wrap } from '#src/cli/terminal/wrap.ts';

describe('wrap', () => {
  it('breaks at words', () => {
    expect(plain(wrap('one two three four', 9))).toBe('one two\nthree\nfour');
  });

  it('indents every line, or starts the first where something is already', () => {
    expect(plain(wrap('one two three', 9, { indent: 2 }))).toBe('  one two\n  three');
    expect(plain(wrap('one two three', 9, { start: 4 }))).toBe('one\n    two\n    three');
  });

  it('does not break a command between backticks', () => {
    expect(plain(wrap('run `chronicle memory review` now', 20))).toBe('run\n`chronicle memory review`\nnow');
  });

  it('loses no word and is never wider than asked but for a single word', () => {
    const word = fc.stringMatching(/^[a-z日é]{1,12}$/);
    fc.assert(
      fc.property(fc.array(word, { minLength: 1 }), fc.integer({ min: 1, max: 40 }), (words, columns) => {
        const wrapped = plain(wrap(words.join(' '), columns));
        expect(wrapped.split(/\s+/)).toEqual(words);
        for (const each of wrapped.split('\n')) expect(widthOf(each) <= columns || !each.includes(' ')).toBe(true);
      }),
    );
  });
});

describe('cut', () => {
  it('ends in an ellipsis what is too wide', () => {
    expect(plain(cut(line`one ${bold('two')}`, 6))).toBe('one t…');
    expect(plain(cut('日本語', 4))).toBe('日…');
    expect(plain(cut('fits', 4))).toBe('fits');
  });
});
