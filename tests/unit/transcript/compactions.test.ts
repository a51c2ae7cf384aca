import { expect, it } from 'vitest';
import { withNewestSummaries } from '#src/transcript/compactions.ts';

it('keeps the summaries of the newest ten compactions, and says how long the others were', () => {
  const all = Array.from({ length: 12 }, (_, n) => ({
    summary: `Summary ${n}`,
    at: new Date(Date.UTC(2026, 2, 24, 14, n)).toISOString(),
  }));
  const kept = withNewestSummaries(all);
  expect(kept.slice(2)).toEqual(all.slice(2));
  expect(kept[1]).toEqual({ summary: '', at: all[1]?.at, cut: 9 });
  expect(withNewestSummaries(kept)).toEqual(kept);
});
