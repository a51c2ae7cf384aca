import { expect, it } from 'vitest';
import { brokenLinks, projectObservations, observationsByFile, dateWords } from '#src/archive/observations.ts';
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
  const notebook = `## Observations\n- 09:00 New\n  Supersedes: ${first.id}#${old}\n## Handoff\nCurrent Task: Second`;
  const second = noted('2026-09-02', notebook);
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

it('has the observations about each file, newest first, without those that are superseded', () => {
  const notebook = '- [P2] Old\n  Files: src/auth.ts\n- [P2] Kept\n  Files: src/auth.ts, src/auth.ts';
  const old = noted('2026-09-01', `## Observations\n${notebook}`);
  const id = old.notebook?.observations?.[0]?.id;
  const newer = `- [P2] New\n  Files: src/auth.ts, lib/redis.ts\n  Supersedes: ${old.id}#${id}`;
  const later = noted('2026-09-02', `## Observations\n${newer}`);
  const found = observationsByFile([later, old]);
  expect([...found].map(([path, entries]) => [path, entries.map(({ observation }) => observation.title)])).toEqual([
    ['src/auth.ts', ['New', 'Kept']],
    ['lib/redis.ts', ['New']],
  ]);
});

it('says each date in words, with the expression that a computed one comes from', () => {
  const rels = [
    { date: '2026-12-01', expression: 'next Tuesday' },
    { date: '2026-11-20', expression: 'last week' },
  ];
  expect(dateWords({ refs: ['2027-03-28'], rels }, '2026-11-24')).toEqual([
    'refers to Sun 28 Mar 2027',
    'due Tue 1 Dec 2026, from “next Tuesday”',
    'refers to Fri 20 Nov 2026, from “last week”',
  ]);
  const [was] = dateWords({ refs: [], rels }, '2026-11-24', '2026-12-02');
  expect(was).toBe('was due Tue 1 Dec 2026, from “next Tuesday”');
  expect(dateWords({ refs: [], rels }, '2026-11-24', '2026-12-01')[0]).toBe('due Tue 1 Dec 2026, from “next Tuesday”');
});
