import { describe, expect, it } from 'vitest';
import { headline, sentence } from '#src/posts/drafts/headline.ts';

describe('headline', () => {
  it.each([
    ['Dry run is the default; deleting needs `--yes`', 'Dry run is the default'],
    [
      'From keeping the first mark of a day to keeping the last: the question is "how full"',
      'From keeping the first mark of a day to keeping the last',
    ],
    ['feedback_money.md: the balance is an integer', 'The balance is an integer'],
    ['"Make it a file, please. I do not want to proofread."', 'Make it a file, please'],
    ['Which store shall I build? SQLite', 'SQLite'],
    ['`int()` cuts off half of the cents', 'Int() cuts off half of the cents'],
    ['No: it hangs', 'No: it hangs'],
    [`Every ${'word '.repeat(30)}`, `Every ${'word '.repeat(11)}word…`],
    ['x'.repeat(200), `X${'x'.repeat(68)}…`],
    ['', ''],
  ])('of %j is %j', (text, words) => {
    expect(headline({ text })).toBe(words);
  });
});

describe('sentence', () => {
  it.each([
    ['Count nights', 'Count nights.'],
    ['Count nights.', 'Count nights.'],
    ['"Count nights."', '"Count nights."'],
    ['Why?', 'Why?'],
    ['', ''],
  ])('of %j is %j', (text, words) => {
    expect(sentence(text)).toBe(words);
  });
});
