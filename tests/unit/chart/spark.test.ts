import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { spark } from '#src/chart/spark.ts';
import { expectGolden } from '#tests/support/golden-file.ts';
import { count, lines, percentages } from './marks.ts';

describe('spark', () => {
  it('draws a bar for each count', async () => {
    await expectGolden(lines(spark([0, 3, 6, 12])), 'snapshots/spark.svg');
  });

  it('shows one of very many, and nothing for zero', () => {
    expect(spark([1, 1000]).markup).toContain('height="2"');
    expect(count(spark([0, 0]), '<rect ')).toBe(0);
  });

  it('stays within its frame', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 500 })), (counts) => {
        const drawing = spark(counts);
        expect(count(drawing, '<rect ')).toBe(counts.filter((each) => each > 0).length);
        expect(drawing.markup).not.toMatch(/NaN|Infinity|="-/);
        for (const value of percentages(drawing)) expect(value >= 0 && value <= 100).toBe(true);
      }),
    );
  });
});
