import { compare } from '#src/value/compare.ts';
import type { MissGroup } from './miss-group.ts';

/** The mistakes that nothing holds off: recurring without a memory, or back in spite of one. The newest miss first; of one day, the later group. */
export function openMistakes(groups: readonly MissGroup[]): MissGroup[] {
  return groups
    .filter(({ state }) => state === 'recurring' || state === 'came-back')
    .reverse()
    .sort((a, b) => compare(lastMiss(b), lastMiss(a)));
}

function lastMiss({ misses }: MissGroup): string {
  return misses.at(-1)?.event.date ?? '';
}
