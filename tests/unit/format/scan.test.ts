import { describe, expect, it } from 'vitest';
import { scan } from '#src/format/scan.ts';

function headingOf(line: string): [number, string] | null {
  const [block] = scan(line).blocks;
  return block?.kind === 'heading' ? [block.level, block.title] : null;
}

function kindsOf(...lines: string[]): string[] {
  return scan(lines.join('\n')).blocks.map(({ kind, line, end }) => `${kind} ${line}-${end}`);
}

describe('scan', () => {
  it.each([
    ['## Events', 2, 'Events'],
    ['##\tEvents\t', 2, 'Events'],
    ['##   Events  ', 2, 'Events'],
    ['## Events ##', 2, 'Events'],
    ['## Events ####  ', 2, 'Events'],
    ['## C#', 2, 'C#'],
    ['## a # b', 2, 'a # b'],
    ['## ##', 2, ''],
    ['##', 2, ''],
    ['# ', 1, ''],
    ['###### x', 6, 'x'],
    ['## \u00a0x\u00a0', 2, '\u00a0x\u00a0'],
  ])('finds the heading %j', (line, level, title) => {
    expect(headingOf(line)).toEqual([level, title]);
  });

  it.each(['##Events', '#hash', '####### seven', ' ## indented', '\\## escaped', ''])(
    'finds no heading in %j',
    (line) => {
      expect(headingOf(line)).toBeNull();
    },
  );

  it.each([
    ['```', '```'],
    ['````', '`````'],
    ['```js', '```  \t'],
    ['~~~ `x`', '~~~~'],
  ])('finds a fence from %j to %j', (open, close) => {
    expect(kindsOf('x', open, '## Events', '', close, 'x')).toEqual(['fence 1-5']);
  });

  it.each([
    ['```', '~~~'],
    ['````', '```'],
    ['```', '```js'],
    ['```', ' ```'],
    ['~~~', ' ~~~'],
  ])('leaves a fence open from %j to %j', (open, close) => {
    expect(kindsOf(open, '## Events', close)[0]).toBe('open-fence 0-1');
  });

  it.each(['``', '~~', ' ```', '``` a`b', '`'])('finds no fence in %j', (line) => {
    expect(kindsOf(line, '## Events', line)).toEqual(['heading 1-2']);
  });

  it('takes the indented lines after an event, and blank lines between them, as its details', () => {
    expect(kindsOf('- [ERROR] a', '  b', '', '\tc', ' ', '', '- [ERROR] d', ' \t', 'e', '  f')).toEqual([
      'event 0-4',
      'event 6-7',
    ]);
  });

  it('finds front matter only at the beginning', () => {
    expect(scan('---\na: b\n---\n---\n').frontMatter).toEqual({ open: 0, close: 2 });
    expect(scan('\ufeff--- \r\n---\t\r\n').frontMatter).toEqual({ open: 0, close: 1 });
    expect(scan('---\na: b\n').frontMatter).toEqual({ open: 0, close: -1 });
    const blanks = ' '.repeat(100);
    for (const text of ['', '\n---\n---\n', '----\n---\n', '---js\n---\n', ' ---\n---\n', `---${blanks}x\n---\n`]) {
      expect(scan(text).frontMatter).toEqual({ open: -1, close: -1 });
    }
  });
});
