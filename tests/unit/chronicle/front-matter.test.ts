import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { frontMatterLine, readEntries } from '#src/chronicle/front-matter.ts';
import { anyText } from './generated.ts';

const HOSTILE = [
  ...[
    'yes',
    'No',
    'TRUE',
    'null',
    'Null',
    '~',
    'y',
    'on',
    '.inf',
    '.nan',
    '-.INF',
    '1',
    '0',
    '-1',
    '1e3',
    'e1',
    '12e5',
    '0x1f',
    '0o17',
    '0b1',
  ],
  ...[
    '1_000',
    '12:30',
    '1.5',
    '+1',
    '.5',
    '2026-03-24',
    '2026-03-24T14:00:00Z',
    '2001-12-14 21:59:43.10 -5',
    '=',
    '<<',
    '-',
    '--',
    '---',
  ],
  ...[
    '...',
    '{a',
    'a}',
    '[a',
    'a]',
    '#x',
    'a#b',
    'a #b',
    'a # b',
    ' a',
    'a ',
    '\ta',
    'a: b',
    'a:',
    ':a',
    'a:b',
    '- a',
    '? a',
    '& a',
    '&a',
    '*a',
  ],
  ...[
    '!a',
    '!!js/function x',
    '|',
    '>',
    '%a',
    '@a',
    '`a`',
    '"',
    "'",
    '"a"',
    "'a'",
    "it's",
    'a"b',
    'a\\b',
    '\\',
    'a\\',
    '\\n',
    '$(id)',
    '`id`',
  ],
  ...[
    'a|b',
    '<script>',
    'con',
    '\u202e',
    '\u0000',
    '\u0007',
    '\u001b[31m',
    '\u007f',
    '\u0085',
    '\u00a0',
    '\u2028',
    '\u2029',
    '\ufeff',
    '\ufffe',
  ],
  ...[
    '\ud800',
    '\udc00\ud800',
    '🎉',
    '日本',
    'é',
    'a\nb',
    'a\r\nb',
    '\n',
    '\r',
    'a\n---\nb',
    'x'.repeat(240),
    '#'.repeat(240),
    'a b/c_d-e.f@g+h=i~j',
  ],
  ...[
    '3f6c2a10-8d1e-4c1b-9a52-6f1f0f8f4f11',
    '12345678-1234-1234-1234-123456789012',
    '00000000-0000-0000-0000-0000000000e1',
    '1234e567',
  ],
  ...[
    'cws/96-session-chronicle',
    'CWS-96',
    '/home/me/a project',
    '/abs/path',
    'C:\\Users\\me',
    'C:/Users/me',
    'a,b',
    '(a)',
    'a (b)',
    'a  b',
  ],
];

function readBack(line: string): string | undefined {
  const { entries, unread, repeated } = readEntries([line]);
  expect([...unread, ...repeated]).toEqual([]);
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
    const values = fc.oneof(
      anyText,
      fc.string({ minLength: 200, maxLength: 300, unit: 'binary' }),
      fc.lorem(),
      fc.webUrl(),
    );
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

  it('leaves an empty value empty', () => {
    expect(frontMatterLine('task', '')).toBe('task:');
    expect(parse('task:', { schema: 'failsafe' })).toEqual({ task: '' });
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

  it('keeps every value on one line, whatever the key', () => {
    for (const key of ['date', 'started', 'retro', 'utc_offset', 'branch']) {
      expect(frontMatterLine(key, '2026\n---\nbranch: x')).not.toContain('\n');
    }
  });
});

describe('readEntries', () => {
  function valuesOf(...lines: string[]): Record<string, string> {
    return Object.fromEntries(Array.from(readEntries(lines).entries, ([key, { value }]) => [key, value]));
  }

  it.each([
    ['a: b', 'b'],
    ['a:   b  ', 'b'],
    ['a:\tb', 'b'],
    ['a : b', 'b'],
    ['a:', ''],
    ['a: # comment', ''],
    ['a: b # comment', 'b'],
    ['a: b #comment # again', 'b'],
    ['a: b#c', 'b#c'],
    ["a: 'it''s'", "it's"],
    ["a: 'b' # comment", 'b'],
    ["a: 'b # c'", 'b # c'],
    ['a: "b # c" # comment', 'b # c'],
    ['a: "\\u00e9\\t\\"\\\\"', 'é\t"\\'],
    ['a: b: c', 'b: c'],
    ['a: b\u2028c', 'b\u2028c'],
  ])('reads %j', (line, value) => {
    expect(valuesOf(line)).toEqual({ a: value });
  });

  it.each(["a: 'open", 'a: "open', 'a: "two" words', "a: 'two' words", 'a: "\\x41"'])('reads %j unchanged', (line) => {
    expect(valuesOf(line)).toEqual({ a: line.slice(3) });
  });

  it('uses the first of two values and reports the other', () => {
    const { entries, repeated } = readEntries(['a: 1', 'b: 2', 'a: 3']);
    expect(entries.get('a')?.value).toBe('1');
    expect(repeated).toEqual([{ key: 'a', index: 2 }]);
  });

  it('skips nested lines', () => {
    expect(valuesOf('a:', '  b: 1', '- c: 2', '', '# d: 3', '\te: 4', 'f: 5')).toEqual({ a: '', f: '5' });
  });

  it('reports where a value begins', () => {
    expect(readEntries(['a:   bc']).entries.get('a')).toEqual({ value: 'bc', index: 0, column: 6 });
  });

  it('reports lines that are not keys', () => {
    expect(readEntries(['- a', 'b:c', '', 'd: 1', '9: e', '  nested']).unread).toEqual([0, 1, 4]);
  });
});
