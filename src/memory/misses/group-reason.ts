import type { MemoryTie } from './memory-tie.ts';
import type { Occurrence } from './miss-group.ts';
import { featuresOf, isEvidence, wordWith } from './miss-words.ts';

/** At most this many common words are shown. */
const SHOWN = 3;

/** Why these misses, oldest first, are one group. Read after "Counted as one mistake because". */
export function reasonFor(misses: readonly Occurrence[], ties: readonly MemoryTie[]): string {
  const [tie] = ties;
  if (!tie) return misses.length === 1 ? 'no other miss is like it' : alike(misses);
  const { file } = tie;
  const named = ties.filter(({ by }) => by === 'name').length;
  if (misses.length === 1) return tie.by === 'name' ? `it names ${file}` : `the ledger links it to ${file}`;
  if (ties.length < misses.length) {
    const some = named === 0 ? `the ledger links some to ${file}` : `some name ${file}`;
    return `${some}, and ${alike(misses)}`;
  }
  if (named === 0) return `the ledger links them to ${file}`;
  return named === misses.length ? `they name ${file}` : `they name ${file} or the ledger links them to it`;
}

/** `they share words: sdkconfig, defaults`, the most common words first. */
function alike(misses: readonly Occurrence[]): string {
  const shared = new Map<string, { count: number; weight: number }>();
  for (const { event } of misses) {
    for (const [feature, weight] of featuresOf(event)) {
      const before = shared.get(feature) ?? { count: 0, weight: 0 };
      shared.set(feature, { count: before.count + 1, weight: before.weight + weight });
    }
  }
  const common = [...shared]
    .filter(([feature, { count }]) => count > 1 && isEvidence(feature))
    .sort(([, a], [, b]) => b.weight - a.weight);
  const words: string[] = [];
  for (const [feature] of common) {
    const event = misses.find(({ event }) => featuresOf(event).has(feature))?.event;
    const word = event && wordWith(feature, `${event.text}\n${event.details}`);
    // `Time.now` already includes `time`.
    const isKnown = words.some((known) => known.toLowerCase().includes(word?.toLowerCase() ?? ''));
    if (word !== undefined && !isKnown) words.push(word);
    if (words.length === SHOWN) break;
  }
  return words.length === 0 ? 'they are worded the same' : `they share words: ${words.join(', ')}`;
}
