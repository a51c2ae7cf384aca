import { describe, expect, it } from 'vitest';
import { opening } from '#src/lib/text/markdown.ts';

describe('opening', () => {
  it('is the first paragraph in plain words', () => {
    expect(opening('#### Heading\n\nIt was `green`.\nEvery *test*.\n\nMore.')).toBe('It was green. Every test.');
  });

  it('ends with the last sentence that fits', () => {
    const first = 'The message on Monday morning was a photo of the corridor, and it said nothing else.';
    expect(opening(`${first} ${'word '.repeat(60)}`)).toBe(first);
  });

  it('is cut between words if the first sentence does not fit', () => {
    const cut = opening('word, '.repeat(80));
    expect(cut).toMatch(/^(?:word, )+word…$/);
    expect(cut.length).toBeLessThanOrEqual(181);
  });

  it.each([
    ['Committed as `5e1c0aa`. Summary:\n\n- one thing', 'Committed as 5e1c0aa.'],
    ['Summary:\n\n- one thing\n\nAll of it is tested.', 'All of it is tested.'],
    ['完了しました。変更点：\n\n- 一つ', '完了しました。'],
    ['Read a.ts for this:\n\n- one thing', 'Read a.ts for this:'],
  ])('does not end in a label if there is anything else: %j', (markdown, words) => {
    expect(opening(markdown)).toBe(words);
  });

  it('is empty for a text without a paragraph', () => {
    expect(opening('```\ncode\n```')).toBe('');
  });
});
