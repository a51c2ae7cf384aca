import { expect, it } from 'vitest';
import { projectObservations } from '#src/archive/observations.ts';
import { noted } from './a-session.ts';

const FIRST = `## Observations
- 10:00 [decision] [P2] Old
- 10:05 [P1] Signed
  Scope: committed
- 10:10 [P3] Private
- 10:20 [P1] Deadline
  Ref: 2026-09-15
## Handoff
Current Task: First`;

it('has the last handoff, and by scope what nothing supersedes, critical ones first', () => {
  const first = noted('2026-09-01', FIRST);
  const old = first.notebook?.observations?.[0]?.id;
  const second = noted(
    '2026-09-02',
    `## Observations\n- 09:00 New\n  Supersedes: ${first.id}#${old}\n## Handoff\nCurrent Task: Second`,
  );
  const third = noted('2026-09-03', '');
  const book = projectObservations([third, second, first]);
  expect(book.last?.id).toBe(second.id);
  expect(book.scopes.map(({ scope, shown }) => [scope, shown.map(({ observation }) => observation.title)])).toEqual([
    ['committed', ['Signed']],
    ['local', ['Deadline', 'New', 'Private']],
  ]);
  expect([book.count, book.superseded]).toEqual([4, 1]);
});

it('shows 40 of a scope, and says how many more there are', () => {
  const lines = Array.from({ length: 45 }, (_, n) => `- 10:${n + 10} [P2] Number ${n}`).join('\n');
  const [scope] = projectObservations([noted('2026-09-01', `## Observations\n${lines}`)]).scopes;
  expect([scope?.shown.length, scope?.rest, scope?.shown[0]?.observation.title]).toEqual([40, 5, 'Number 44']);
});
