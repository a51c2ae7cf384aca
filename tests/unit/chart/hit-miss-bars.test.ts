import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type HitMissPeriod, hitMissBars } from '#src/chart/hit-miss-bars.ts';
import { dayAfter } from '#src/lib/calendar-day.ts';
import { count, HOSTILE, percentages } from './marks.ts';

const amount = fc.nat({ max: 300 });
const anyPeriods = fc
  .array(fc.record({ hits: amount, despite: amount, repeat: amount, first: amount }), { maxLength: 200 })
  .map((counts) => counts.map((each, i) => aWeek(i, each)));

describe('hitMissBars', () => {
  it('describes each week and all of them in words', () => {
    const { markup, description } = hitMissBars('Hits', [aWeek(0, { hits: 1, first: 2 }), aWeek(1, { despite: 1 })]);
    expect(markup).toContain('<title>Week 0: 1 hit, 2 misses (2 for the first time)</title>');
    expect(markup).toContain('<title>Week 1: no hits, 1 miss (1 despite a memory)</title>');
    expect(description).toBe('Week 0 to week 1: 1 hit, 3 misses (1 despite a memory, 2 for the first time).');
    expect(hitMissBars('Hits', []).description).toBe('No hits and no misses.');
  });

  it('escapes text', () => {
    const { markup } = hitMissBars(HOSTILE, [{ ...aWeek(0, { hits: 1 }), name: HOSTILE, href: HOSTILE }]);
    expect(markup).not.toContain('<script');
    expect(markup.match(/<a [^>]*>/g)).toHaveLength(1);
  });

  it('has a bar for each count, as high as the count, within the drawing', () => {
    fc.assert(
      fc.property(anyPeriods, (periods) => {
        const drawing = hitMissBars('Hits', periods);
        const counts = periods.flatMap(({ hits, despite, repeat, first }) => [hits, despite, repeat, first]);
        expect(count(drawing, '<rect ')).toBe(counts.filter((each) => each > 0).length);
        expect(drawing.markup).not.toMatch(/NaN|Infinity|undefined|style=/);
        for (const value of percentages(drawing)) expect(value >= 0 && value <= 100).toBe(true);
        for (const [, y, height] of drawing.markup.matchAll(/<rect [^>]* y="([^"]+)"[^>]* height="([^"]+)"/g)) {
          expect(Number(y)).toBeGreaterThanOrEqual(0);
          expect(Number(y) + Number(height)).toBeLessThanOrEqual(drawing.height);
        }
      }),
      { numRuns: 30 },
    );
  });
});

function aWeek(index: number, counts: Partial<HitMissPeriod>): HitMissPeriod {
  const from = dayAfter('2026-07-20', 7 * index);
  return { from, name: `Week ${index}`, hits: 0, despite: 0, repeat: 0, first: 0, href: null, ...counts };
}
