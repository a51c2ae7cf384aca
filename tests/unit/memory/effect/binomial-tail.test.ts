import { describe, expect, it } from 'vitest';
import { binomialTail, middleShare, shareAtTail } from '#src/memory/effect/binomial-tail.ts';

describe('binomialTail', () => {
  it('is the probability of so many successes or more', () => {
    expect(binomialTail(2, 1, 0.5)).toBeCloseTo(0.75, 12);
    expect(binomialTail(5, 5, 0.1)).toBeCloseTo(1e-5, 15);
    // P(X >= 3) for ten trials at 0.2, from a table.
    expect(binomialTail(10, 3, 0.2)).toBeCloseTo(0.3222, 4);
  });

  it('is sure of no success and of none beyond the trials', () => {
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
  it('lies where the tails of all trials and of one fewer are one half on average', () => {
    expect(middleShare(3, 3)).toBeCloseTo(1, 9);
    const share = middleShare(9, 4);
    expect((binomialTail(9, 4, share) + binomialTail(8, 4, share)) / 2).toBeCloseTo(0.5, 9);
  });
});
