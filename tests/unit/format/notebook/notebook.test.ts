import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addNote, emptyNotebook, rewriteNote } from '#src/format/notebook/edit-notebook.ts';
import { KINDS_OF_NOTES, NOTE_KINDS } from '#src/format/notebook/note-kinds.ts';
import { noteId, readNotebook, resolvedText } from '#src/format/notebook/notebook.ts';

const EMPTY = emptyNotebook('ab-3f');

function notesOf(text: string) {
  const notes = readNotebook(text)?.notes ?? [];
  return notes.map(({ kind, time, text: words, resolved }) => [kind, time, words, ...(resolved ? [resolved] : [])]);
}

describe('a notebook', () => {
  it('has the six headings, word for word', () => {
    expect(EMPTY).toBe(`---
session_id: ab-3f
---

## Focus

## Constraints

## Tried (didn't work)

## Discovered

## Open Questions

## Out of Scope
`);
    expect(readNotebook(EMPTY)).toEqual({ sessionId: 'ab-3f', notes: [] });
  });

  it('is not one without a session id', () => {
    expect(readNotebook('## Focus\n\n- 14:02 JWT\n')).toBeNull();
    expect(readNotebook('---\ntitle: x\n---\n## Focus\n- JWT\n')).toBeNull();
  });

  it('gets each note in its section, below the earlier ones', () => {
    let text = addNote(EMPTY, 'tried', '14:31', 'httpOnly cookie → Safari blocks it');
    text = addNote(text, 'focus', '14:02', 'JWT for the API');
    text = addNote(text, 'tried', '14:40', 'localStorage → XSS');
    expect(text).toContain(
      "## Tried (didn't work)\n\n- 14:31 httpOnly cookie → Safari blocks it\n- 14:40 localStorage → XSS\n\n## Discovered\n",
    );
    expect(notesOf(text)).toEqual([
      ['focus', '14:02', 'JWT for the API'],
      ['tried', '14:31', 'httpOnly cookie → Safari blocks it'],
      ['tried', '14:40', 'localStorage → XSS'],
    ]);
  });

  it('keeps everything a person wrote into it', () => {
    const own = `---\r\nsession_id: 3f6c\r\n---\r\nbefore\r\n## focus\r\n* not a note\r\n- JWT\r\n  for Safari\r\n\r\n## Ideas\r\n- later\r\n## Tried (didn’t work)\r\n`;
    const text = addNote(own, 'tried', '14:31', 'cookies');
    expect(text).toBe(`${own}\r\n- 14:31 cookies\r\n`);
    expect(readNotebook(text)?.notes).toMatchObject([
      { kind: 'focus', text: 'JWT', details: 'for Safari', time: null },
      { kind: 'tried', text: 'cookies', time: '14:31' },
    ]);
  });

  const TRIED = "## Tried (didn't work)\n";
  const SECTION = `${TRIED}\n- 09:00 y\n`;

  it.each([
    ['a missing heading', '\n## Focus\n\n## Discovered\n- x\n', `## Focus\n\n${SECTION}\n## Discovered\n- x\n`],
    ['no headings', '', `---\n\n${SECTION}`],
    ['headings of others', '\n## Observations\n\n- o\n', `${SECTION}\n## Observations\n\n- o\n`],
    ['a doubled heading', `${TRIED}- a\n${TRIED}- b\n## Focus\n`, '- b\n- 09:00 y\n\n## Focus\n'],
  ])('takes a note in a file with %s', (_, before, end) => {
    const text = addNote(`---\nsession_id: a\n---\n${before}`, 'tried', '09:00', 'y');
    expect(text.endsWith(end), text).toBe(true);
    expect(notesOf(text).some(([kind, , words]) => kind === 'tried' && words === 'y')).toBe(true);
  });

  it('strikes a resolved note through and keeps its id', () => {
    const text = addNote(EMPTY, 'question', '14:50', 'Refresh tokens for the MVP?');
    const [note] = readNotebook(text)?.notes ?? [];
    const line = note?.line ?? 0;
    const answer = 'no, a longer expiry';
    const resolved = rewriteNote(text, line, resolvedText('Refresh tokens for the MVP?', answer, '15:20'));
    expect(resolved).toContain(`- 14:50 ~~Refresh tokens for the MVP?~~ → ${answer} (15:20)\n`);
    expect(readNotebook(resolved)?.notes).toEqual([{ ...note, resolved: { answer, at: '15:20' } }]);
  });

  it.each([
    ['~~x~~', { answer: '', at: null }],
    ['~~x~~ → (15:20)', { answer: '', at: '15:20' }],
    ['~~x~~ -> yes (2026-11-24 09:00)', { answer: 'yes', at: '2026-11-24 09:00' }],
    ['~~a~~ and ~~b~~', { answer: 'and ~~b~~', at: null }],
    ['~~~x', null],
    ['~~ x~~', null],
  ])('reads %s as resolved: %j', (words, resolved) => {
    const text = `${EMPTY}\n## Focus\n\n- ${words}\n`;
    expect(readNotebook(text)?.notes[0]?.resolved).toEqual(resolved);
  });

  it('numbers the ids of repeated notes', () => {
    const text = addNote(addNote(EMPTY, 'tried', '14:00', 'again'), 'tried', '14:10', 'again');
    const id = noteId('tried', 'again');
    expect(readNotebook(text)?.notes.map((note) => note.id)).toEqual([id, `${id}-2`]);
    expect(noteId('focus', 'again')).not.toBe(id);
  });

  const kind = fc.constantFrom(...KINDS_OF_NOTES);
  const words = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
    .map((each) => `x${each.replace(/\s/gu, ' ').trim()}`);

  it('loses no byte and no note by adding one, whatever is in the file', () => {
    const headings = ['## Focus', '## Open Questions', "## tried (didn't work)", '# x'];
    const lines = fc.constantFrom(...headings, '---', '```', '  detail', '- 14:00 a', '-', '');
    const part = fc.oneof(lines, fc.string({ maxLength: 20 }));
    fc.assert(
      fc.property(fc.array(part), fc.constantFrom('\n', '\r\n'), kind, words, (parts, eol, into, text) => {
        const before = ['---', 'session_id: a', '---', ...parts].join(eol);
        const after = addNote(before, into, '14:02', text);
        const added = new Set(notesOf(after).map((note) => JSON.stringify(note)));
        expect(added).toContain(JSON.stringify([into, '14:02', text]));
        for (const note of notesOf(before)) expect(added).toContain(JSON.stringify(note));
        const bare = (all: string) => all.replace(/\s/g, '');
        const heading = `## ${NOTE_KINDS[into].heading}`;
        const note = `- 14:02 ${text}`;
        const at = after.indexOf(note);
        const rest = after.slice(0, at) + after.slice(at + note.length);
        const last = rest.lastIndexOf(heading, at);
        const withoutHeading = rest.slice(0, last) + rest.slice(last + heading.length);
        expect([bare(rest), last === -1 ? '' : bare(withoutHeading)]).toContain(bare(before));
      }),
      { numRuns: 300 },
    );
  });

  it('reads hostile text in linear time', () => {
    for (const piece of ['~~', '- ', '## ', '- ~~a', '```\n', '- 14:00 x\n']) {
      const text = `${EMPTY}\n## Focus\n\n- ${piece.repeat(300_000 / piece.length)}`;
      const begun = process.cpuUsage();
      readNotebook(text);
      addNote(text, 'focus', '14:00', 'x');
      expect(process.cpuUsage(begun).user / 1000).toBeLessThan(2000);
    }
  });
});
