import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { indexEntries, withEntry, withoutEntry } from '#src/memory/memory-index.ts';
import { restoredIndex } from '#src/memory/proposals/restored-index.ts';

const OLD = '# M\n- [A](a.md) \u2014 old\n- [Z](z.md)\n';
const YOUNG = OLD.replace('old', 'young');

const line = fc.constantFrom(
  '',
  '# Memory',
  'text',
  '- [B](b.md) \u2014 b',
  '1. [C](c.md)',
  '- see [d](d.md), [e](e.md)',
  '- [Z](z.md)',
);
const lines = fc.array(line).map((each) => each.map((words) => `${words}\n`).join(''));

describe('restoredIndex', () => {
  it.each([
    ['a new line goes', '', '- [A](a.md)\n', '- [A](a.md)\n- [B](b.md)\n', true, '- [B](b.md)\n'],
    ['a new line that was reworded goes with its memory', '', '- [A](a.md)\n', '- [A](a.md) \u2014 mine\n', true, ''],
    [
      'a new line that was reworded stays with its memory',
      '',
      '- [A](a.md)\n',
      '- [A](a.md) \u2014 mine\n',
      false,
      '- [A](a.md) \u2014 mine\n',
    ],
    ['a rewritten line has its old words', OLD, YOUNG, `x\n${YOUNG}`, false, `x\n${OLD}`],
    ['a rewritten line keeps its end', OLD, YOUNG, YOUNG.replaceAll('\n', '\r\n'), false, OLD.replaceAll('\n', '\r\n')],
    [
      'a line that was reworded since stays',
      OLD,
      YOUNG,
      YOUNG.replace('young', 'mine'),
      false,
      YOUNG.replace('young', 'mine'),
    ],
    ['a rewritten line that somebody removed comes back', OLD, YOUNG, '# M', false, '# M\n- [A](a.md) \u2014 old\n'],
    ['a removed line comes back', OLD, '# M\n- [Z](z.md)\n', '# N\r\n', false, '# N\r\n- [A](a.md) \u2014 old\r\n'],
    [
      'a removed line that somebody put back stays once',
      OLD,
      '# M\n- [Z](z.md)\n',
      '- [A](a.md): mine\n',
      false,
      '- [A](a.md): mine\n',
    ],
    ['a removed line comes back without an index', '- [A](a.md)\n', '', null, false, '- [A](a.md)\n'],
    ['no index stays none', '', '- [A](a.md)\n', null, true, null],
  ])('%s', (_, before, after, index, isGone, wanted) => {
    expect(restoredIndex(index, { file: 'a.md', before, after, isGone })).toBe(wanted);
  });

  it('undoes withEntry, and keeps every other line byte for byte', () => {
    fc.assert(
      fc.property(lines, lines, lines, (before, above, below) => {
        const after = withEntry(before, { title: 'A', file: 'a.md', hook: 'a' });
        const index = above + after + below;
        expect(restoredIndex(index, { file: 'a.md', before, after, isGone: true })).toBe(above + before + below);
      }),
    );
  });

  it('restores what withoutEntry removed, and keeps every other line byte for byte', () => {
    fc.assert(
      fc.property(lines, lines, (rest, above) => {
        const before = withEntry(rest, { title: 'A', file: 'a.md', hook: 'a' });
        const after = withoutEntry(before, 'a.md');
        const restored = restoredIndex(above + after, { file: 'a.md', before, after, isGone: false });
        expect(restored).toBe(`${above}${after}- [A](a.md) \u2014 a\n`);
        expect(indexEntries(restored ?? '').filter(({ file }) => file === 'a.md')).toHaveLength(1);
      }),
    );
  });
});
