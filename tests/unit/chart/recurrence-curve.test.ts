import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { recurrenceCurve } from '#src/chart/recurrence-curve.ts';
import { expectGolden } from '#tests/support/golden-file.ts';
import { count, lines, percentages } from './marks.ts';

const POINTS = [
  { sessions: 0, share: 1, low: 1, high: 1 },
  { sessions: 4, share: 0.9, low: 0.55, high: 0.98 },
  { sessions: 9, share: 0.6, low: 0.3, high: 0.8 },
];

describe('recurrenceCurve', () => {
  it('draws steps with their interval', async () => {
    await expectGolden(lines(recurrenceCurve('How long', POINTS, 20)), 'snapshots/recurrence-curve.svg');
  });

  it('describes itself in words', () => {
    expect(recurrenceCurve('How long', POINTS, 20).description).toBe(
      'Without a new miss: 90% after 4 sessions, 60% after 9 sessions; observed for up to 20 sessions.',
    );
    expect(recurrenceCurve('How long', POINTS.slice(0, 1), 7).description).toBe('No new miss within 7 sessions.');
  });

  it('starts at 100 % and ends with the longest observation', () => {
    const { markup } = recurrenceCurve('How long', POINTS.slice(1), 20);
    expect(markup).toBe(recurrenceCurve('How long', POINTS, 20).markup);
    expect(markup).toContain('x2="100%" y1="76" y2="76"');
  });

  it('draws no more steps than are visible', () => {
    const many = Array.from({ length: 5000 }, (_, i) => ({ sessions: i, share: 1 - i / 5000, low: 0, high: 1 }));
    expect(count(recurrenceCurve('How long', many, 5000), '<rect')).toBeLessThan(700);
  });

  it('stays within its frame', () => {
    const point = fc.record({ sessions: fc.nat(500), share: fc.float({ min: 0, max: 1, noNaN: true }) });
    fc.assert(
      fc.property(fc.array(point), fc.nat(500), (points, until) => {
        const inOrder = points
          .toSorted((a, b) => a.sessions - b.sessions)
          .map((each) => ({ ...each, low: each.share / 2, high: (1 + each.share) / 2 }));
        const drawn = recurrenceCurve('How long', inOrder, Math.max(until, inOrder.at(-1)?.sessions ?? 0));
        for (const share of percentages(drawn)) expect(share >= 0 && share <= 100).toBe(true);
        expect(drawn.markup).not.toMatch(/NaN|Infinity/);
      }),
    );
  });
});
