import { describe, expect, it } from 'vitest';
import { plainBlocks } from '#src/lib/text/blocks.ts';
import { readDraftBody } from '#src/posts/draft-body.ts';

const EVENT = '3f6c0a1e#e-3fa9c1';
const read = (text: string) => readDraftBody(text, 7);
const faults = (text: string) => read(text).problems.map(({ code, line }) => [code, line]);
const blocksIn = (text: string) => read(text).parts.flatMap((part) => (part.kind === 'block' ? [part.block] : []));

describe('readDraftBody', () => {
  it('reads blocks with their lines in the file', () => {
    const { parts, problems } = read('# One\n\nTwo\nlines.\n\n- a\n  - b\n');
    expect(parts.map((part) => [part.line, part.kind === 'block' && part.block.kind])).toEqual([
      [7, 'heading'],
      [9, 'paragraph'],
      [12, 'list'],
    ]);
    expect(problems).toEqual([]);
  });

  it('reads tables, strikethrough, footnotes, task lists, nested lists and code in every fence', () => {
    const text = [
      '| a | b |\n|---|--:|\n| 1 | `x` |',
      'Gone ~~here~~ and noted[^1].',
      '[^1]: A note.',
      '- [x] done\n- [ ] open\n  1. deep\n     - deeper',
      '```sh\necho "<!-- kept -->"\n```',
      '~~~~\n```\n~~~~',
      '    indented <!-- kept -->',
    ];
    expect(blocksIn(text.join('\n\n')).map(({ kind }) => kind)).toEqual([
      ...['table', 'paragraph', 'note', 'list', 'code', 'code', 'code'],
    ]);
    expect(plainBlocks(blocksIn(text.join('\n\n'))).match(/kept/g)).toHaveLength(2);
    expect(read(text.join('\n\n')).problems).toEqual([]);
  });

  it.each([
    ['<!-- a note -->\n\nOne.', 'One.', 7],
    ['One <!-- a note --> two.', 'One  two.', 7],
    ['One\n<!-- a note -->\ntwo.', 'One\n\ntwo.', 8],
    ['<!--\na\n\nnote\n-->\nOne.', 'One.', 7],
    ['- One\n  <!-- a note -->', '- One', 8],
    ['> One\n> <!-- a note -->', 'One', 8],
  ])('publishes no comment of %j', (text, words, line) => {
    const { comments, problems } = read(text);
    expect(plainBlocks(blocksIn(text))).toBe(words);
    expect(comments.map((comment) => [comment.line, comment.text.replace(/\s+/g, ' ')])).toEqual([[line, 'a note']]);
    expect(problems).toEqual([]);
  });

  it('knows the event that a quote tells', () => {
    const quote = `> **Memory miss.** Again\n>\n> Twice.\n> <!-- event: ${EVENT} -->`;
    expect(read(quote)).toMatchObject({ parts: [{ kind: 'block', event: EVENT }], comments: [], problems: [] });
    for (const other of [`${EVENT} words`, 'nothing', '../x#e-3fa9c1'])
      expect(read(`> Said\n> <!-- event: ${other} -->`).parts).toMatchObject([{ event: null }]);
    expect(read(`Said <!-- event: ${EVENT} -->`).parts).toMatchObject([{ event: null }]);
  });

  it('reads a picture of ours as a figure', () => {
    const { parts, problems } = read('![Four times](lifeline-c-1a2b3c4d.svg)\n\n![](./hits-and-misses.svg)\n');
    expect(parts).toMatchObject([
      { line: 7, kind: 'figure', alt: 'Four times', figure: { kind: 'lifeline', group: 'c-1a2b3c4d' } },
      { line: 9, kind: 'figure', alt: '', figure: { kind: 'trend' } },
    ]);
    expect(problems).toEqual([]);
  });

  it.each([
    ['One.\n\n![x](photo.png)', 'CHRONICLE_DRAFT_TEXT', 9],
    ['![x](https://example.org/x.png)', 'CHRONICLE_DRAFT_TEXT', 7],
    ['See ![x](hits-and-misses.svg) here.', 'CHRONICLE_DRAFT_TEXT', 7],
    ['[x](javascript:alert(1))', 'CHRONICLE_DRAFT_TEXT', 7],
    ['One.\n\n- [x](../other/)', 'CHRONICLE_DRAFT_TEXT', 9],
    ['[x]: https://example.org', 'CHRONICLE_DRAFT_TEXT', 7],
    ['One.\n\n<!-- never closed\n\nPrivate.', 'CHRONICLE_DRAFT_GRAMMAR', 9],
    ['One <!-- never closed\n\nPrivate.', 'CHRONICLE_DRAFT_GRAMMAR', 7],
    [`${'> '.repeat(60)}deep`, 'CHRONICLE_DRAFT_GRAMMAR', 7],
    ['word '.repeat(25_000), 'CHRONICLE_DRAFT_GRAMMAR', 7],
  ])('says where %j cannot be published', (text, code, line) => {
    expect(faults(text)).toEqual([[code, line]]);
    if (code === 'CHRONICLE_DRAFT_GRAMMAR') expect(read(text).parts).toEqual([]);
  });

  it('says in which column', () => {
    const at = (text: string) => read(text).problems.map(({ line, column }) => [line, column]);
    expect(at('See ![x](hits-and-misses.svg) here.')).toEqual([[7, 5]]);
    expect(at('One.\n\nTwo <!-- never closed')).toEqual([[9, 5]]);
  });

  it('runs nothing and takes HTML, MDX and templates as text', () => {
    const text = '<script>alert(1)</script>\n\n<Beats />\n\nimport x from "y"\n\n{1 + 1} {{ x }} {% y %}\n';
    expect(plainBlocks(blocksIn(text))).toBe(text.trim());
    expect(read(text).problems).toEqual([]);
  });

  it('reads hostile text quickly', () => {
    const start = performance.now();
    for (const mark of ['*a ', '<!-- ', '![a](', '[^1]', '> ', '`', '|a', '- '])
      read(mark.repeat(Math.floor(100_000 / mark.length)));
    expect(performance.now() - start).toBeLessThan(8000);
  });
});
