import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readFrontMatter } from '#src/format/front-matter.ts';
import { frontMatterLine, frontMatterText, setFrontMatterEntry, valueIn } from '#src/format/front-matter-line.ts';
import { anyText } from './generated.ts';

const HOSTILE = [
  ...'yes No TRUE null Null ~ y on .inf .nan -.INF 1 0 -1 1e3 e1 12e5 0x1f 0o17 0b1 1_000 12:30 1.5 +1 .5'.split(' '),
  ...'2026-03-24 2026-03-24T14:00:00Z = << - -- --- ... {a a} [a a] #x a#b a: :a a:b &a *a !a | > %a @a `a`'.split(' '),
  ...`" ' "a" 'a' it's a"b a|b <script> con a,b (a) $(id) \`id\` a\\b \\ a\\ \\n C:\\Users\\me C:/Users/me`.split(' '),
  ...'cws/96-session-chronicle CWS-96 /abs/path 1234e567 3f6c2a10-8d1e-4c1b-9a52-6f1f0f8f4f11'.split(' '),
  ...'12345678-1234-1234-1234-123456789012 00000000-0000-0000-0000-0000000000e1 🎉 日本 é'.split(' '),
  ...['a #b', 'a # b', ' a', 'a ', '\ta', 'a: b', '- a', '? a', '& a', '!!js/function x', 'a (b)', 'a  b'],
  ...['2001-12-14 21:59:43.10 -5', '/home/me/a project', 'a b/c_d-e.f@g+h=i~j', 'x'.repeat(240), '#'.repeat(240)],
  ...['a\nb', 'a\r\nb', '\n', '\r', 'a\n---\nb', '\u001b[31m', '\udc00\ud800'],
  ...'\u202e\u0000\u0007\u007f\u0085\u00a0\u2028\u2029\ufeff\ufffe\ud800'.split(''),
];

/** What the archive reads in a line, and what hooks do. */
function readBack(line: string): string | undefined {
  const { entries, unread, repeated } = readFrontMatter(`${line}\n`);
  expect([...unread, ...repeated]).toEqual([]);
  expect(valueIn(`${line}\n`, 'branch')).toBe(entries.get('branch')?.value);
  return entries.get('branch')?.value;
}

describe('frontMatterLine', () => {
  it.each(HOSTILE)('writes %j so that we and every YAML reader read it back', (value) => {
    const line = frontMatterLine('branch', value);
    expect(readBack(line)).toBe(value);
    for (const options of [{ schema: 'failsafe' }, { schema: 'core' }, { schema: 'yaml-1.1' }] as const) {
      expect(parse(line, options)).toEqual({ branch: value });
    }
  });

  it('writes any string so that it can be read back', () => {
    const long = fc.string({ minLength: 200, maxLength: 300, unit: 'binary' });
    const values = fc.oneof(anyText, long, fc.lorem(), fc.webUrl());
    fc.assert(
      fc.property(values, (value) => {
        const line = frontMatterLine('branch', value);
        expect(line).not.toMatch(/[\n\r\u2028\u2029\u0085]/);
        expect(readBack(line)).toBe(value);
        expect(parse(line, { schema: 'failsafe' })).toEqual({ branch: value });
        if (value !== '') expect(parse(line, { schema: 'core' })).toEqual({ branch: value });
        if (value !== '') expect(parse(line, { schema: 'yaml-1.1' })).toEqual({ branch: value });
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    ['date', '2026-03-24'],
    ['started', '2026-03-24T14:00:00Z'],
    ['retro', '2026-03-24T14:00:00.123Z'],
    ['utc_offset', '-09:30'],
    ['session_id', '12345678-1234-1234-1234-123456789012'],
    ['branch', 'cws/96-session-chronicle'],
    ['cwd', '/home/me/a project (old)'],
  ])('writes an ordinary %s plain', (key, value) => {
    expect(frontMatterLine(key, value)).toBe(`${key}: ${value}`);
    expect(parse(frontMatterLine(key, value), { schema: 'core' })).toEqual({ [key]: value });
  });
});

describe('valueIn', () => {
  it.each([
    ['b', ['a: b', 'a:   b  ', 'a:\tb', 'a : b', 'a: b # comment', 'a: b #comment # again', "a: 'b' # comment"]],
    ['b', ['a: b\na: c', 'c: d\u2028a: e\na: b', 'c:\n  a: d\na: b']],
    ['', ['a:', 'a: # comment']],
    ['b#c', ['a: b#c']],
    ["it's", ["a: 'it''s'"]],
    ['b # c', ["a: 'b # c'", 'a: "b # c" # comment']],
    ['é\t"\\', ['a: "\\u00e9\\t\\"\\\\"']],
    ['b: c', ['a: b: c']],
    ['b\u2028c', ['a: b\u2028c']],
    ['{b}', ['a: {b}']],
    ['[b]', ['a: [b] # comment']],
    ['!b c', ['a: !b c']],
    ['&b c', ['a: &b c']],
    ['*b', ['a: *b']],
    ['@b', ['a: @b']],
    ["'open", ["a: 'open"]],
    ['"open', ['a: "open']],
    ['"two" words', ['a: "two" words']],
    ["'two' words", ["a: 'two' words"]],
  ])('reads %j as the archive does', (value, texts) => {
    const files = texts.flatMap((text) => [
      `---\n${text}\n---\n`,
      `\ufeff---\n${text}\n---\n`.replaceAll('\n', '\r\n'),
    ]);
    for (const front of files.map((file) => frontMatterText(file))) {
      expect(valueIn(front, 'a')).toBe(value);
      expect(readFrontMatter(front ?? '').entries.get('a')?.value).toBe(value);
    }
  });

  it.each(['b: a: c', '"a": b', 'a:b', 'ba: b', ' a: b', '- a: b', '# a: b'])('does not see the key in %j', (line) => {
    expect(valueIn(`${line}\n`, 'a')).toBeUndefined();
  });
});

describe('setFrontMatterEntry', () => {
  it.each([
    ['a: 1\nb: 2', 'a: new\nb: 2'],
    ['a: 1 # why\nb: 2', 'a: new\nb: 2'],
    ['a:\nb: 2', 'a: new\nb: 2'],
    ['a: one\n  two\n\n# why\nb: 2', 'a: new\n\n# why\nb: 2'],
    ['a: |\n  one\n\n  two\nb: 2', 'a: new\nb: 2'],
    ['a:\n- one\n- two\nb: 2', 'a: new\nb: 2'],
    ['a: 1\n  # why\nb: 2', 'a: new\n  # why\nb: 2'],
    ['b: 2\na: 1', 'b: 2\na: new'],
    ['b: 2', 'b: 2\na: new'],
    ['a: 1\na: 2', 'a: new\na: 2'],
  ])('sets a key of %j, with all lines of its value', (before, after) => {
    for (const eol of ['\n', '\r\n']) {
      const file = (lines: string) => `---\n${lines}\n---\n\n## Events\n`.replaceAll('\n', eol);
      expect(setFrontMatterEntry(file(before), 'a', 'new')).toBe(file(after));
    }
  });

  it.each([['no front matter'], ['---\nnever: closed\n'], ['']])('leaves %j alone', (text) => {
    expect(setFrontMatterEntry(text, 'a', 'new')).toBe(text);
  });
});
