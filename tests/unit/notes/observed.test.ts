import { describe, expect, it } from 'vitest';
import { normalConcept } from '#src/format/notebook/concept.ts';
import { observationLines } from '#src/format/notebook/observation.ts';
import { readObserved } from '#src/notes/observe-commands.ts';

const read = (text: string) => readObserved(text, '/home/robin/api');
const faultsOf = (text: string) => read(text).faults.map(({ line, sentence }) => `${line}: ${sentence}`);
const linesOf = (text: string) =>
  read(text).observations.map((observation) => observationLines(observation.time ?? '', observation));

describe('observations as lines', () => {
  it('are read from the form of observational memory, with nesting, dates and what comes next', () => {
    const text = `Date: 2026-02-11
- [P1] (14:30) User prefers TypeScript with strict mode
  - [P2] (14:30) Project uses Vite + React
    - [P3] (--:--) ESLint config extends @company/base
- [P1] (15:30) API launch deadline is March 15th. {ref: 2026-03-15}
- [P2] (15:45) Sprint review moved to next Tuesday. {rel: 2026-02-18 from "next Tuesday"}

Current Task: Implementing database migration system
Suggested Next: Continue with migration CLI
  in src/cli/migrate.ts`;
    expect(linesOf(text)).toEqual([
      '- 14:30 [P1] User prefers TypeScript with strict mode\n  - [P2] 14:30 Project uses Vite + React\n    - [P3] ESLint config extends @company/base',
      '- 15:30 [P1] API launch deadline is March 15th.\n  Ref: 2026-03-15',
      '- 15:45 [P2] Sprint review moved to next Tuesday.\n  Rel: 2026-02-18 from "next Tuesday"',
    ]);
    expect(read(text)).toMatchObject({
      observations: [{ date: '2026-02-11' }, { date: '2026-02-11' }, { date: '2026-02-11' }],
      handoff: {
        currentTask: 'Implementing database migration system',
        suggestedNext: 'Continue with migration CLI\nin src/cli/migrate.ts',
      },
      faults: [],
    });
  });

  it('are read from the notebook’s own form', () => {
    const own = `- 15:10 [decision] [P1] Refresh tokens rotate
  For long sessions
  - one fact
  Narrative: because

    of theft
  Concepts: Error Handling, caching
  Scope: committed`;
    expect(linesOf(own)).toEqual([own.replace('Error Handling', 'error-handling')]);
  });

  it.each([
    ['nothing', '1: This line is neither an observation nor a field of a handoff. Begin it with "- ".'],
    ['- [P1] ', '1: The observation has no title.'],
    [
      '- [wish] A pony',
      '1: There is no type "wish". The types are decision, bugfix, feature, refactor, discovery, change.',
    ],
    ['- [decision] [P9] Nine', '1: There is no priority P9. Use [P1], [P2] or [P3].'],
    ['- [P0] Zero', '1: There is no priority P0. Use [P1], [P2] or [P3].'],
    ['- x\n  Scope: team', '2: There is no scope "team". The scopes are global, committed, local.'],
    ['- x\n  Ref: soon', '2: "soon" is not a day such as 2026-03-15.'],
    ['- x\n  Rel: next week', '2: Write a computed date as Rel: 2026-03-15 from "next Tuesday".'],
    ['  - x', '1: This line is indented, but below no observation.'],
    ['Date: today\n- x', '1: "today" is not a day such as 2026-03-15.'],
    ['', '1: The text contains neither an observation nor a field of a handoff.'],
  ])('%j is refused with its line', (text, fault) => {
    expect(faultsOf(text)).toContain(fault);
  });
});

it('reads hostile text in linear time', () => {
  for (const piece of ['```', '<', '- [P1] ', '- [', '\n  ', '{ref: ', 'Date: '])
    expect(read(piece.repeat(1_000_000 / piece.length)).faults.length).toBeLessThanOrEqual(21);
});

it('normalises concepts', () => {
  expect(['Error Handling', ' error_handling ', 'Caching'].map(normalConcept)).toEqual([
    'error-handling',
    'error-handling',
    'caching',
  ]);
});
