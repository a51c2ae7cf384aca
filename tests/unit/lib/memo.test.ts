import { describe, expect, it } from 'vitest';
import { latest } from '#src/lib/memo.ts';

describe('latest', () => {
  it('computes again only for other arguments', () => {
    let computed = 0;
    const sum = latest((values: readonly number[], start: number | null) => {
      computed++;
      return values.reduce((total, value) => total + value, start ?? 0);
    });
    const [some, others] = [[1, 2], [3]];
    expect([sum(some, null), sum(some, null)]).toEqual([3, 3]);
    expect(computed).toBe(1);
    expect([sum(some, 1), sum(others, 1), sum(some, null)]).toEqual([4, 4, 3]);
    expect(computed).toBe(4);
  });

  it('keeps nothing of a call that failed', () => {
    let fails = true;
    const work = latest((key: object) => {
      if (fails) throw new Error('no');
      return key;
    });
    const key = {};
    expect(() => work(key)).toThrow('no');
    fails = false;
    expect(work(key)).toBe(key);
  });
});
