import { describe, expect, it } from 'vitest';
import { readMarkdown } from '#src/lib/text/markdown.ts';
import { withMemoryLinks } from '#src/lib/text/blocks.ts';

const linked = (text: string) =>
  withMemoryLinks(readMarkdown(text), (name) => (name === 'money-in-cents' ? '/memory/larder/money.md/' : null));

const name = { kind: 'text', text: 'money-in-cents' };
const MONEY = { kind: 'link', href: '/memory/larder/money.md/', children: [name] };

describe('withMemoryLinks', () => {
  it('turns a known name into a link and keeps the text around it', () => {
    expect(linked('See [[money-in-cents]] first.')).toEqual([
      { kind: 'paragraph', children: [{ kind: 'text', text: 'See ' }, MONEY, { kind: 'text', text: ' first.' }] },
    ]);
    expect(linked('[[ money-in-cents ]]')).toEqual([{ kind: 'paragraph', children: [MONEY] }]);
  });

  it('leaves an unknown name unchanged', () => {
    expect(linked('See [[nothing]].')).toEqual(readMarkdown('See [[nothing]].'));
  });

  it('makes no link inside code or another link', () => {
    const code = ['`[[money-in-cents]]`', '```\n[[money-in-cents]]\n```'];
    for (const text of [...code, '[x [[money-in-cents]]](https://a.example)'])
      expect(JSON.stringify(linked(text)), text).not.toContain('/memory/larder');
  });
});
