import { expect, it } from 'vitest';
import { hasStory } from '#src/posts/narrative/readiness.ts';
import { aSession } from '#tests/unit/archive/a-session.ts';

const MACHINE = '## Summary\n\nAuto-generated: 1 candidate event (1 error) from 2 prompts of the transcript.\n';
const CANDIDATE = '## Events\n\n- [ERROR] Failed\n  candidate: 7f4b1f0e-33a5-4c1b-9d57-0c6a2f8e91b4\n\n';

it.each([
  ['nothing', '', false],
  ["candidates and a machine's summary", CANDIDATE + MACHINE, false],
  ['an event', '## Events\n\n- [ERROR] Failed\n', true],
  ['a confirmed candidate', CANDIDATE.replace('candidate:', 'evidence:') + MACHINE, true],
  ['a summary', '## Summary\n\nIt works.\n', true],
  ['a narrative', `${MACHINE}\n### How it went\n\nWell.\n`, true],
])('a session of %s: %#', (_, body, expected) => {
  expect(hasStory(aSession({ body }).chronicle)).toBe(expected);
});
