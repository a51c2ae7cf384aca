import { expect, it } from 'vitest';
import { dateWords } from '#src/archive/observations.ts';
import { planSession, stepOf } from '#src/archive/projects.ts';
import { readPlan } from '#src/notes/plan.ts';
import { someFacts } from '#tests/support/some-facts.ts';
import { aSession } from './a-session.ts';

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
  expect(dateWords({ refs: [], rels }, '2026-11-24', '2026-12-02')[0]).toBe(
    'was due Tue 1 Dec 2026, from “next Tuesday”',
  );
  expect(dateWords({ refs: [], rels }, '2026-11-24', '2026-12-01')[0]).toBe('due Tue 1 Dec 2026, from “next Tuesday”');
});

it('takes the plan of the newest session that accepted one, and counts its steps', () => {
  const planned = (date: string, plan: string) => ({
    ...aSession({ date }),
    facts: someFacts({ head: { titles: { plan } } }).head,
  });
  const [newest, older] = [planned('2026-09-02', ''), planned('2026-09-01', 'Move the token')];
  expect(planSession([newest, older])).toBe(older);
  expect(planSession([newest])).toBe(null);
  expect(stepOf(readPlan('- [x] a\n- [ ] b'))).toBe('step 2 of 2');
  expect(stepOf(readPlan('- [ ] a\n- [x] b\n- [ ] c'))).toBe('step 1 of 3');
  expect(stepOf(readPlan('- [x] a\n- [x] b'))).toBe('all 2 steps done');
  expect(stepOf(readPlan('1. a'))).toBe(undefined);
});
