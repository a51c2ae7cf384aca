import { describe, expect, it } from 'vitest';
import { type EffectGiven, memoryEffect, type Verdict } from '#src/memory/verdict.ts';

/** A memory of 4 August; `before` and `since` are how many of how many sessions were missed. */
function effect([before, of]: [number, number], [since, ofSince]: [number, number], more: Partial<EffectGiven> = {}) {
  return memoryEffect({
    born: { at: '2026-08-04T08:23:05Z', isFileDate: false },
    until: null,
    sessions: { before: of, since: ofSince },
    missed: { before, since },
    since,
    written: { at: '2026-08-04T08:23:05Z', misses: since },
    ...more,
  });
}

const WRITTEN = 'since it was written on 4 Aug 2026';

describe('memoryEffect', () => {
  it.each<[string, [number, number], [number, number], Verdict, string]>([
    [
      'chance alone seldom does as well',
      [3, 12],
      [0, 31],
      'helped',
      `Not missed in 31 sessions ${WRITTEN}, compared with 3 of 12 before. Chance alone does this well 2.2% of the time. At most 3.3% counts as helped.`,
    ],
    ['it is missed far less often', [10, 20], [2, 60], 'helped', `Missed in 2 of 60 sessions ${WRITTEN}, compared`],
    [
      'it is rarer but chance explains that',
      [2, 5],
      [3, 16],
      'not known yet',
      `Missed in 3 of 16 sessions ${WRITTEN}, compared with 2 of 5 before. Chance alone does this well 35% of the time.`,
    ],
    [
      'it is missed at least as often as before',
      [2, 5],
      [8, 16],
      'did not help',
      `Missed in 8 of 16 sessions ${WRITTEN}, compared with 2 of 5 before. No improvement.`,
    ],
    ['it was never missed before, so nothing can have improved', [0, 12], [3, 16], 'did not help', 'no earlier miss'],
    ['one session with the mistake proves nothing', [2, 20], [1, 5], 'not known yet', 'Missed in 1 of 5'],
    [
      'there is one session',
      [0, 12],
      [1, 1],
      'not known yet',
      `Missed in 1 of 1 session ${WRITTEN}; no earlier miss is known. A verdict needs 5 sessions.`,
    ],
    [
      'there are four sessions',
      [9, 9],
      [0, 4],
      'not known yet',
      `Only 4 sessions ${WRITTEN}. A verdict needs 5 sessions.`,
    ],
    ['there is no session', [9, 9], [0, 0], 'not known yet', `No session ${WRITTEN}. A verdict needs 5 sessions.`],
    ['there are five sessions', [9, 9], [0, 5], 'helped', 'Not missed in 5 sessions'],
    [
      'chance explains the silence',
      [2, 10],
      [0, 11],
      'not known yet',
      `Not missed in 11 sessions ${WRITTEN}, compared with 2 of 10 before. Chance alone does this well 23% of the time.`,
    ],
    ['it was made in one session only', [1, 1], [0, 99], 'not known yet', 'is too few to compare with.'],
    ['it was never missed', [0, 12], [0, 31], 'not known yet', 'There is nothing to compare with.'],
  ])('if %s', (_, before, since, verdict, because) => {
    expect(effect(before, since)).toMatchObject({ verdict, because: expect.stringContaining(because) });
  });

  it('has the rates and the chance behind the verdict', () => {
    expect(effect([3, 12], [0, 31])).toMatchObject({
      rates: { before: 2.5, since: 0 },
      chance: expect.closeTo((12 / 43) ** 3, 12),
    });
    expect(effect([0, 12], [1, 1]).chance).toBeNull();
  });

  it('names misses in sessions that had begun before', () => {
    const given = { since: 1, written: { at: null, misses: 1 } };
    expect(effect([3, 12], [0, 2], given).because).toContain(
      `Missed once, but in none of the 2 sessions that began ${WRITTEN}`,
    );
  });

  it('says over which time a deleted memory was measured', () => {
    expect(effect([3, 12], [0, 31], { until: '2026-11-03T10:52:31Z' }).because).toContain(
      'in 31 sessions between 4 Aug 2026 and 3 Nov 2026, when it was deleted, compared with',
    );
  });

  it('never rounds chance down to its limit', () => {
    const rounded = effect([2, 728], [0, 3272]);
    expect(rounded.chance).toBeGreaterThan(0.033);
    expect(rounded.because).toContain('3.4% of the time');
  });
});
