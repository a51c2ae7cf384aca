import fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import { describe, expect, it } from 'vitest';
import { fencedLines, outsideFences } from '#src/lib/fenced-lines.ts';

const markdown = new MarkdownIt();

/** The lines of fences by CommonMark. */
function oracle(lines: readonly string[]): number[] {
  return markdown
    .parse(lines.map((each) => `${each}\n`).join(''), {})
    .flatMap(({ type, map }) => (type === 'fence' && map ? [map] : []))
    .flatMap(([from, to]) => Array.from({ length: Math.min(to, lines.length) - from }, (_, i) => from + i));
}

const fence = fc
  .tuple(
    fc.constantFrom('', ' ', '   ', '    ', '\t'),
    fc.constantFrom('`', '~'),
    fc.integer({ min: 2, max: 5 }),
    fc.constantFrom('', '', ' ', 'js', ' js x', '`', 'a`b', '~'),
  )
  .map(([indent, mark, length, info]) => indent + mark.repeat(length) + info);
const line = fc.oneof(fence, fc.constantFrom('', 'text', '    code', '# Title', '***', '- - -'));

/** Blocks in which every fence is closed, as lines. */
const { block } = fc.letrec<{ block: string[]; item: string[]; code: string[] }>((tie) => ({
  block: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<string[]>(['text', ''], ['', '# Title', ''], ['', '    code']),
    tie('code'),
    tie('item'),
  ),
  code: fc
    .tuple(fc.constantFrom('```', '~~~', '````'), fc.array(fc.constantFrom('text', '', '- item', '``` js', '``')))
    .map(([marks, lines]) => [`${marks} js`, ...lines, marks, '']),
  item: fc
    .tuple(
      fc.constantFrom('- ', '1. ', '*   ', '10) ', '-\t'),
      fc.constantFrom('', ' ', '  '),
      fc.array(tie('block'), { minLength: 1, maxLength: 3 }),
    )
    .map(([marker, indent, blocks]) => {
      const width = marker === '-\t' ? 4 : indent.length + marker.length;
      const [first = '', ...more] = ['item', '', ...blocks.flat()];
      return [indent + marker + first, ...more.map((each) => (each === '' ? '' : ' '.repeat(width) + each)), ''];
    }),
}));

describe('fencedLines', () => {
  it('finds the fences that markdown-it finds', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
        expect([...fencedLines(lines)]).toEqual(oracle(lines));
      }),
      { numRuns: 1000 },
    );
  });

  it('finds those in lists', () => {
    fc.assert(
      fc.property(fc.array(block, { maxLength: 6 }), (blocks) => {
        const lines = blocks.flat();
        expect([...fencedLines(lines)]).toEqual(oracle(lines));
      }),
      { numRuns: 1000 },
    );
  });

  it('finds one that begins an item', () => {
    expect([...fencedLines(['- ```js', '  code', '  ```', 'text'])]).toEqual([0, 1, 2]);
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
