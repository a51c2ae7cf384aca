import { describe, expect, it } from 'vitest';
import type { MemoryResult } from '#src/memory/memory-results.ts';
import { plantedMistakes } from '#tests/bench/planted-mistakes.ts';
import { seeded } from '#tests/bench/random.ts';
import { IS_WHOLE } from '#tests/support/sampled.ts';
import { plantedStandings } from './planted-archive.ts';

const RUNS = IS_WHOLE ? 600 : 120;
/** A share of 5 % is nearly always within two standard deviations: 1.8 points with 600 memories. */
const AT_MOST = 0.05 + 2 * Math.sqrt((0.05 * 0.95) / RUNS);

function standingsOf(ratio: number, misses: number, more: { drift?: number; burst?: number } = {}): MemoryResult[] {
  const planted = plantedMistakes({ rate: 0.12, ratio, misses, ...more }, 80, RUNS, seeded(misses));
  return plantedStandings(80, planted);
}

function share(results: readonly MemoryResult[], holds: (result: MemoryResult) => boolean): number {
  return results.filter(holds).length / results.length;
}

const helped = ({ effect }: MemoryResult) => effect.verdict === 'helped';
const didNotHelp = ({ effect }: MemoryResult) => effect.verdict === 'did not help';

describe('memoryEffect on synthetic archives with planted rates', { tags: 'sample' }, () => {
  it.each([1, 2, 3])(
    'says helped for a memory without effect, written after miss %i, in at most 5 of 100 cases',
    (misses) => {
      const results = standingsOf(1, misses);
      expect(results).toHaveLength(RUNS);
      expect(share(results, helped)).toBeLessThanOrEqual(AT_MOST);
      expect(share(standingsOf(1, misses, { burst: 3 }), helped)).toBeLessThanOrEqual(AT_MOST);
      // The plain shares fall for most of them.
      const fell = ({ effect }: MemoryResult) => (effect.rates.since ?? 0) < (effect.rates.before ?? 0);
      expect(share(results, fell)).toBeGreaterThan(IS_WHOLE ? 0.55 : 0.5);
    },
  );

  it('finds memories that end their mistake, and never says did not help', () => {
    expect(share(standingsOf(0, 3), helped)).toBeGreaterThan(0.5);
    expect(share(standingsOf(0, 3), didNotHelp)).toBe(0);
  });

  it('rarely says did not help if a memory prevents three of four misses, mostly if it doubles them', () => {
    expect(share(standingsOf(0.25, 3), didNotHelp)).toBeLessThan(0.05);
    expect(share(standingsOf(2, 3), didNotHelp)).toBeGreaterThan(0.7);
  });
});
