import { describe, expect, it } from 'vitest';
import { fencedLines, outsideFences } from '#src/lib/fenced-lines.ts';

describe('fencedLines', () => {
  it.each<[string, string[], number[]]>([
    ['marks of either kind', ['```js', 'code', '```', 'text', '~~~', '```', '~~~'], [0, 1, 2, 4, 5, 6]],
    ['more marks at the end', ['```', '``', '````', 'text'], [0, 1, 2]],
    ['no end', ['text', '~~~~', '~~~', ''], [1, 2, 3]],
    ['backticks behind its marks, or too few marks', ['``` a`b', '``', 'text'], []],
    ['an indent', ['  ```', '  code', '  ```', 'text'], [0, 1, 2]],
    ['items around it', ['- ```js', '  code', '  ```', 'text', '1. - ~~~', '     ~~~'], [0, 1, 2, 4, 5]],
  ])('finds a block with %s', (_, lines, found) => {
    expect([...fencedLines(lines)]).toEqual(found);
  });

  it('takes code in a list for code without the indent of its item', () => {
    expect(outsideFences(['- Run:', '', '  ```sh', 'npm test', '  ```', 'Done.'])).toEqual(['- Run:', '', 'Done.']);
  });

  it.each([
    ['markers', '- '.repeat(200_000)],
    ['marks', '`'.repeat(500_000)],
    ['blanks', `-${' '.repeat(500_000)}x`],
  ])('ends with many %s on a line', (_, text) => {
    expect(outsideFences([text, 'text'])).toHaveLength(text.startsWith('`') ? 0 : 2);
  });
});
