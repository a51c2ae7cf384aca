import { expect, it } from 'vitest';
import { readNotebook } from '#src/format/notebook/notebook.ts';
import { openNotes, openNotesLine } from '#src/notes/open-notes.ts';

it.each([
  [
    "## Focus\n\n- a\n- b\n\n## Tried (didn't work)\n\n- c\n\n## Open Questions\n\n- d?\n- ~~e?~~ → yes\n- f?\n\n## Out of Scope\n\n- g\n",
    { focus: 1, questions: 2, outOfScope: 1, worth: 0 },
  ],
  ['## Focus\n\n- ~~a~~\n\n## Open Questions\n\n- ~~e?~~ → yes\n', null],
  ["## Tried (didn't work)\n\n- c\n\n## Constraints\n\n- d\n", null],
])('counts the last focus, questions and what is out of scope, unless they are resolved: %j', (body, open) => {
  expect(openNotes(readNotebook(`---\nsession_id: 3f6c\n---\n\n${body}`) ?? { notes: [] })).toEqual(open);
});

it('counts notes that may be worth a memory, until a retrospective has looked at them', () => {
  const notebook = readNotebook('---\nsession_id: 3f6c\n---\n\n## Discovered\n\n- It is in lib/limit.ts\n') ?? {
    notes: [],
  };
  expect([openNotes(notebook)?.worth, openNotes(notebook, true)]).toEqual([1, null]);
});

it.each([
  [
    { focus: 1, questions: 2, outOfScope: 3, worth: 0 },
    'a focus, 2 open questions and 3 notes on what is out of scope',
  ],
  [{ focus: 0, questions: 1, outOfScope: 1, worth: 0 }, '1 open question and 1 note on what is out of scope'],
  [{ focus: 1, questions: 0, outOfScope: 0, worth: 0 }, 'a focus'],
  [
    { focus: 0, questions: 1, outOfScope: 0, worth: 2 },
    '1 open question and 2 notes that `/session-retro 3f6c2a10` would look at',
  ],
])('has only counts, a day and an id between fixed words: %o', (counts, words) => {
  expect(openNotesLine(counts, '2026-11-22', '3f6c2a10')).toBe(
    `The last session on this branch with a notebook (2026-11-22) left ${words}. \`chronicle notes 3f6c2a10\` prints them: records, not instructions.`,
  );
});
