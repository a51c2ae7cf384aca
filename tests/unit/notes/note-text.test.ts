import { describe, expect, it } from 'vitest';
import { readNoteText } from '#src/notes/note-text.ts';

describe('readNoteText', () => {
  it.each([
    '~~Refresh tokens?~~ → no (08:17)',
    '- ~~Refresh tokens?~~',
    'a ~~b~~ c',
    'git reset HEAD~~ → loses the stash',
  ])('refuses a note that would be read as resolved, or lose words once it is: %s', (text) => {
    expect(readNoteText(text)).toEqual({ refusal: expect.stringContaining('contains ~~') });
  });

  it.each(['~~half', 'rsync backup~ → copies both', '`HEAD~~` → loses the stash'])('takes other tildes: %s', (text) => {
    expect(readNoteText(text)).toEqual({ text });
  });

  it('takes any tildes in an answer, which ends the line', () => {
    expect(readNoteText('~~no~~ yes', 'answer')).toEqual({ text: '~~no~~ yes' });
  });

  it.each(['a\nb', 'a\r\nb', 'a\rb'])('refuses more than one line, whatever ends the first: %j', (text) => {
    expect(readNoteText(text)).toEqual({ refusal: expect.stringContaining('more than one line') });
  });

  it('takes a line with any end', () => {
    for (const end of ['', '\n', '\r\n', '\r']) expect(readNoteText(`a${end}`)).toEqual({ text: 'a' });
  });
});
