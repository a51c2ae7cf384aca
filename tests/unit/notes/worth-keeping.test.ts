import { expect, it } from 'vitest';
import type { Note } from '#src/format/notebook/notebook.ts';
import { askedAgain, isWorthKeeping } from '#src/notes/open-notes.ts';

const note = (kind: Note['kind'], text: string, resolved: Note['resolved'] = null) =>
  ({ id: 'n-000000', kind, text, details: '', date: null, time: null, resolved }) as Note;

it.each([
  [true, note('tried', 'cookie in an iframe → Safari blocks it')],
  [true, note('tried', 'fs.watch with recursive → no events below Node 20')],
  [false, note('tried', 'run it again → failed')],
  [true, note('discovered', 'the limiter is in lib/limit.ts')],
  [false, note('discovered', 'the tests are slow')],
  [false, note('discovered', 'the limiter is in lib/limit.ts', { answer: '', at: null })],
  [false, note('focus', 'move lib/limit.ts')],
])('%s for %o', (expected, given) => {
  expect(isWorthKeeping(given)).toBe(expected);
});

it('finds questions that two sessions left open', () => {
  const asked = (sessionId: string, text: string) => ({ note: note('question', text), sessionId });
  const all = [asked('a', 'Who owns the queue?'), asked('b', 'who owns the queue'), asked('a', 'Which port?')];
  expect(askedAgain(all)).toEqual(all.slice(0, 2));
  expect(askedAgain([asked('a', 'Which port?'), asked('a', 'Which port?')])).toEqual([]);
});
