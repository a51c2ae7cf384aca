import type { MemoryTie } from './memory-tie.ts';
import type { Occurrence } from './miss-group.ts';
import { featuresOf, topicOf, wordWith } from './miss-words.ts';

/** So many words are shown of those that misses have in common. */
const SHOWN = 3;

/** Why these misses, oldest first, stand together: to be read after "Grouped because". */
export function reasonFor(misses: readonly Occurrence[], ties: readonly MemoryTie[]): string {
  const [tie] = ties;
  if (!tie) return misses.length === 1 ? 'no other miss is like it' : alike(misses);
  const { file } = tie;
  const named = ties.filter(({ by }) => by === 'name').length;
  if (misses.length === 1) return tie.by === 'name' ? `it names ${file}` : `the ledger ties it to ${file}`;
  if (ties.length < misses.length) {
    const some = named === 0 ? `the ledger ties some to ${file}` : `some name ${file}`;
    return `${some}, and ${alike(misses)}`;
  }
  if (named === 0) return `the ledger ties them to ${file}`;
  return named === misses.length ? `they name ${file}` : `they name ${file} or the ledger ties them to it`;
}

/** `they are about formatting`, or `their words are alike: sdkconfig, defaults`. */
function alike(misses: readonly Occurrence[]): string {
  const shared = new Map<string, { count: number; weight: number }>();
  for (const { event } of misses) {
    for (const [feature, weight] of featuresOf(event)) {
      const before = shared.get(feature) ?? { count: 0, weight: 0 };
      shared.set(feature, { count: before.count + 1, weight: before.weight + weight });
    }
  }
  const common = [...shared].filter(([, { count }]) => count > 1).sort(([, a], [, b]) => b.weight - a.weight);
  const topic = common.find(([feature, { count }]) => topicOf(feature) !== undefined && count * 2 > misses.length);
  if (topic) return `they are about ${topicOf(topic[0])}`;
  const words = common.slice(0, SHOWN * 2).flatMap(([feature]) => {
    const text = misses.find(({ event }) => featuresOf(event).has(feature))?.event.text ?? '';
    return wordWith(feature, text) ?? [];
  });
  return words.length === 0 ? 'they are alike' : `their words are alike: ${words.slice(0, SHOWN).join(', ')}`;
}
