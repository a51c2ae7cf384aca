import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { indexEntries, indexSize, restoredIndex, withEntry, withoutEntry } from '#src/memory/memory-index.ts';
import { oneLine } from '#src/lib/text/clip.ts';

const fileName = fc
  .stringMatching(/^[A-Za-z0-9 ()%#_.\u00e9\u4e2d-]{1,20}$/)
  .map((stem) => `${stem}.md`)
  .filter((name) => name.trim() === name);
const words = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9 ,.()'-]{0,30}$/);
const entry = fc.record({ title: words, file: fileName, hook: words });
const line = fc.oneof(
  fc.constantFrom(
    '',
    '# Memory',
    'text',
    '- no link',
    '* [a](b.txt)',
    '- [x](../c.md)',
    '  - [Nested](nested.md) - n',
    '1. [N](n.md)',
    '2) [M](m.md): m',
    '- **L**: see [l](loose-line-of-another-form.md)',
    '- [O](one-of-two-on-the-same-line.md), [P](two-of-two-on-the-same-line.md)',
    '```',
    '~~~',
  ),
  entry.map(({ title, file, hook }) => withEntry('', { title, file, hook }).trimEnd()),
);
const index = fc
  .tuple(fc.array(line), fc.constantFrom('\n', '\r\n'), fc.boolean())
  .map(([lines, eol, ended]) => lines.join(eol) + (ended && lines.length > 0 ? eol : ''));

const otherLines = (text: string, file: string) => {
  const own = new Set(indexEntries(text).flatMap((each) => (each.file === file ? [each.line] : [])));
  return text.split(/(?<=\n)/).filter((_, i) => !own.has(i + 1));
};

describe('indexEntries', () => {
  it.each([
    ['1. [C](c.md)', ['c.md']],
    ['2) [C](c.md) \u2014 x', ['c.md']],
    ['- **B**: see [bb](b.md)', ['b.md']],
    ['- [ ] [B](./b.md)', ['b.md']],
    ['- [A](a.md), [B](b.md)', ['a.md', 'b.md']],
    ['- [A](a.md) \u2014 see [B](b.md)', ['a.md']],
    ['See [B](b.md).', []],
    ['- ![B](b.md)', []],
  ])('finds in %j', (text, files) => {
    expect(indexEntries(text).map(({ file }) => file)).toEqual(files);
  });
});

describe('indexEntries of a hostile index', () => {
  it.each([
    ['brackets that nothing closes', `- ${'['.repeat(500_000)}`],
    ['links that end in nothing', `- ${'[a](b'.repeat(200_000)}`],
  ])('ends with %s', (_, text) => {
    expect(indexEntries(text)).toEqual([]);
  });
});

describe('withEntry', () => {
  it('adds an entry that is found once, and keeps every other line byte for byte', () => {
    fc.assert(
      fc.property(index, entry, (text, added) => {
        const before = indexEntries(text).filter(({ file }) => file === added.file);
        const after = withEntry(text, added);
        const found = indexEntries(after).filter(({ file }) => file === added.file);
        expect(found).toHaveLength(Math.max(before.length, 1));
        expect(found[0]).toMatchObject({ title: oneLine(added.title), hook: oneLine(added.hook) });
        const [old, young] = [otherLines(text, added.file), otherLines(after, added.file)];
        // A last line without a line break gets one if another follows.
        expect(young.join('').replace(/\r?\n$/, '')).toBe(old.join('').replace(/\r?\n$/, ''));
        expect(withEntry(after, added)).toBe(after);
      }),
    );
  });

  it('keeps the bullet and the line break of the entry it rewrites', () => {
    const text = '# M\r\n  * [Old](a.md): x\r\n';
    expect(withEntry(text, { title: 'New', file: 'a.md', hook: 'y' })).toBe('# M\r\n  * [New](a.md) \u2014 y\r\n');
  });
});

describe('withEntry beside a line of another form', () => {
  it.each(['- **B**: see [bb](b.md)\n', '- [A](a.md), [B](b.md)\n', '- [ ] [B](b.md)'])(
    'leaves %j as it is',
    (text) => {
      expect(withEntry(text, { title: 'B', file: 'b.md', hook: 'y' })).toBe(text);
    },
  );

  it('rewrites the entry after it', () => {
    const text = '- Mind [b](b.md)\n- [B](b.md) \u2014 x\n';
    expect(withEntry(text, { title: 'B', file: 'b.md', hook: 'y' })).toBe(text.replace('x', 'y'));
  });
});

describe('withoutEntry', () => {
  it('keeps a line that also links another memory', () => {
    const text = '- [A](a.md), [B](b.md)\n1. [B](b.md)\n- see [b](b.md)\n';
    expect(withoutEntry(text, 'b.md')).toBe('- [A](a.md), [B](b.md)\n');
  });

  it('removes all entries of the file and keeps every other line byte for byte', () => {
    fc.assert(
      fc.property(index, fileName, (text, file) => {
        const after = withoutEntry(text, file);
        expect(indexEntries(after).filter((each) => each.file === file)).toEqual([]);
        expect(after).toBe(otherLines(text, file).join(''));
      }),
    );
  });

  it('undoes withEntry', () => {
    fc.assert(
      fc.property(index, entry, (text, added) => {
        if (text !== '' && !text.endsWith('\n')) return;
        if (indexEntries(text).some(({ file }) => file === added.file)) return;
        expect(withoutEntry(withEntry(text, added), added.file)).toBe(text);
      }),
    );
  });
});

describe('indexSize', () => {
  it.each([
    ['', { lines: 0, bytes: 0, past: 0 }],
    ['x\n'.repeat(200), { lines: 200, bytes: 400, past: 0 }],
    ['x\n'.repeat(203), { lines: 203, bytes: 406, past: 3 }],
    [`${'x'.repeat(24_999)}\nyy\n`, { lines: 2, bytes: 25_003, past: 1 }],
    ['\u00e9'.repeat(12_500), { lines: 1, bytes: 25_000, past: 0 }],
  ])('counts lines and bytes (%#)', (text, size) => {
    expect(indexSize(text)).toEqual(size);
  });
});

const OLD = '# M\n- [A](a.md) \u2014 old\n- [Z](z.md)\n';
const YOUNG = OLD.replace('old', 'young');

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
});
