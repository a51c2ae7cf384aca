import { describe, expect, it } from 'vitest';
import { linkedBlocks, linkedNames, mentionsIn } from '#src/lib/text/blocks.ts';
import { readInline, readMarkdown } from '#src/lib/text/markdown.ts';

const addressOf = (name: string) => ({ 'feedback_money.md': '/memory/x/', a1b2c3d: '#commit-a1b2c3d' })[name] ?? null;

describe('linkedNames', () => {
  it('links names that have an address, also in code and emphasis', () => {
    const link = (href: string, child: object) => ({ kind: 'link', href, children: [child] });
    const name = { kind: 'text', text: 'feedback_money.md' };
    expect(linkedNames(readInline('feedback_money.md: kept in a1b2c3d, not feedback_other.md'), addressOf)).toEqual([
      link('/memory/x/', name),
      { kind: 'text', text: ': kept in ' },
      link('#commit-a1b2c3d', { kind: 'text', text: 'a1b2c3d' }),
      { kind: 'text', text: ', not feedback_other.md' },
    ]);
    expect(linkedNames(readInline('`feedback_money.md`'), addressOf)).toEqual([
      link('/memory/x/', { kind: 'code', text: 'feedback_money.md' }),
    ]);
    expect(linkedNames(readInline('*feedback_money.md*'), addressOf)).toEqual([
      { kind: 'emphasis', children: [link('/memory/x/', name)] },
    ]);
  });

  it('leaves parts of longer names, paths and links alone', () => {
    const longer = ['my-feedback_money.md', 'docs/feedback_money.md', 'feedback_money.mdx', 'xa1b2c3d'];
    for (const text of [...longer, '`cat feedback_money.md`'])
      expect(linkedNames(readInline(text), addressOf)).toEqual(readInline(text));
    const inside = readInline('[feedback_money.md](https://example.org)');
    expect(linkedNames(inside, addressOf)).toEqual(inside);
  });

  it('finds the names in a text', () => {
    const names = ['feedback_money.md', 'a1b2c3d4', 'Ünïcode.md'];
    expect(mentionsIn('feedback_money.md, `a1b2c3d4` and Ünïcode.md in x/y.md')).toEqual(names);
    expect(mentionsIn(`${'a'.repeat(100_000)}.md ${'_'.repeat(100_000)}`)).toEqual([]);
  });
});

describe('linkedBlocks', () => {
  it('links names in paragraphs, lists and quotes, and leaves code alone', () => {
    const text = 'a1b2c3d\n\n- a1b2c3d\n\n> a1b2c3d\n\n```\na1b2c3d\n```\n';
    const links = JSON.stringify(linkedBlocks(readMarkdown(text), addressOf)).match(/#commit-a1b2c3d/g);
    expect(links).toHaveLength(3);
  });
});
