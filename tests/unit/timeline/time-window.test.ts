import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { daysOf, newestWeeks, presetsOf, weekAxis, windowIn, windowQuery } from '#src/timeline/time-window.ts';

const AXIS = weekAxis('2026-07-22', '2026-11-19');

describe('a window', () => {
  it('is whole weeks, at first the newest eight', () => {
    expect(AXIS).toEqual({ monday: '2026-07-20', weeks: 18 });
    expect(daysOf(AXIS, newestWeeks(AXIS))).toEqual({ first: '2026-09-28', last: '2026-11-22' });
    expect(newestWeeks(weekAxis('2026-11-18', '2026-11-19'))).toEqual({ start: 0, end: 1 });
  });

  it('has the presets that are shorter than the archive, and all', () => {
    const current = (weeks: number) => presetsOf(AXIS, newestWeeks(AXIS, weeks)).filter(({ isCurrent }) => isCurrent);
    expect(presetsOf(AXIS, newestWeeks(AXIS)).map(({ word }) => word)).toEqual([
      '4-weeks',
      '8-weeks',
      'quarter',
      'all',
    ]);
    expect(current(13).map(({ word }) => word)).toEqual(['quarter']);
    expect(current(5)).toEqual([]);
    const short = weekAxis('2026-10-26', '2026-11-19');
    expect(presetsOf(short, newestWeeks(short)).map(({ word, isCurrent }) => [word, isCurrent])).toEqual([
      ['all', true],
    ]);
  });

  it.each([
    ['', '2026-09-28', '2026-11-22'],
    ['range=all', '2026-07-20', '2026-11-22'],
    ['range=4-weeks', '2026-10-26', '2026-11-22'],
    ['range=never', '2026-09-28', '2026-11-22'],
    ['from=2026-10-07&to=2026-10-07', '2026-10-05', '2026-10-11'],
    ['from=1999-01-01&to=2026-07-25', '2026-07-20', '2026-07-26'],
    ['from=2026-11-01', '2026-10-26', '2026-11-22'],
    ['to=2026-07-25', '2026-07-20', '2026-07-26'],
    ['from=2027-01-01&to=2027-02-01', '2026-09-28', '2026-11-22'],
    ['from=2026-11-01&to=2026-08-01', '2026-09-28', '2026-11-22'],
    ['from=<script>&to=-1', '2026-09-28', '2026-11-22'],
  ])('is read from an address: %s', (query, first, last) => {
    expect(daysOf(AXIS, windowIn(new URLSearchParams(query), AXIS))).toEqual({ first, last });
  });

  it('is the same after its address', () => {
    fc.assert(
      fc.property(fc.nat(17), fc.nat(17), (a, b) => {
        const window = { start: Math.min(a, b), end: Math.max(a, b) + 1 };
        expect(windowIn(new URLSearchParams(windowQuery(AXIS, window)), AXIS)).toEqual(window);
      }),
    );
  });
});
