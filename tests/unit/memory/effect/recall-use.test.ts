import { expect, it } from 'vitest';
import type { Session } from '#src/chronicle/session.ts';
import { recallUse } from '#src/memory/effect/recall-use.ts';
import { someFacts } from '#tests/support/some-facts.ts';
import { aSession } from '#tests/unit/archive/a-session.ts';

function asking(day: number, recalls: number | undefined, keys: string[] = []): Session {
  const date = `2026-09-${String(day).padStart(2, '0')}`;
  const session = aSession({ id: `id-${date}`, date, keys });
  return {
    ...session,
    facts: someFacts({ head: { session_id: session.id, ...(recalls !== undefined && { recalls }) } }).head,
  };
}

it('says in how many attended sessions that hooks recorded the agent asked, and how often', () => {
  const sessions = [asking(1, 0), asking(2, 3), asking(3, 1), asking(4, undefined), asking(5, 9, ['attended: no'])];
  sessions.push(asking(6, 9, ['source: backfill']), asking(7, 9, ['source: import', 'imported_from: claude-mem']));
  expect(recallUse(sessions)).toBe('The agent asked the archive in 2 of 3 sessions, 4 times in all.');
});

it('says so if it never asked, and nothing if that was not counted', () => {
  expect(recallUse([asking(1, 0)])).toBe('The agent has not asked the archive in 1 session.');
  expect(recallUse([asking(1, undefined)])).toBeNull();
  expect(recallUse([aSession()])).toBeNull();
});
