import { describe, expect, it } from 'vitest';
import { readMarkdown } from '#src/lib/text/markdown.ts';
import { withMemoryLinks } from '#src/lib/text/blocks.ts';

const linked = (text: string) =>
  withMemoryLinks(readMarkdown(text), (name) => (name === 'money-in-cents' ? '/memory/larder/money.md/' : null));

const MONEY = {
  kind: 'link',
  href: '/memory/larder/money.md/',
  children: [{ kind: 'text', text: 'money-in-cents' }],
};

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
    for (const text of [
      '`[[money-in-cents]]`',
      '```\n[[money-in-cents]]\n```',
      '[x [[money-in-cents]]](https://a.example)',
    ])
      expect(JSON.stringify(linked(text)), text).not.toContain('/memory/larder');
  });
});
