/** What the reader of front matter makes of odd forms. A reader that replaces it accepts all of it, with the same places. */
import { it } from 'vitest';
import { parseChronicle } from '#src/format/parse.ts';
import { expectGolden } from '#tests/support/golden-file.ts';

const BODY = '\n## Events\n\n## Summary\n';
const GOOD = 'session_id: s1\ndate: 2026-09-14\nbranch: main\ntask: X-1\nstarted: 2026-09-14T21:50:00Z';
/** A chronicle whose front matter has these lines after the required ones. */
const after = (lines: string) => `---\n${GOOD}\n${lines}\n---\n${BODY}`;
/** One whose branch is written like this. */
const branch = (value: string) => `---\n${GOOD.replace('branch: main', `branch: ${value}`)}\n---\n${BODY}`;

const FORMS: Record<string, string> = {
  plain: after('note: hello'),
  'double quotes': branch('"feat/x"'),
  'single quotes': branch("'it''s'"),
  'escapes in double quotes': branch('"a\\tb\\u00e9"'),
  'an escape that JSON does not know': branch('"a\\x41"'),
  'a quote that does not end': branch('"feat'),
  'text after a quote': branch('"a" b'),
  'a comment after a value': branch('main # the usual'),
  'a comment after a quote': branch('"main" # the usual'),
  'a hash inside a value': branch('fix#12'),
  'a comment line': after('# nothing'),
  'an empty line': after('\n'),
  'no space after the colon': after('note:x'),
  'two spaces after the colon': branch(' main'),
  'a space before the colon': after('note : x'),
  'a tab after the colon': branch('\tmain'),
  'blanks at the end': branch('main  '),
  'a colon inside a value': branch('a: b'),
  'a number': branch('1_000'),
  'a number with an exponent': branch('12e5'),
  'a time': branch('12:30'),
  'a boolean': branch('yes'),
  null: branch('null'),
  'a tilde': branch('~'),
  'an empty value': branch(''),
  'a flow list': branch('[a, b]'),
  'a flow map': branch('{a: b}'),
  'an anchor': branch('&a main'),
  'an alias': after('note: *a'),
  'a merge key': after('<<: *a'),
  'a tag': branch('!!str main'),
  'a block text': after('note: |\n  one\n  two'),
  'a list below a key': after('note:\n- one\n- two'),
  'a map below a key': after('note:\n  one: 1'),
  'a continued line': after('note: one\n  two'),
  'a repeated key': after('branch: other'),
  'a repeated unknown key': after('note: a\nnote: b'),
  'a bad line': after('no key here'),
  'a bad line first': `---\n??\n${GOOD}\n---\n${BODY}`,
  'a tab at the start': after('\tnote: x'),
  'a key in quotes': after('"note": x'),
  'a key that is not ASCII': after('größe: x'),
  __proto__: after('__proto__: x'),
  'a byte order mark': `\uFEFF${after('note: x')}`,
  CRLF: after('note: x').replaceAll('\n', '\r\n'),
  'blanks after the dashes': after('note: x').replaceAll('---', '--- '),
  '---js': after('note: x').replace('---', '---js'),
  '--- yaml': after('note: x').replace('---', '--- yaml'),
  'three dots at the end': after('note: x').replace('\n---\n', '\n...\n'),
  'four dashes': after('note: x').replace('---', '----'),
  'a text before it': `hello\n${after('note: x')}`,
  'an empty line before it': `\n${after('note: x')}`,
  'no end': `---\n${GOOD}\n${BODY}`,
  'nothing in it': `---\n---\n${BODY}`,
  'no front matter': BODY,
  'an empty file': '',
  'a missing required key': after('x: y').replace('session_id: s1\n', ''),
  'an invalid date': after('x: y').replace('2026-09-14\n', 'yesterday\n'),
  'NUL in a value': branch('a\0b'),
  'bytes that are not UTF-8': branch('a\uFFFDb'),
  'deep nesting': branch('['.repeat(2000)),
  'a long value': branch('x'.repeat(10_000)),
  'more than 16 KiB': after(`note: ${'x'.repeat(17_000)}`),
  'many keys': after(Array.from({ length: 900 }, (_, n) => `k${n}: v`).join('\n')),
  '100,000 keys': after(Array.from({ length: 100_000 }, (_, n) => `k${n}: v`).join('\n')),
};

it('accepts these, and names the place of what it does not', async () => {
  const lines = Object.entries(FORMS).map(([name, text]) => {
    const { chronicle, problems } = parseChronicle(text);
    const kept = Object.entries(chronicle?.frontMatter ?? {}).filter(
      ([key, value]) => !GOOD.includes(`${key}: ${value}`),
    );
    const values = kept.slice(0, 4).map(([key, value]) => `${key}=${JSON.stringify(value).slice(0, 40)}`);
    const faults = problems.slice(0, 4).map(({ code, line, column }) => `${line}:${column} ${code}`);
    return `${name}: ${chronicle ? ['read', ...values].join(' ') : 'not read'}${faults.length === 0 ? '' : ` | ${faults.join(', ')}`}`;
  });
  await expectGolden(`${lines.join('\n')}\n`, 'snapshots/front-matter-forms.txt');
});
