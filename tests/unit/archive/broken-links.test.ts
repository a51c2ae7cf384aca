import { expect, it } from 'vitest';
import { brokenLinks } from '#src/archive/observations.ts';
import { noted } from './a-session.ts';

const target = noted('2026-09-01', '## Observations\n- [P2] Old', { id: 'aaaa-1' });
const other = noted('2026-09-02', '## Observations\n- [P2] Other', { id: 'aaaa-2' });
const id = target.notebook?.observations?.[0]?.id;

it.each([
  ['an observation', `aaaa-1#${id}`],
  ['the beginning of a session id', `aaaa-1#${id}`],
  ['the observation itself, which retires it', 'itself'],
])('finds nothing wrong with %s', (_, link) => {
  const session = noted('2026-09-03', `## Observations\n- [P2] New\n  Supersedes: ${link}`);
  expect(brokenLinks([session, other, target])).toEqual([]);
});

it.each([
  ['an unknown id', 'aaaa-1#o-000000', 'No observation is named aaaa-1#o-000000.'],
  ['an unknown session', `bbbb#${id}`, `No observation is named bbbb#${id}.`],
  ['an id of no other kind', 'e-123456', 'No observation is named e-123456.'],
  ['an id that several sessions may have', `aaaa#${id}`, `aaaa#${id} can mean several: 2 sessions begin with aaaa.`],
  ['words', 'the old one', 'No observation is named the old one.'],
])('names %s, with its line', (_, link, message) => {
  const session = noted('2026-09-03', `## Observations\n\n- [P2] First\n- [P2] New\n  Supersedes: ${link}`);
  expect(brokenLinks([session, other, target])).toMatchObject([
    { session: { id: session.id }, problem: { code: 'CHRONICLE_SUPERSEDES', line: 7, message } },
  ]);
});

it('cuts what it repeats', () => {
  const session = noted('2026-09-03', `## Observations\n- [P2] New\n  Supersedes: ${'x'.repeat(5000)}`);
  expect(brokenLinks([session])[0]?.problem.message.length).toBeLessThan(120);
});
