import { describe, expect, it } from 'vitest';
import { ratioInterval, ratioInWords } from '#src/chart/ratio-interval.ts';
import { expectGolden } from '#tests/support/golden-file.ts';
import { lines, percentages } from './marks.ts';

describe('ratioInterval', () => {
  it('draws a dot on its interval, with a line for no change', async () => {
    const drawn = ratioInterval('Since, against before', { estimate: 0.5, low: 0.25, high: 2 });
    await expectGolden(lines(drawn), 'snapshots/ratio-interval.svg');
  });

  it('describes itself in words, and says if no change is possible', () => {
    expect(ratioInWords({ estimate: 0.4, low: 0.04, high: 1.2 })).toBe(
      '0.4 times as often as before; 90% interval 0.04 to 1.2; there may be no change.',
    );
    expect(ratioInWords({ estimate: 0, low: 0, high: 0.83 })).toBe('Not once since; 90% interval 0 to 0.8.');
  });

  it('handles an infinite interval', () => {
    const drawn = ratioInterval('Since, against before', { estimate: 30, low: 2, high: Number.POSITIVE_INFINITY });
    expect(drawn.description).toBe('30 times as often as before; 90% interval 2.0 to any number.');
    expect(Math.max(...percentages(drawn))).toBe(100);
    expect(drawn.markup).not.toMatch(/NaN|Infinity/);
  });
});
