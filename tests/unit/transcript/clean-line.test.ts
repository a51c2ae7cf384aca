import { describe, expect, it } from 'vitest';
import { beginning, cleanLine } from '#src/transcript/clean-line.ts';

describe('cleanLine', () => {
  it.each([
    ['colours', '\u001b[31mred\u001b[0m \u009b1mbold', 'red bold'],
    ['the title of a window', '\u001b]0;title\u0007words', 'words'],
    ['a link of a terminal', '\u001b]8;;http://a.example\u001b\\here\u001b]8;;\u001b\\', 'here'],
    ['soft hyphens', 'pass\u00adword', 'password'],
  ])('takes out %s', (_, text, line) => {
    expect([cleanLine(text, 80), beginning(text)]).toEqual([line, line]);
  });
});
