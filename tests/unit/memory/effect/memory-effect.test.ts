import { describe, expect, it } from 'vitest';
import { type EffectGiven, memoryEffect } from '#src/memory/verdict.ts';

interface Given {
  before?: [missed: number, sessions: number];
  since?: [missed: number, sessions: number];
  more?: Partial<EffectGiven>;
}

function effect({ before = [3, 12], since = [0, 31], more = {} }: Given) {
  const figures = { before: before[0], since: since[0] };
  return memoryEffect({
    born: { at: '2026-08-04T08:23:05Z', isFileDate: false },
    until: null,
    sessions: { before: before[1], since: since[1] },
    missed: figures,
    since: since[0],
    written: { at: '2026-08-04T08:23:05Z', misses: since[0] },
    ...more,
  });
}

const WRITTEN = 'since it was written on 4 Aug 2026';

describe('memoryEffect', () => {
  it('says helped if chance alone seldom does as well', () => {
    expect(effect({ since: [0, 31] })).toMatchObject({
      verdict: 'helped',
      because: `Not missed in 31 sessions ${WRITTEN}, compared with 3 of 12 before. Chance alone does this well 2.2% of the time. At most 3.3% counts as helped.`,
      rates: { before: 2.5, since: 0 },
      chance: expect.closeTo((12 / 43) ** 3, 12),
    });
    // Missed since, but far less often.
    expect(effect({ before: [10, 20], since: [2, 60] })).toMatchObject({
      verdict: 'helped',
      because: expect.stringContaining(`Missed in 2 of 60 sessions ${WRITTEN}, compared with 10 of 20 before.`),
    });
  });

  it('says helped despite later misses if the mistake became far rarer', () => {
    expect(effect({ before: [3, 10], since: [2, 100] }).verdict).toBe('helped');
    expect(effect({ before: [5, 20], since: [2, 100] }).verdict).toBe('helped');
  });

  it('says too early if it is missed less often but chance explains that', () => {
    expect(effect({ since: [3, 16], before: [2, 5] })).toMatchObject({
      verdict: 'not known yet',
      because: `Missed in 3 of 16 sessions ${WRITTEN}, compared with 2 of 5 before. Chance alone does this well 35% of the time.`,
    });
  });

  it('says did not help if it is missed at least as often as before', () => {
    expect(effect({ since: [8, 16], before: [2, 5] })).toMatchObject({
      verdict: 'did not help',
      because: `Missed in 8 of 16 sessions ${WRITTEN}, compared with 2 of 5 before. No improvement.`,
    });
    expect(effect({ since: [78, 300], before: [90, 300] }).verdict).toBe('not known yet');
    // Never missed before, so nothing can have improved.
    expect(effect({ since: [3, 16], before: [0, 12] }).verdict).toBe('did not help');
    // One session with the mistake proves nothing.
    expect(effect({ since: [1, 5], before: [2, 20] }).verdict).toBe('not known yet');
  });

  it('says too early after few sessions, with the misses in them', () => {
    expect(effect({ since: [1, 1], before: [0, 12] })).toMatchObject({
      verdict: 'not known yet',
      because: `Missed in 1 of 1 session ${WRITTEN}; no earlier miss is known. A verdict needs 5 sessions.`,
      chance: null,
    });
    expect(
      effect({
        since: [0, 2],
        more: { since: 1, written: { at: null, misses: 1 } },
      }),
    ).toMatchObject({
      verdict: 'not known yet',
      because: expect.stringContaining(`Missed once, but in none of the 2 sessions that began ${WRITTEN}`),
    });
  });

  it('judges from five sessions on', () => {
    expect(effect({ before: [9, 9], since: [0, 4] })).toMatchObject({
      verdict: 'not known yet',
      because: `Only 4 sessions ${WRITTEN}. A verdict needs 5 sessions.`,
    });
    expect(effect({ before: [9, 9], since: [0, 0] })).toMatchObject({
      because: `No session ${WRITTEN}. A verdict needs 5 sessions.`,
    });
    expect(effect({ before: [9, 9], since: [0, 5] }).verdict).toBe('helped');
  });

  it('says too early if chance explains the silence', () => {
    const facts = `Not missed in 11 sessions ${WRITTEN}, compared with 2 of 10 before. Chance alone does this well 23% of the time.`;
    expect(effect({ before: [2, 10], since: [0, 11] })).toMatchObject({ verdict: 'not known yet', because: facts });
  });

  it('does not say helped if the mistake was made in one session only', () => {
    expect(effect({ before: [1, 1], since: [0, 99] })).toMatchObject({
      verdict: 'not known yet',
      chance: expect.closeTo(0.01, 12),
      because: expect.stringContaining('One session with the mistake is too few to compare with.'),
    });
  });

  it('has nothing to compare with if it was never missed before', () => {
    expect(effect({ before: [0, 12], since: [0, 31] })).toMatchObject({
      verdict: 'not known yet',
      because: expect.stringContaining('There is nothing to compare with.'),
    });
  });

  it('says over which time a deleted memory was measured', () => {
    expect(effect({ more: { until: '2026-11-03T10:52:31Z' } }).because).toContain(
      'in 31 sessions between 4 Aug 2026 and 3 Nov 2026, when it was deleted, compared with',
    );
  });

  it('never rounds chance down to its limit', () => {
    const rounded = effect({ before: [2, 728], since: [0, 3272] });
    expect(rounded.chance).toBeGreaterThan(0.033);
    expect(rounded.because).toContain('3.4% of the time');
  });
});
