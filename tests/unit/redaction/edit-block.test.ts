import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Edit, editBlock, editInline } from '#src/redaction/edits.ts';
import { type Block, plainText } from '#src/lib/text/blocks.ts';
import { readInline, readMarkdown } from '#src/lib/text/markdown.ts';

/** Replaces every occurrence of a word. */
function replacing(word: string, text = 'X'): (run: string) => Edit[] {
  return (run) =>
    [...run.matchAll(new RegExp(word, 'g'))].map(({ index }) => ({ start: index, end: index + word.length, text }));
}

describe('editBlock', () => {
  it('edits a word divided by marks, and puts the new text where it begins', () => {
    const edited = editInline(
      [
        { kind: 'text', text: 'a sec' },
        { kind: 'strong', children: [{ kind: 'text', text: 're' }] },
        { kind: 'code', text: 't' },
        { kind: 'text', text: ' b' },
      ],
      replacing('secret'),
    );
    expect(edited).toEqual([
      { kind: 'text', text: 'a X' },
      { kind: 'text', text: ' b' },
    ]);
  });

  it('edits lists, quotes, headings, code and its language', () => {
    const blocks = readMarkdown('# secret\n\n- secret\n\n> secret\n\n```secret\nsecret\n```');
    expect(JSON.stringify(blocks.map((block) => editBlock(block, replacing('secret'))))).not.toContain('secret');
  });

  it('edits footnotes and their names, and tables by row, so that a cell says what the next one is', () => {
    const blocks = readMarkdown(
      'a[^secret] ~~secret~~\n\n[^secret]: secret\n\n| key | value |\n|---|---|\n| secret | **ab** c |',
    );
    const seen: string[] = [];
    const edited = blocks.map((block) =>
      editBlock(block, (run) => {
        seen.push(run);
        return [...replacing('secret')(run), ...replacing('ab')(run)];
      }),
    );
    expect(JSON.stringify(edited)).not.toMatch(/secret|ab[^l]/);
    expect(seen).toContain('| secret | ab c |');
    expect(edited.at(-1)).toMatchObject({
      rows: [
        [[{ text: 'key' }], [{ text: 'value' }]],
        [[{ text: 'X' }], [{}, { text: ' c' }]],
      ],
    });
  });

  it('keeps the cells of a row when a value reaches over their border', () => {
    const [table] = readMarkdown('| a | b |\n|---|---|\n| cd | ef | ') as [Block];
    expect(editBlock(table, (run) => (run.includes('cd') ? [{ start: 3, end: 8, text: 'X' }] : []))).toMatchObject({
      rows: [{}, [[{ text: 'cX' }], [{ text: 'f' }]]],
    });
  });

  it('removes a link whose address is edited, and keeps its text', () => {
    const [block] = readMarkdown('[here](https://secret.io) and [there](https://acme.io)') as [Block];
    expect(editBlock(block, replacing('secret'))).toEqual({
      kind: 'paragraph',
      children: [
        { kind: 'text', text: 'here' },
        { kind: 'text', text: ' and ' },
        { kind: 'link', href: 'https://acme.io', children: [{ kind: 'text', text: 'there' }] },
      ],
    });
  });

  it('edits across a break', () => {
    const edited = editInline([{ kind: 'text', text: 'sec' }, { kind: 'break' }, { kind: 'text', text: 'ret' }], () => [
      { start: 0, end: 7, text: 'X' },
    ]);
    expect(edited).toEqual([{ kind: 'text', text: 'X' }]);
  });

  it('gives the same text as editing the plain text', () => {
    const prose = fc.array(fc.constantFrom('secret', 'se**cre**t', '`secret`', ' a ', '[secret](#x)', '*b*'), {
      maxLength: 8,
    });
    fc.assert(
      fc.property(prose, (parts) => {
        const read = readInline(parts.join(''));
        const expected = plainText(read).replaceAll('secret', 'X');
        expect(plainText(editInline(read, replacing('secret')))).toBe(expected);
      }),
    );
  });

  it('changes nothing without edits', () => {
    const blocks = readMarkdown('# a\n\n1. `b` *c*\n\n---\n\n> d\n\n```js\ne\n```');
    expect(blocks.map((block) => editBlock(block, () => []))).toEqual(blocks);
  });
});
