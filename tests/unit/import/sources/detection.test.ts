/*
 * Which files are those of another system, by their content. Most public files with these names are something else, so each
 * row is a file that looks alike, or one that is real and unusual.
 */
import { describe, expect, it } from 'vitest';
import { isMindMemory, isMindReminders, isMindSession } from '#src/import/sources/mind.ts';
import { isObservations } from '#src/import/sources/observational-memory.ts';

type Kind = 'observations' | 'session' | 'memory' | 'reminders' | null;

const FENCE = '```';

const FILES: readonly (readonly [what: string, kind: Kind, text: string])[] = [
  // Observational memory.
  ['its own form', 'observations', 'Date: 2026-02-11\n- [P1] (14:30) Strict TypeScript\n  - plain\n'],
  ['a heading as date', 'observations', '## Date: 2026-02-11\n\n- [P2] (--:--) Uses Vite\n\nCurrent Task: x\n'],
  ['a bold date', 'observations', '**Date:** 2026-02-11\n* [P3] (09:00) Note\n- no priority\n- none either\n'],
  ['a title and Windows lines', 'observations', '# Observations\r\n\r\nDate: 2026-02-11\r\n- [P1] (14:30) A\r\n'],
  ['a byte order mark', 'observations', '\ufeffDate: 2026-02-11\n- [P1] (14:30) A\n'],
  ['a diary of birds', null, '# Birds\n\nDate: 2026-02-11\n\n- A heron on the lake\n- Two swans\n'],
  ['priorities of a backlog', null, '# Backlog\n\n- [P1] Login fails\n- [P2] Slow list\n'],
  ['a changelog', null, '# Changelog\n\n## 2026-02-11\n\n- [P1] hotfix\n'],
  ['documentation with an example', null, `# Format\n\n${FENCE}\nDate: 2026-02-11\n- [P1] (14:30) A\n${FENCE}\n`],
  [
    'documentation with a block in an example',
    null,
    `# Format\n\n${FENCE}md\n${FENCE}js\nDate: 2026-02-11\n- [P1] (14:30) A\n${FENCE}\n`,
  ],
  ['an impossible day', null, 'Date: 2026-02-31\n- [P1] (14:30) A\n'],
  ['priorities above the date', null, '- [P1] A\n\nDate: 2026-02-11\n'],
  ['a date in a comment', null, '<!--\nDate: 2026-02-11\n- [P1] (14:30) A\n-->\nNothing yet.\n'],
  [
    'an article that quotes a line',
    null,
    'Date: 2026-02-11\n\nWe tried a memory.\nIt was long.\nIt was dull.\nWe stopped.\n\n- [P1] (14:30) was one line\n',
  ],
  ['an incident report', null, 'Date: 2026-02-11\nSeverity: P1\n\nThe database was down.\n'],
  ['an empty file', null, ''],
  ['a bug report with priorities', null, '# Bugs\n\nDate: soon\n\n- [P1] Login fails (14:30)\n'],
  ['a log with times and no priority', null, 'Date: 2026-02-11\n- (14:30) started\n- (15:00) stopped\n'],
  ['front matter of a post', null, '---\nDate: 2026-02-11\ntags: [P1]\n---\n\nA post.\n'],
  ['an e-mail', null, 'From: ada\nDate: 2026-02-11\nSubject: [P1] pager\n\nThe pager rang.\n'],
  ['a priority of four', null, 'Date: 2026-02-11\n- [P4] (14:30) nothing\n'],
  // SESSION.md of Mind.
  ['six sections', 'session', "# Session: 2026-02-11\n\n## Focus\n- JWT\n\n## Tried (didn't work)\n- cookies\n"],
  ['a curly apostrophe', 'session', '# Session: 2026-02-11\n\n## Tried (didn’t work)\n- cookies\n'],
  ['goal and approach', 'session', '# Session: 2026-02-11\n\n## The Goal\nShip\n\n## Current Approach\nJWT\n'],
  ['experience and blockers', 'session', '# Session: 2026-02-11\n\n## Experience\n- x\n\n## Rejected\n- y\n'],
  ['no title', 'session', '## Focus\n- a\n\n## Constraints\n- b\n\n## Open Questions\n- c\n'],
  ['a web framework', null, '# Session\n\nStores the user in a cookie.\n\n## Usage\n\n## Options\n'],
  ['a talk', null, '# Session: Keynote\n\n## Goal\n\nInspire.\n\n## Speakers\n'],
  ['minutes', null, '# Session: 2026-02-11\n\n## Attendees\n- Ada\n\n## Agenda\n- Budget\n'],
  ['one shared heading', null, '# Notes\n\n## Goal\n\nShip it.\n\n## Timeline\n'],
  ['a psychotherapy note', null, '# Session notes\n\n## Focus\n\nSleep.\n\n## Homework\n\nA diary.\n'],
  ['documentation of the format', null, `# Mind\n\n${FENCE}\n# Session: 2026-02-11\n## Focus\n${FENCE}\n`],
  ['a session of a chat', null, '# Session 3f6c2a10\n\n**User:** hi\n\n**Assistant:** hello\n'],
  ['a training plan', null, '# Session: Legs\n\n## Warm-up\n- rope\n\n## Blocks\n- squats\n'],
  ['a lesson', null, '# Session: Fractions\n\n## Objectives\n- halves\n\n## Homework\n- page 12\n'],
  // MEMORY.md of Mind.
  ['state and gotchas', 'memory', '## Project State\n- Goal: x\n\n## Gotchas\n- Safari → header\n'],
  ['a mood', 'memory', '# Memory\n\n## 2026-02-11 | JWT works | mood: good\n\nDecided on JWT.\n'],
  ['promoted lines', 'memory', '<!-- Promoted from SESSION.md on 2026-02-11 -->\n- gotcha: cookies\n'],
  ["Claude's own index", null, '# Memory Index\n\n- [Money in cents](feedback_money.md): never floats\n'],
  ['memory of a computer', null, '# Memory\n\n## Layout\n\n- heap → grows up\n- stack → grows down\n'],
  ['gotchas of a library', null, '# Readme\n\n## Gotchas\n\n- Call init() first\n'],
  ['a log of sessions', null, '# Training\n\n## Session Log\n\n- 2026-02-11: 5 km\n'],
  ['a memory of a person', null, '# In memory of Ada\n\n## Life\n\n- Born in London\n'],
  ['a list of memories of a product', null, '# MEMORY\n\n- The user prefers tabs\n- Tests run with npm test\n'],
  ['a project state alone', null, '## Project State\n\nGreen.\n'],
  // REMINDERS.md of Mind.
  ['a date', 'reminders', '# Reminders\n\n- [ ] rotate the key | due: 2026-03-01 | type: date\n'],
  ['the next session', 'reminders', '- [x] look at the cookie | due: next session | type: session\n'],
  ['the form that its program writes', 'reminders', '## Reminders\n- [ ] auth,login | context | ask about scopes\n'],
  ['a table of tasks', null, '- [ ] Ada | doing | review\n- [x] Bob | done it | merge\n'],
  ['a task list', null, '# Reminders\n\n- [ ] buy milk\n- [x] call Ada\n'],
  ['a due date in words', null, '- [ ] pay the bill, due: Friday\n'],
];

const IS: Record<NonNullable<Kind>, (text: string) => boolean> = {
  observations: isObservations,
  session: isMindSession,
  memory: isMindMemory,
  reminders: isMindReminders,
};

const found = (text: string) => Object.entries(IS).flatMap(([name, is]) => (is(text) ? [name] : []));

describe('a file is recognised by its content', () => {
  it.each(FILES)('%s', (_what, kind, text) => {
    expect(found(text)).toEqual(kind === null ? [] : [kind]);
  });

  it('with a precision and a recall of 1 on this table, of which most are look-alikes', () => {
    const taken = FILES.flatMap(([, kind, text]) => found(text).map((name) => ({ isRight: name === kind })));
    const real = FILES.filter(([, kind]) => kind !== null).length;
    const right = taken.filter(({ isRight }) => isRight).length;
    expect(FILES.length - real).toBeGreaterThanOrEqual(30);
    expect([right / taken.length, right / real]).toEqual([1, 1]);
  });
});
