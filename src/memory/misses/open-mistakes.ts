import type { MissGroup } from './miss-group.ts';

/** The mistakes that nothing holds off: recurring without a memory, or back in spite of one. The newest miss first. */
export function openMistakes(groups: readonly MissGroup[]): MissGroup[] {
  return groups
    .filter(({ state }) => state === 'recurring' || state === 'came-back')
    .sort((a, b) => (lastMiss(a) < lastMiss(b) ? 1 : -1));
}

function lastMiss({ misses }: MissGroup): string {
  return misses.at(-1)?.event.date ?? '';
}
