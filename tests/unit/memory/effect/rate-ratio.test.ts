import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { binomialTail, chance, middleShare, rateRatio, ratioOf, shareAtTail } from '#src/memory/effect/rate-ratio.ts';

function seen(missedBefore: number, before: number, missedSince: number, since: number) {
  return { sessions: { before, since }, missed: { before: missedBefore, since: missedSince } };
}

/** The binomial coefficient. */
function choose(of: number, count: number): number {
  let ways = 1;
  for (let i = 1; i <= count; i++) ways = (ways * (of - count + i)) / i;
  return count < 0 || count > of ? 0 : ways;
}

describe('chance', () => {
  it('is how often the miss before the memory falls this early by chance', () => {
    // Nothing missed in 19 sessions after a miss in the first: one in twenty.
    expect(chance(seen(1, 1, 0, 19))).toBeCloseTo(0.05, 12);
    expect(chance(seen(3, 9, 1, 12))).toBeCloseTo(4 * (9 / 21) ** 3 * (12 / 21) + (9 / 21) ** 4, 12);
  });

  it('is null without a miss before or a session since', () => {
    expect([chance(seen(0, 9, 3, 9)), chance(seen(2, 9, 0, 0))]).toEqual([null, null]);
  });

  it('is 5 % or less for at most 5 % of memories without effect, at any rate', () => {
    // Exact, without sampling: the missed sessions can be anywhere among all, each way equally likely.
    let most = 0;
    for (const all of [6, 15, 40, 80]) {
      for (let missed = 1; missed <= Math.min(all, 30); missed++) {
        for (let needed = 1; needed <= missed; needed++) {
          let lucky = 0;
          for (let before = needed; before <= all - 1; before++) {
            const share = chance(seen(needed, before, missed - needed, all - before));
            if (share === null || share > 0.05) continue;
            lucky += choose(before - 1, needed - 1) * choose(all - before, missed - needed);
          }
          most = Math.max(most, lucky / choose(all, missed));
        }
      }
    }
    expect(most).toBeLessThanOrEqual(0.05);
    // And it is not too cautious.
    expect(most).toBeGreaterThan(0.045);
  });
});

describe('rateRatio', () => {
  it('is null without a miss before or a session since', () => {
    expect([rateRatio(seen(0, 9, 3, 9)), rateRatio(seen(2, 9, 0, 0))]).toEqual([null, null]);
  });

  it('is 0 if nothing was missed since, with an upper end', () => {
    expect(rateRatio(seen(3, 12, 0, 12))).toMatchObject({ estimate: 0, low: 0, high: expect.closeTo(1.71, 2) });
  });

  it('has ends with 5 % tails, as calculated by hand', () => {
    // One miss in ten sessions, then one in ten: v = 1 - √0.95 of both before, and 5 % for the one since.
    const { low = 0, high = 0 } = rateRatio(seen(1, 10, 1, 10)) ?? {};
    expect(low).toBeCloseTo(0.05 / 0.95, 9);
    expect(high).toBeCloseTo(Math.sqrt(0.95) / (1 - Math.sqrt(0.95)), 9);
  });

  it('accounts for the miss in the session before the memory', () => {
    expect(rateRatio(seen(1, 12, 1, 12))?.estimate).toBeCloseTo(1.618, 3);
    expect(rateRatio(seen(20, 200, 20, 200))?.estimate).toBeCloseTo(1.025, 3);
  });

  it('ends below 1 exactly if chance is below 5 %, and contains its estimate', () => {
    const figures = fc.record({
      r: fc.integer({ min: 1, max: 30 }),
      x: fc.nat(40),
      more: fc.nat(80),
      n: fc.integer({ min: 1, max: 200 }),
    });
    fc.assert(
      fc.property(figures, ({ r, x, more, n }) => {
        const given = seen(r, r + more, Math.min(x, n), n);
        const ratio = rateRatio(given);
        const share = chance(given);
        if (!ratio || share === null) return false;
        const { low, estimate, high } = ratio;
        const agree = Math.abs(share - 0.05) < 1e-9 || share < 0.05 === high < 1;
        return agree && low <= estimate && estimate <= high && low >= 0 && Number.isFinite(high);
      }),
    );
  });
});

describe('binomialTail', () => {
  it('is the probability of at least that many successes', () => {
    expect(binomialTail(2, 1, 0.5)).toBeCloseTo(0.75, 12);
    expect(binomialTail(5, 5, 0.1)).toBeCloseTo(1e-5, 15);
    // P(X >= 3) for ten trials at 0.2, from a table.
    expect(binomialTail(10, 3, 0.2)).toBeCloseTo(0.3222, 4);
  });

  it('is 1 for no success and 0 beyond the trials', () => {
    expect([binomialTail(4, 0, 0.3), binomialTail(0, 0, 0.3), binomialTail(4, 5, 0.3)]).toEqual([1, 1, 0]);
    expect([binomialTail(4, 2, 0), binomialTail(4, 2, 1)]).toEqual([0, 1]);
  });

  it('loses nothing to underflow', () => {
    expect(binomialTail(4001, 2001, 0.5)).toBeCloseTo(0.5, 9);
    expect(binomialTail(5000, 10, 0.9)).toBeCloseTo(1, 9);
    expect(binomialTail(5000, 4990, 0.001)).toBe(0);
  });
});

describe('shareAtTail', () => {
  it('finds the share that has a tail', () => {
    for (const [trials, least] of [
      [1, 1],
      [7, 2],
      [60, 59],
      [900, 3],
    ] as const) {
      expect(binomialTail(trials, least, shareAtTail(trials, least, 0.05))).toBeCloseTo(0.05, 9);
    }
  });
});

describe('middleShare', () => {
  it('is where the tails of all trials and of one fewer average one half', () => {
    expect(middleShare(3, 3)).toBeCloseTo(1, 9);
    const share = middleShare(9, 4);
    expect((binomialTail(9, 4, share) + binomialTail(8, 4, share)) / 2).toBeCloseTo(0.5, 9);
  });
});

describe('ratioOf', () => {
  it('has the interval of Clopper and Pearson', () => {
    const found = ratioOf({ count: 3, of: 1140 }, { count: 11, of: 920 });
    expect(found?.estimate).toBeCloseTo(0.220096, 6);
    // The 5 % and 95 % points of Beta(3, 12) and Beta(4, 11), computed with SciPy.
    expect(found?.low).toBeCloseTo(0.05252, 5);
    expect(found?.high).toBeCloseTo(0.70328, 5);
    expect(found?.chance).toBeCloseTo(0.0106814, 6);
    expect(ratioOf({ count: 0, of: 10 }, { count: 3, of: 10 })).toMatchObject({ estimate: 0, low: 0 });
    // 3 of 3 events in one of two equal parts.
    expect(ratioOf({ count: 0, of: 10 }, { count: 3, of: 10 })?.chance).toBeCloseTo(1 / 8, 10);
    expect(ratioOf({ count: 3, of: 10 }, { count: 0, of: 10 })).toMatchObject({
      high: Number.POSITIVE_INFINITY,
      chance: 1,
    });
  });

  it('is null if nothing happened or a part is empty', () => {
    expect(ratioOf({ count: 0, of: 10 }, { count: 0, of: 10 })).toBeNull();
    expect(ratioOf({ count: 1, of: 10 }, { count: 0, of: 0 })).toBeNull();
    expect(ratioOf({ count: 0, of: 0 }, { count: 1, of: 10 })).toBeNull();
  });
});
