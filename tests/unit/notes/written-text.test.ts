import { describe, expect, it } from 'vitest';
import { readNarrativeText } from '#src/notes/written-text.ts';

describe('readNarrativeText', () => {
  it('reads a lead, a title and a text, each without surrounding blanks', () => {
    expect(
      readNarrativeText('\n\nA lead\nof two lines.\n\n###  The title ###\nA story.\n\n### Part\n\nMore.\n\n'),
    ).toEqual({
      lead: 'A lead\nof two lines.',
      title: 'The title',
      text: 'A story.\n\n### Part\n\nMore.',
    });
  });

  it.each([
    ['### C#\nStory.', { lead: null, title: 'C#', text: 'Story.' }],
    ['```\n### Quoted\n```\n\n### Title\r\nStory\r\n', { lead: '```\n### Quoted\n```', title: 'Title', text: 'Story' }],
    ['### T\nStory\n\n---\n\nMore', { lead: null, title: 'T', text: 'Story\n\n---\n\nMore' }],
    ['### T\n- item\n---\n```\nx\n===\n```', { lead: null, title: 'T', text: '- item\n---\n```\nx\n===\n```' }],
    ['#### Four\n\n### Title\nStory', { lead: '#### Four', title: 'Title', text: 'Story' }],
  ])('reads %j', (input, written) => {
    expect(readNarrativeText(input)).toEqual(written);
  });

  it.each([
    ['', 'There is no text on stdin.'],
    [' \n\t\n', 'There is no text on stdin.'],
    ['A lead alone.', 'The narrative has no title.'],
    ['###\nStory', 'Line 1 of the narrative is an empty title.'],
    ['Lead.\n\n### \u00a0\n\nStory', 'Line 3 of the narrative is an empty title.'],
    ['### Title', 'The narrative has no text below its title.'],
    ['### Title\n\n \n', 'The narrative has no text below its title.'],
    ['# Big\n### Title\nStory', 'Line 1 of the narrative is a level 1 heading.'],
    ['### Title\nStory\n## Events\n', 'Line 3 of the narrative is a level 2 heading.'],
    ['### Title\nStory\nBig\n===', 'Line 4 of the narrative turns the line above it into a heading.'],
    ['Big\r\n ---\n### Title\nStory', 'Line 2 of the narrative turns the line above it into a heading.'],
    ['### Title\n- 10:00 [ERROR] Told\n', 'Line 2 of the narrative looks like an event.'],
    ['Auto-generated: 1 event\n### Title\nStory', 'Line 1 of the narrative begins with "Auto-generated:"'],
    ['### Title\nStory\n```\n', 'Line 3 of the narrative opens a code fence that is never closed.'],
    ['Lead\n```\n### Title\nStory\n```', 'The narrative has no title.'],
    ['### Title\nSto\0ry', 'contains a NUL character'],
    [`### Title\n${'x'.repeat(65_536)}`, 'is longer than 64 KiB'],
  ])('refuses %j', (input, sentence) => {
    expect(readNarrativeText(input)).toEqual({ refusal: expect.stringContaining(sentence) });
  });
});
