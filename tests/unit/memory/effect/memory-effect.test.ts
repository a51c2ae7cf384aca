import { describe, expect, it } from 'vitest';
import { type EffectGiven, memoryEffect } from '#src/memory/effect/memory-effect.ts';

interface Given {
  before?: [missed: number, sessions: number];
  since?: [missed: number, sessions: number];
  hits?: number;
  more?: Partial<EffectGiven>;
}

function effect({ before = [3, 12], since = [0, 31], hits = 0, more = {} }: Given) {
  const figures = { before: before[0], since: since[0] };
  return memoryEffect({
    born: { at: '2026-08-04T08:23:05Z', isFileDate: false },
    until: null,
    sessions: { before: before[1], since: since[1] },
    missed: figures,
    misses: figures,
    since: since[0],
    written: { at: '2026-08-04T08:23:05Z', sessionsSince: since[1], missesSince: since[0], hitsSince: hits },
    ...more,
  });
}

const WRITTEN = 'since it was written on 4 Aug 2026';

describe('memoryEffect', () => {
  it('says that a memory worked where luck seldom does as well', () => {
    expect(effect({ since: [0, 31] })).toMatchObject({
      verdict: 'worked',
      because: `Not missed in 31 sessions ${WRITTEN}, against 3 of 12 before. A memory that does nothing would look this good in 2.2% of cases. Up to 5% counts as worked.`,
      rates: { before: 2.5, since: 0 },
      luck: expect.closeTo((12 / 43) ** 3, 12),
    });
    // Missed since, and still far less often.
    expect(effect({ before: [10, 20], since: [2, 60] })).toMatchObject({
      verdict: 'worked',
      because: expect.stringContaining(`Missed in 2 of 60 sessions ${WRITTEN}, against 10 of 20 before.`),
    });
  });

  it('says that it leaks where it was missed since and luck explains the rest', () => {
    expect(effect({ since: [3, 16], before: [2, 5] })).toMatchObject({
      verdict: 'leaking',
      because: `Missed in 3 of 16 sessions ${WRITTEN}, against 2 of 5 before. A memory that does nothing would look this good in 35% of cases.`,
    });
  });

  it('needs no minimum to see a leak, nor a miss before', () => {
    expect(effect({ since: [1, 1], before: [0, 12] })).toMatchObject({
      verdict: 'leaking',
      because: `Missed in 1 of 1 session ${WRITTEN}; it is not known to have been missed before.`,
      ratio: null,
      luck: null,
    });
    expect(
      effect({
        since: [0, 2],
        more: { since: 1, written: { at: '', sessionsSince: 2, missesSince: 1, hitsSince: 0 } },
      }),
    ).toMatchObject({
      verdict: 'leaking',
      because: expect.stringContaining(`Missed once, in none of 2 sessions begun ${WRITTEN}`),
    });
  });

  it('judges from five sessions on', () => {
    expect(effect({ before: [9, 9], since: [0, 4] })).toMatchObject({
      verdict: 'not enough data',
      because: `Only 4 sessions ${WRITTEN}; it is judged from 5 on.`,
    });
    expect(effect({ before: [9, 9], since: [0, 0] })).toMatchObject({
      because: `No session ${WRITTEN}; it is judged from 5 on.`,
      ratio: null,
    });
    expect(effect({ before: [9, 9], since: [0, 5] }).verdict).toBe('worked');
  });

  it('takes silence that luck explains for untested, and with hits for not enough', () => {
    const facts = `Not missed in 11 sessions ${WRITTEN}, against 2 of 10 before. A memory that does nothing would look this good in 23% of cases.`;
    expect(effect({ before: [2, 10], since: [0, 11] })).toMatchObject({
      verdict: 'untested',
      because: `${facts} No hit was logged either. Luck explains the silence as well.`,
    });
    expect(effect({ before: [2, 10], since: [0, 11], hits: 3 })).toMatchObject({
      verdict: 'not enough data',
      because: `${facts} It prevented 3 mistakes. Luck explains the silence as well.`,
    });
  });

  it('does not say worked of a mistake made in one session, however early', () => {
    expect(effect({ before: [1, 1], since: [0, 99] })).toMatchObject({
      verdict: 'untested',
      luck: expect.closeTo(0.01, 12),
      because: expect.stringContaining('One session with the mistake is no habit yet.'),
    });
  });

  it('has nothing to compare with where it was never missed before', () => {
    expect(effect({ before: [0, 12], since: [0, 31] })).toMatchObject({
      verdict: 'not enough data',
      because: expect.stringContaining('There is nothing to compare with.'),
    });
  });

  it('gives one that was strengthened after a miss another chance', () => {
    const strengthened = (sessionsSince: number, hitsSince: number) =>
      effect({
        since: [2, 16],
        before: [2, 4],
        more: { written: { at: '2026-11-04T11:04:19Z', sessionsSince, missesSince: 0, hitsSince } },
      });
    expect(strengthened(2, 0)).toMatchObject({
      verdict: 'not enough data',
      because: expect.stringMatching(
        /^Missed in 2 of 16 .* Not missed in the 2 sessions since it was last written on 4 Nov 2026: too few to tell\.$/,
      ),
    });
    expect([strengthened(6, 0).verdict, strengthened(6, 1).verdict]).toEqual(['untested', 'not enough data']);
  });

  it('says from when to when a memory that is gone was measured', () => {
    expect(effect({ more: { until: '2026-11-03T10:52:31Z' } }).because).toContain(
      'in 31 sessions between 4 Aug 2026 and 3 Nov 2026, when it was deleted, against',
    );
  });

  it('never rounds luck down to its limit', () => {
    const chance = effect({ before: [1, 51], since: [0, 966] });
    expect(chance.luck).toBeGreaterThan(0.05);
    expect(chance.because).toContain('in 5.1% of cases');
  });
});
