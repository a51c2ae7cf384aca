import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainBlocks } from '#src/lib/text/blocks.ts';
import { readInline, readMarkdown } from '#src/lib/text/markdown.ts';

const text = (text: string) => ({ kind: 'text' as const, text });
const paragraph = (line: string) => ({ kind: 'paragraph' as const, children: [text(line)] });

describe('readMarkdown', () => {
  it('reads the blocks that prose is made of', () => {
    const blocks = readMarkdown(
      '#### Why\n\nOne\ntwo\\\nthree\n\n- a\n- b\n\n3. c\n\n> said\n\n```sh -x\nls  -l\n```\n\n---\n\n    indented',
    );
    expect(blocks).toEqual([
      { kind: 'heading', level: 4, children: [text('Why')] },
      { kind: 'paragraph', children: [text('One\ntwo'), { kind: 'break' }, text('three')] },
      { kind: 'list', ordered: false, start: 1, items: [[paragraph('a')], [paragraph('b')]] },
      { kind: 'list', ordered: true, start: 3, items: [[paragraph('c')]] },
      { kind: 'quote', children: [paragraph('said')] },
      { kind: 'code', language: 'sh', text: 'ls  -l' },
      { kind: 'rule' },
      { kind: 'code', language: '', text: 'indented' },
    ]);
  });

  it('reads tables, strikethrough and footnotes', () => {
    const cells = (...words: string[]) => words.map((word) => (word === '' ? [] : [text(word)]));
    expect(readMarkdown('| a | b |\n|:--|--:|\n| c |\n\n~~d~~ e[^1]\n\n[^1]: f\n[^2]: g')).toEqual([
      { kind: 'table', align: ['left', 'right'], rows: [cells('a', 'b'), cells('c', '')] },
      {
        kind: 'paragraph',
        children: [{ kind: 'strike', children: [text('d')] }, text(' e'), { kind: 'note', text: '[^1]' }],
      },
      { kind: 'note', name: '[^1]', children: [text('f\n[^2]: g')] },
    ]);
  });

  it.each([
    ['a[^1] and [^2]', 'without a footnote'],
    ['[^1]: a', 'without a reference'],
    ['`[^1]`\n\n[^1]: a', 'with a reference in code'],
    ['a[^1]\n\n[^1]: b\n\n[^1]: c', 'of two footnotes of one name'],
    ['a[^x](https://b.c) \\[^1]', 'in a link, or escaped'],
  ])('keeps as text %j, a mark %s', (markdown) => {
    expect(JSON.stringify(readMarkdown(markdown))).not.toContain('note');
  });

  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
    '<svg onload=alert(1)>',
    '<meta http-equiv="refresh" content="0;url=https://evil.example">',
    '<!-- comment --> <?php x ?> <![CDATA[x]]>',
    '<div>\n*not emphasis in HTML*\n</div>',
  ])('keeps HTML as text: %s', (html) => {
    expect(plainBlocks(readMarkdown(html)).replaceAll('*', '')).toBe(html.replaceAll('*', ''));
  });

  it('keeps a line that looks like a link definition', () => {
    expect(plainBlocks(readMarkdown('[note]: https://example.org'))).toBe('[note]: https://example.org');
  });

  it('keeps names that standard Markdown would take for emphasis', () => {
    const line = '__init__.py, __dunder__, src/**/*.ts, tests/_fixtures_/a.ts';
    expect(readMarkdown(line)).toEqual([paragraph(line)]);
  });

  it.each([
    '> '.repeat(500),
    '- '.repeat(500),
    Array.from({ length: 300 }, (_, i) => `${'  '.repeat(i)}- a`).join('\n'),
  ])('returns deeply nested text unchanged', (deep) => {
    const said = `${deep}end`;
    expect(readMarkdown(said)).toEqual([paragraph(said.trim())]);
  });

  it('never throws, and keeps every word character of plain lines', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (any) => {
        readInline(any);
        readMarkdown(any);
      }),
    );
    const marks = fc.constantFrom(...'*_`[]()<>!#-\n \t\\&~a'.split(''), '1.');
    fc.assert(
      fc.property(fc.array(marks, { maxLength: 60 }), (parts) => {
        const line = parts.join('');
        const letters = (said: string) => said.replace(/[^a]/g, '').length;
        expect(letters(plainBlocks(readMarkdown(line)))).toBeLessThanOrEqual(letters(line));
        expect(letters(plainBlocks([{ kind: 'paragraph', children: readInline(line) }]))).toBeLessThanOrEqual(
          letters(line),
        );
      }),
    );
  });

  it.each([
    ...'[ ]( [a]( ![ a` < & \\ [a][ ( ~~a~~ [^1] |-'.split(' '),
    ...['*a ', '_a ', '> ', '*a **b ', '~~a ', '[^1]: a\n', '|a|\n|-|\n'],
  ])(
    'ends on a megabyte of %s',
    (part) => {
      const hostile = part.repeat(1_000_000 / part.length);
      expect(plainBlocks(readMarkdown(hostile)).length).toBeGreaterThan(0);
      // Longer text is not parsed.
      const cut = hostile.slice(0, process.env.LONG ? 190_000 : 30_000);
      expect(plainBlocks(readMarkdown(cut)).length).toBeGreaterThan(0);
      expect(plainBlocks([{ kind: 'paragraph', children: readInline(cut) }]).length).toBeGreaterThan(0);
    },
    20_000,
  );
});
