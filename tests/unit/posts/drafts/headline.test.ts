import { describe, expect, it } from 'vitest';
import { firstSentences, headed, sentence } from '#src/posts/drafts/headline.ts';

describe('headed', () => {
  it.each([
    [
      'Dry run is the default; deleting needs `--yes`',
      'Dry run is the default',
      'Dry run is the default; deleting needs `--yes`.',
    ],
    [
      'From keeping the first mark to keeping the last: the question is "how full"',
      'From keeping the first mark to keeping the last',
      'The question is "how full".',
    ],
    ['The `out` type; two thirds of it are dead', 'The out type', 'Two thirds of it are dead.'],
    [
      'feedback_money.md: the balance is an integer',
      'The balance is an integer',
      'feedback_money.md: the balance is an integer.',
    ],
    [
      '"Make it a file, please. I do not want to proofread."',
      'Make it a file, please',
      '"Make it a file, please. I do not want to proofread."',
    ],
    ['Which store shall I build? SQLite', 'SQLite', 'Which store shall I build? SQLite.'],
    ['`a: b c d e f g`', 'A: b c d e f g', ''],
    ['No: it hangs', 'No: it hangs', ''],
    ['Count nights.', 'Count nights', ''],
    [`Every ${'word '.repeat(30)}`, `Every ${'word '.repeat(11)}word…`, `Every ${'word '.repeat(30).trim()}.`],
    ['x'.repeat(200), `X${'x'.repeat(68)}…`, `${'x'.repeat(200)}.`],
    ['', '', ''],
  ])('of %j is %j', (text, heading, body) => {
    expect(headed({ text })).toEqual({ heading, body });
  });
});

describe('firstSentences', () => {
  it.each([
    ['TM-47. `a | b` panics. Look.', '`a | b` panics. Look.'],
    ['LAR-12: count\ncents\n\nand more', 'count cents'],
    ['UTF-8 is broken', 'UTF-8 is broken'],
    [`One. Two is long. ${'word '.repeat(20)}`, 'One. Two is long.'],
    [`${'word '.repeat(20)}`, 'word word word word word word word word…'],
  ])('of %j are %j', (typed, words) => {
    expect(firstSentences(typed, 40)).toBe(words);
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
