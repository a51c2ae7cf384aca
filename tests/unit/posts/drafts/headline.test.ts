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
    ['`a: b c d e f g`', 'a: b c d e f g', ''],
    ['Read in chunks: lines() allocates each line', 'Read in chunks', 'lines() allocates each line.'],
    ['pg 9 returns dates as strings', 'pg 9 returns dates as strings', ''],
    ['No: it hangs', 'No: it hangs', ''],
    ['Count nights.', 'Count nights', ''],
    [`Every ${'word '.repeat(30)}`, `Every ${'word '.repeat(11)}word…`, `Every ${'word '.repeat(30).trim()}.`],
    ['x'.repeat(200), `X${'x'.repeat(68)}…`, `${'x'.repeat(200)}.`],
    ['', '', ''],
  ])('of %j is %j', (text, heading, body) => {
    expect(headed({ text })).toEqual({ heading, body });
  });
});

describe('the heading of a correction', () => {
  it.each([
    [
      'no. three pods, a Set in memory does nothing across them (your own log lines show pod a and pod c!)',
      'Three pods, a Set in memory does nothing across them',
    ],
    ['No, that is wrong: the line jumps back', 'The line jumps back'],
    [
      'no renaming. the camera names are what i have on paper',
      'No renaming. the camera names are what i have on paper',
    ],
    ['no, stop', 'No, stop'],
    ['nein, bitte die Prüfung nicht abschalten', 'Die Prüfung nicht abschalten'],
  ])('of %j is %j', (text, heading) => {
    expect(headed({ text, tag: 'USER-CORRECTION' }).heading).toBe(heading);
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
