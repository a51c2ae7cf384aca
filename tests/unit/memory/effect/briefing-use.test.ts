import { expect, it } from 'vitest';
import { briefingUse } from '#src/memory/briefing-use.ts';
import { someFacts } from '#tests/support/some-facts.ts';
import { aSession } from '#tests/unit/archive/a-session.ts';

function briefed(used: string[], keys: string[] = []) {
  return { ...aSession({ keys }), facts: someFacts({ head: { briefing: { shown: ['o-12ab34'], used } } }).head };
}

it('says in how many sessions a briefing was used, and nothing without one', () => {
  expect(briefingUse([aSession(), briefed(['o-12ab34'], ['source: import'])])).toBeNull();
  expect(briefingUse([briefed(['o-12ab34']), briefed([]), briefed([], ['attended: no'])])).toBe(
    'The agent used what the briefing showed it in 1 of 2 sessions.',
  );
});
