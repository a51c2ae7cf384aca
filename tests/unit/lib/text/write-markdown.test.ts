import fc from 'fast-check';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { describe, expect, it } from 'vitest';
import { type Block, type Inline, plainBlocks } from '#src/lib/text/blocks.ts';
import type { MarkdownForm } from '#src/lib/text/mdast-tree.ts';
import { readDraftMarkdown, readMarkdown } from '#src/lib/text/markdown.ts';
import { writeMarkdown, writePicture } from '#src/lib/text/write-markdown.ts';
import { HOSTILE } from '#tests/site/hostile-session.ts';
import { anyBlock, trees } from './any-tree.ts';

const FORMS: MarkdownForm[] = ['draft', 'plain', 'kramdown', 'hugo', 'devto'];

/** Code that kramdown would misread, in an HTML element with special characters encoded. */
const OWN_ELEMENTS = /(?:<pre>)?<code>(?:[A-Za-z0-9 ]|&#\d+;)*<\/code>(?:<\/pre>)?/g;

const text = (text: string): Inline => ({ kind: 'text', text });
const paragraph = (...children: Inline[]): Block => ({ kind: 'paragraph', children });
const line = (words: string, form?: MarkdownForm) => writeMarkdown([paragraph(text(words))], form);
const code = (words: string, form: MarkdownForm) => writeMarkdown([paragraph({ kind: 'code', text: words })], form);

/** The blocks of a draft, and the marks in it: comments, pictures, and links that lead elsewhere. */
function draftIn(markdown: string): [Block[], unknown[]] {
  const parts = readDraftMarkdown(markdown) ?? [];
  return [parts.flatMap(({ block }) => block ?? []), parts.flatMap(({ marks }) => marks)];
}

/** The types of nodes in a CommonMark reading. */
function typesIn(markdown: string): Set<string> {
  const types = new Set<string>();
  const walk = (node: { type: string; children?: unknown[] }) => {
    types.add(node.type);
    for (const child of node.children ?? []) walk(child as typeof node);
  };
  walk(fromMarkdown(markdown));
  return types;
}

describe('writeMarkdown', () => {
  it('writes what readMarkdown reads', () => {
    const markdown =
      '## Why\n\nOne\ntwo\\\nthree *em* **strong** `code` [link](https://example.org/?a=1&b=2)\n\n- a\n\n  b\n\n- c\n\n3. d\n4. e\n   - f\n\n> said\n\n```sh\nls  -l\n```\n\n___\n';
    for (const form of ['draft', 'plain', 'hugo'] as const)
      expect(writeMarkdown(readMarkdown(markdown), form)).toBe(markdown);
  });

  it('writes what GitHub adds to Markdown, in every form and back', () => {
    const markdown =
      'One.[^1] ~~two~~\n\n| Parser | Time |\n| --- | ---: |\n| old | 41 s |\n| `a` **b** |  |\n\n- [ ] a\n- [x] b\n  - c\n    1. d\n\n[^1]: Measured twice.\n';
    for (const form of FORMS) expect(writeMarkdown(readMarkdown(markdown), form)).toBe(markdown);
    expect(draftIn(markdown)).toEqual([readMarkdown(markdown), []]);
  });

  it('keeps a bar in a cell', () => {
    const table: Block = { kind: 'table', align: [null], rows: [[[text('a|b '), { kind: 'code', text: 'c|d' }]]] };
    const row = (form: MarkdownForm) => writeMarkdown([table], form).split('\n')[0];
    for (const form of ['draft', 'plain', 'hugo'] as const) expect(row(form)).toBe('| a&#x7C;b `c\\|d` |');
    for (const form of ['kramdown', 'devto'] as const) expect(row(form)).toBe('| a&#x7C;b <code>c&#124;d</code> |');
  });

  it('writes a footnote of one word so that no parser takes it for the address of a link', () => {
    const markdown = writeMarkdown(readMarkdown('a[^1]\n\n[^1]: https\\://evil.example'), 'plain');
    expect(markdown).toBe('a[^1]\n\n[^1]: https\\://evil.example &#xA0;\n');
    expect(typesIn(markdown)).not.toContain('definition');
    const note = { kind: 'note', name: '[^b]', children: [text('word')] };
    expect(draftIn('a[^b]\n\n[^b]: word')[0].at(-1)).toMatchObject(note);
  });

  it.each(['a | b\n--- | ---', '| a |\n| --- |', '[^1] and\n[^1]: note', '- [ ] a', '~~a~~'])(
    'writes %j as text in every form',
    (words) => {
      for (const form of FORMS) {
        const written = line(words, form)
          .replace(/&#x7C;/g, '\\|')
          .replace(/&#x7E;/g, '\\~');
        const again = readMarkdown(written);
        expect(again.flatMap((block) => block.kind)).toEqual(['paragraph']);
        expect(plainBlocks(again).replace(/\s/g, ' ')).toBe(words.replace(/\s/g, ' '));
      }
    },
  );

  it.each([
    ['a <b> {c} &lt; d', 'a \\<b> {c} \\&lt; d', 'a &lt;b> &#x7B;c} &amp;lt; d'],
    [
      '{{ x }} {% y %} {{< z >}}',
      '{{ x }} {% y %} {{\\< z >}}',
      '&#x7B;&#x7B; x }} &#x7B;% y %} &#x7B;&#x7B;&lt; z >}}',
    ],
    ['import x', 'import x', '&#x69;mport x'],
    ['exported', 'exported', 'exported'],
    ['a | b', 'a | b', 'a \\| b'],
    ['~/code ~~no~~', '\\~/code \\~\\~no\\~\\~', '\\~/code \\~\\~no\\~\\~'],
    ['[^1]: x', '\\[^1]: x', '\\[^1]: x'],
    ['![a](b)', '!\\[a]\\(b)', '!\\[a]\\(b)'],
    ['^', '^', '&#x5E;'],
    ['$$x$$', '$$x$$', '\\$$x\\$$'],
    ['A &amp <!--more-->', 'A \\&amp \\<!--more-->', 'A &amp;amp &lt;!--more-->'],
  ])('writes %j as text', (words, draft, post) => {
    expect(line(words)).toBe(`${draft}\n`);
    expect(line(words, 'plain')).toBe(`${post}\n`);
  });

  it('writes template marks in code so that the generator prints them', () => {
    expect(code('{{ a }}{% endraw %}{{{', 'plain')).toBe('`{{ a }}{% endraw %}{{{`\n');
    expect(code('{{ a }}{% endraw %}', 'kramdown')).toBe('`{{ "{" }}{ a }}{{ "{" }}% endraw %}`\n');
    expect(code('{{< a >}} {{% b %}} {{< c', 'hugo')).toBe('`{{</* a */>}} {{%/* b */%}} { {< c`\n');
    expect(code('{{</* a */>}}<!--more-->', 'hugo')).toBe('`{{</*/* a */*/>}}< !--more-->`\n');
    expect(code('{{ a }} {%- endraw %}', 'devto')).toBe('`{{ a }} { %- endraw %}`\n');
    expect(code('`{{ a }}', 'devto')).toBe('`` `{ { a }} ``\n');
  });

  it('writes code that kramdown would misread as an encoded element', () => {
    expect(code('a | b', 'kramdown')).toBe('<code>a &#124; b</code>\n');
    expect(code('{{ a }}', 'kramdown')).toBe('`{{ "{" }}{ a }}`\n');
    const block: Block = { kind: 'code', language: 'sh', text: '* a\n<b>' };
    expect(writeMarkdown([block], 'kramdown')).toBe('~~~sh\n* a\n<b>\n~~~\n');
    expect(line('~/code ~~no~~', 'kramdown')).toBe('&#x7E;/code &#x7E;&#x7E;no&#x7E;&#x7E;\n');
    expect(writeMarkdown([{ kind: 'list', ordered: false, start: 1, items: [[block]] }], 'kramdown')).toBe(
      '- <pre><code>&#42; a&#10;&#60;b&#62;</code></pre>\n',
    );
  });

  it('fences code and code spans with more marks than are in them', () => {
    expect(writeMarkdown([{ kind: 'code', language: 'sh', text: '```\n````\nx' }])).toBe(
      '`````sh\n```\n````\nx\n`````\n',
    );
    expect(code('``', 'plain')).toBe('``` `` ```\n');
    expect(code('  a\nb ', 'plain')).toBe('`a b`\n');
  });

  it('writes the text of an unsafe link, and nothing live into an address', () => {
    const link = (href: string) => paragraph({ kind: 'link', href, children: [text('w')] });
    expect(writeMarkdown([link('javascript:alert(1)')])).toBe('w\n');
    expect(writeMarkdown([link('https://e.org/{{a}}) "x" <b>|`\\\n&copy;')], 'plain')).toBe(
      '[w](https://e.org/%7B%7Ba%7D%7D%29%20%22x%22%20%3Cb%3E%7C%60%5C%0A&copy%3B)\n',
    );
  });

  it('writes no control characters and nothing that reorders or hides text, but keeps joined emoji', () => {
    expect(line('a\u0007\u001b[31m\u202eb\u2066\u200bc\u{e0041}\ud800 👩‍💻')).toBe('a\\[31mbc� 👩‍💻\n');
  });

  it('writes a picture with its alt text on one line, without special characters', () => {
    expect(writePicture('a ] [b]\n<c> {{x}} `d_e` _f_ AT&T &lt; \\', "{{ '/a.png' | relative_url }}")).toBe(
      "![a ) (b) ‹c› ((x)) 'd_e' f AT&T & lt; /]({{ '/a.png' | relative_url }})\n",
    );
  });

  it('writes a draft that is read as the same tree', () => {
    fc.assert(
      fc.property(trees, (blocks) => {
        const written = writeMarkdown(blocks);
        expect(draftIn(written), written).toEqual([blocks, []]);
      }),
      { numRuns: 200 },
    );
  });

  it('is never live in any form, whatever the text', () => {
    fc.assert(
      fc.property(fc.array(anyBlock, { maxLength: 4 }), fc.constantFrom(...FORMS), (blocks, form) => {
        const markdown = writeMarkdown(blocks, form);
        const types = typesIn(markdown.replace(OWN_ELEMENTS, (own) => (own.includes(' ') ? 'own code' : 'code')));
        for (const type of ['html', 'image', 'imageReference', 'definition', 'linkReference'])
          expect(types.has(type), `${type} in ${markdown}`).toBe(false);
        if (form === 'kramdown') expect(markdown.replaceAll('{{ "{" }}', '')).not.toMatch(/\{[{%]/);
        if (form === 'hugo')
          expect(markdown.replace(/\{\{(?:<\/\*.*?\*\/>|%\/\*.*?\*\/%)\}\}/gs, '')).not.toMatch(/\{\{[<%]/);
        if (form === 'draft') expect(draftIn(markdown)[1], markdown).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it('keeps the words of hostile sessions', () => {
    const words = (blocks: Block[]) =>
      plainBlocks(blocks)
        .split(/[\s\u202e\u202c]+/)
        .join(' ')
        .trim();
    for (const hostile of Object.values(HOSTILE)) {
      const blocks = readMarkdown(hostile);
      const [written, marks] = draftIn(writeMarkdown(blocks));
      expect(marks).toEqual([]);
      expect(words(written)).toBe(words(blocks));
    }
  });
});
