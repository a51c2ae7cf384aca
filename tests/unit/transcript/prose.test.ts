import { describe, expect, it } from 'vitest';
import { blocksOf, headline, sentencesOf } from '#src/transcript/prose.ts';

describe('the blocks of an answer', () => {
  it('are headings, items and paragraphs, with labels and the heading above', () => {
    const answer = '## Notes\n\n- **Port 5433**: taken by another server\n- plain\n\nThe end\nof it.\n';
    expect(blocksOf(answer)).toEqual([
      { kind: 'heading', label: '', text: 'Notes', heading: '' },
      { kind: 'item', label: 'Port 5433', text: 'taken by another server', heading: 'Notes' },
      { kind: 'item', label: '', text: 'plain', heading: 'Notes' },
      { kind: 'paragraph', label: '', text: 'The end of it.', heading: 'Notes' },
    ]);
  });

  it.each([
    ['**Root cause**: a race', 'Root cause', 'a race'],
    ['**Root cause:** a race', 'Root cause', 'a race'],
    ['✅ **Fixed** — the race', 'Fixed', 'the race'],
    ['Ursache: ein Wettlauf', 'Ursache', 'ein Wettlauf'],
    ['原因：竞争', '', '原因：竞争'],
    ['**Bold** words in a sentence', '', 'Bold words in a sentence'],
  ])('have a label: %s', (line, label, text) => {
    expect(blocksOf(line)).toEqual([{ kind: 'paragraph', label, text, heading: '' }]);
  });

  it('leave out code, tables and quotes', () => {
    expect(blocksOf('```\nroot cause: x\n```\n| a | b |\n> quoted\n\nsaid').map(({ text }) => text)).toEqual(['said']);
  });

  it('leave out a code block with a shorter fence in it', () => {
    const answer = '````md\n```js\n\nThe root cause is in the example.\n\n```\n````\n\nsaid';
    expect(blocksOf(answer).map(({ text }) => text)).toEqual(['said']);
  });

  it('know the frame of an insight', () => {
    const answer = '`★ Insight ─────────`\n- The cache is keyed by path\n`─────────────────`\nDone.';
    expect(blocksOf(answer).map(({ heading, text }) => [heading, text])).toEqual([
      ['', '★'],
      ['★', 'The cache is keyed by path'],
      ['', 'Done.'],
    ]);
  });
});

describe('the sentences of a text', () => {
  it.each([
    ['One. Two! Three?', ['One.', 'Two!', 'Three?']],
    ['Uses e.g. a map. It works.', ['Uses e.g. a map.', 'It works.']],
    ['See src/a.ts for it. Then go.', ['See src/a.ts for it.', 'Then go.']],
    ['Step 1. is done in v2.0 here', ['Step 1. is done in v2.0 here']],
    ['原因はキャッシュです。直しました。', ['原因はキャッシュです。', '直しました。']],
    ['', []],
  ])('%s', (text, sentences) => {
    expect(sentencesOf(text)).toEqual(sentences);
  });
});

describe('the line of an event', () => {
  it('has a capital and no full stop', () => {
    expect(headline('the cache is stale.')).toEqual({ text: 'The cache is stale', full: '' });
    expect(headline('npm test never ran')).toEqual({ text: 'npm test never ran', full: '' });
    expect(headline('useState is stale')).toEqual({ text: 'useState is stale', full: '' });
  });

  it('is cut at a clause, and never in code', () => {
    const long = `The limiter of each service counted its own replica only, ${'so a client could send more requests '.repeat(4)}`;
    expect(headline(long)).toEqual({
      text: 'The limiter of each service counted its own replica only…',
      full: long.trim(),
    });
    const code = `The call is \`retry(a, which is b, and ${'x'.repeat(90)}, and more)\` ${'y '.repeat(40)}`;
    expect((headline(code).text.match(/`/g) ?? []).length % 2).toBe(0);
  });

  it('has an ellipsis wherever it is cut, and is whole in the details', () => {
    const said =
      'The id is committed before the order is created, so when `createOrder` throws, the retry of the provider is taken for a duplicate and the order is lost';
    expect(headline(said)).toEqual({
      text: expect.stringMatching(/^The id is committed before the order is created, so when `createOrder` throws.*…$/),
      full: said,
    });
  });

  it('is cut at a word without a clause', () => {
    const { text } = headline(`word `.repeat(60));
    expect(text).toMatch(/^Word (?:word )+word…$/);
    expect(text.length).toBeLessThanOrEqual(140);
  });
});
