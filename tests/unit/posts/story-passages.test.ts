import { describe, expect, it } from 'vitest';
import { storyOf } from '#src/posts/story-passages.ts';
import { readMarkdown } from '#src/lib/text/markdown.ts';
import { aSession } from '#tests/unit/archive/a-session.ts';

describe('storyOf', () => {
  it('puts events beside the passage whose rare words they share', () => {
    const text = 'The supplier received two files of carrots.\n\nThe clock went back, and the window was open again.\n';
    expect(
      told(text, ['Window was open when the clock jumped', 'Supplier got two files', 'Wrote the carrots down']),
    ).toEqual([['Supplier got two files'], ['Window was open when the clock jumped'], ['Wrote the carrots down']]);
  });

  it('keeps what follows a paragraph with it, and a heading with the paragraph after it', () => {
    const text = 'One thing.\n\n```\nlog\n```\n\n- a\n- b\n\n## Later\n\nAnother thing.\n\nA third.\n';
    const { passages } = storyOf(readMarkdown(text), []);
    expect(passages.map(({ blocks }) => blocks.map(({ kind }) => kind))).toEqual([
      ['paragraph', 'code', 'list'],
      ['heading', 'paragraph'],
      ['paragraph'],
    ]);
  });

  it('is empty for an empty text, and keeps all events apart then', () => {
    const { passages, rest } = storyOf([], logged(['a b c']));
    expect(passages).toEqual([]);
    expect(rest).toHaveLength(1);
  });
});

/** The texts of the events beside each passage, and of the others. */
function told(text: string, texts: readonly string[]): string[][] {
  const { passages, rest } = storyOf(readMarkdown(text), logged(texts));
  return [...passages.map(({ events }) => events), rest].map((events) => events.map((event) => event.text));
}

function logged(texts: readonly string[]) {
  return aSession({ body: `## Events\n\n${texts.map((text) => `- [INSIGHT] ${text}\n`).join('')}` }).chronicle.events;
}
