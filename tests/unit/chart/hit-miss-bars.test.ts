import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memoryChart } from '#src/chart/hit-miss-bars.ts';
import { dayAfter } from '#src/lib/calendar-day.ts';
import type { Week } from '#src/memory/memory.ts';
import { count, percentages } from './marks.ts';

const amount = fc.nat({ max: 300 });
const anyPeriods = fc
  .array(fc.record({ hits: amount, despite: amount, repeat: amount, first: amount }), { maxLength: 200 })
  .map((counts) => counts.map((each, i) => aWeek(i, each)));

const chartOf = (weeks: Week[]) => memoryChart({ weeks });

describe('memoryChart', () => {
  it('describes each week and all of them in words', () => {
    const { markup, description } = chartOf([aWeek(0, { hits: 1, first: 2 }), aWeek(1, { despite: 1 })]);
    expect(markup).toContain('<title>Week of 20 Jul: 1 hit, 2 misses (2 for the first time)</title>');
    expect(markup).toContain('<title>Week of 27 Jul: no hits, 1 miss (1 despite a memory)</title>');
    expect(description).toBe(
      'Week of 20 Jul to week of 27 Jul: 1 hit, 3 misses (1 despite a memory, 2 for the first time).',
    );
    expect(chartOf([]).description).toBe('No hits and no misses.');
  });

  it('has a bar for each count, as high as the count, within the drawing', () => {
    fc.assert(
      fc.property(anyPeriods, (periods) => {
        const drawing = chartOf(periods);
        const counts = periods.flatMap(({ hits, misses }) => [hits, ...Object.values(misses)]);
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

function aWeek(index: number, { hits = 0, ...misses }: Partial<Week['misses'] & { hits: number }>): Week {
  return { begin: dayAfter('2026-07-20', 7 * index), hits, misses: { despite: 0, repeat: 0, first: 0, ...misses } };
}
