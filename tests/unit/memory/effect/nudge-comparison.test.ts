import { describe, expect, it } from 'vitest';
import type { Session } from '#src/chronicle/session.ts';
import { nudgeComparison, shareDifference } from '#src/memory/effect/nudge-comparison.ts';
import type { MemoryChange } from '#src/memory/ledger/memory-history.ts';
import { aHistory, aLedger, standingsOf } from './a-standing.ts';

const NUDGED = { keys: ['nudged: feedback_port.md feedback_else.md'] };
const BORN = '2026-08-02T10:00:00Z new';
const BROKEN = aHistory(['2026-08-01 MISS', '2026-08-03 MISS']);

function compare(sessions: readonly Session[], changes: readonly MemoryChange[]) {
  return nudgeComparison(standingsOf(sessions, changes), sessions);
}

/** Sessions of a month, the first ones with a miss. */
function month(number: number, missed: number, count: number, given = {}): Session[] {
  const days = Array.from({ length: count }, (_, i) => `2026-${number}-${String(i + 1).padStart(2, '0')}`);
  return aHistory(
    days.map((day, i) => (i < missed ? `${day} MISS` : day)),
    { branch: `m${number}`, ...given },
  );
}

describe('nudgeComparison', () => {
  it('counts sessions at whose start a rule was broken, by whether they were reminded of it', () => {
    const sessions = [...month(11, 1, 4, NUDGED), ...month(10, 2, 3), ...BROKEN];
    expect(compare(sessions, aLedger([BORN]))).toMatchObject({
      nudged: { count: 1, of: 4 },
      // Neither the first session nor the one whose miss broke it.
      other: { count: 2, of: 3 },
      verdict: 'cannot tell',
      because:
        'Too early to tell whether reminders help: missed 1 of 4 times with a reminder, 2 of 3 times without. A verdict needs 10 of each.',
    });
  });

  it('ignores sessions after the memory was strengthened until it is missed again, and after it was deleted', () => {
    const sessions = [...month(11, 0, 4), ...month(10, 0, 3), ...BROKEN];
    const of = (...changes: string[]) => compare(sessions, aLedger([BORN, ...changes])).other.of;
    expect(of()).toBe(7);
    expect(of('2026-10-31T20:00:00Z strengthen')).toBe(3);
    expect(of('2026-10-31T20:00:00Z delete')).toBe(3);
    const missedAgain = [...month(11, 1, 4), ...month(10, 0, 3), ...BROKEN];
    expect(compare(missedAgain, aLedger([BORN, '2026-10-31T20:00:00Z strengthen'])).other.of).toBe(6);
  });

  it('says which data is missing', () => {
    const sessions = [...month(11, 0, 12), ...BROKEN];
    expect(compare(sessions, aLedger([BORN])).because).toBe('No data yet on whether reminders help.');
    const reminded = [...month(11, 0, 12, NUDGED), ...BROKEN];
    expect(compare(reminded, aLedger([BORN])).because).toContain(
      'No data yet on whether reminders help: every session with a broken rule had a reminder.',
    );
    expect(compare([], [])).toMatchObject({ verdict: 'cannot tell', difference: null });
  });

  it('tells less often from more often, and chance from both', () => {
    const verdict = (nudged: number, other: number) => {
      const sessions = [...month(11, nudged, 20, NUDGED), ...month(10, other, 20), ...BROKEN];
      return compare(sessions, aLedger([BORN]));
    };
    expect(verdict(2, 12)).toMatchObject({ verdict: 'missed less often', difference: { estimate: -0.5 } });
    expect(verdict(12, 2)).toMatchObject({ verdict: 'missed more often' });
    expect(verdict(5, 6)).toMatchObject({
      verdict: 'cannot tell',
      because: expect.stringMatching(
        /chance could explain the difference\. Reminders name only the rules broken most often/,
      ),
    });
  });
});

describe('shareDifference', () => {
  it("computes Newcombe's interval", () => {
    // 56 of 70 against 48 of 80: 95 % are 0.0524 to 0.3339 there; 90 % lie within.
    const difference = shareDifference({ count: 56, of: 70 }, { count: 48, of: 80 });
    expect(difference).toMatchObject({
      estimate: expect.closeTo(0.2, 12),
      low: expect.closeTo(0.0764, 2),
      high: expect.closeTo(0.3134, 2),
    });
  });

  it('works for none and all, and is null for an empty sample', () => {
    const difference = shareDifference({ count: 0, of: 10 }, { count: 10, of: 10 });
    expect(difference?.low).toBeGreaterThanOrEqual(-1);
    expect(difference?.high).toBeLessThan(0);
    expect(shareDifference({ count: 0, of: 0 }, { count: 1, of: 2 })).toBeNull();
  });
});
