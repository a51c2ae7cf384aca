import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseMistakeDecisions } from '#src/memory/decisions.ts';

const names = (lists: { name: string }[][]) => lists.map((list) => list.map(({ name }) => name));

describe('parseMistakeDecisions', () => {
  it('reads names and mergers', () => {
    const { value, problems } = parseMistakeDecisions(
      'rename:\n  3f6c0a12#e-80a7bf: Edits an applied migration\nmerge:\n  - [3f6c0a12#e-80a7bf, 77aa01bc#e-414361-2]\n',
    );
    expect(problems).toEqual([]);
    expect(value.rename.map(({ miss, name }) => [miss.name, name])).toEqual([
      ['3f6c0a12#e-80a7bf', 'Edits an applied migration'],
    ]);
    expect(names(value.merge)).toEqual([['3f6c0a12#e-80a7bf', '77aa01bc#e-414361-2']]);
  });

  it('keeps the place where a miss is named', () => {
    const { value } = parseMistakeDecisions('# mine\nmerge:\n  - [77aa01bc#e-54f2c1]\n');
    expect(value.merge[0]?.[0]).toMatchObject({ line: 3, column: 6 });
  });

  it.each([
    ['', []],
    ['# nothing yet\n', []],
    ['rename:\nmerge:\n', []],
    ['rename: [a\n', [[2, 'The YAML cannot be read: ']]],
    ['- a\n', [[1, 'the file is not a list of keys']]],
    ['renames:\n  a: b\n', [[1, 'unknown key "renames"']]],
    ['rename:\n  e-80a7bf: x\n', [[2, '"e-80a7bf" does not name a miss']]],
    ['rename:\n  3f6c0a12#e-80a7bf:\n', [[2, '"3f6c0a12#e-80a7bf" has no name']]],
    ['merge: 3f6c0a12#e-80a7bf\n', [[1, '"merge" takes a list of lists of misses']]],
    ['merge:\n  - 3f6c0a12#e-80a7bf\n', [[2, 'this is not a list of misses in brackets']]],
  ] as const)('says what is wrong in %j, and where', (text, expected) => {
    const { problems } = parseMistakeDecisions(text);
    expect(problems.map(({ line, message }) => [line, message])).toEqual(
      expected.map(([line, fault]) => [line, expect.stringContaining(fault)]),
    );
  });

  it('keeps valid entries next to invalid ones', () => {
    const { value, problems } = parseMistakeDecisions('merge:\n  - [x, 3f6c0a12#e-80a7bf]\n  - [77aa01bc#e-54f2c1]\n');
    expect(names(value.merge)).toEqual([['3f6c0a12#e-80a7bf'], ['77aa01bc#e-54f2c1']]);
    expect(problems).toHaveLength(1);
  });

  it('never throws', () => {
    const piece = fc.constantFrom(...'rename merge : \n - [ ] { &a *a !!js " #e-80a7bf'.split(' '), '  ', '- ');
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(piece).map((parts) => parts.join('')),
        ),
        (text) => {
          const { problems } = parseMistakeDecisions(text);
          for (const { line, column } of problems) expect(Math.min(line, column)).toBeGreaterThan(0);
        },
      ),
    );
  });
});
