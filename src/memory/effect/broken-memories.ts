import { compare } from '#src/value/compare.ts';
import type { MemoryStanding } from './memory-standing.ts';

/**
 * The memories that leak and cannot be said to work all the same: the most misses per ten sessions since they were
 * written first, then the most misses, then by project and file.
 */
export function brokenMemories(standings: readonly MemoryStanding[]): MemoryStanding[] {
  return standings
    .filter(({ isLeaking, effect }) => isLeaking && effect.verdict !== 'worked')
    .sort(
      (a, b) =>
        (b.effect.rates.since ?? 0) - (a.effect.rates.since ?? 0) ||
        b.since.length - a.since.length ||
        compare(nameOf(a), nameOf(b)),
    );
}

function nameOf({ history }: MemoryStanding): string {
  return `${history.project.slug}\n${history.file}`;
}
