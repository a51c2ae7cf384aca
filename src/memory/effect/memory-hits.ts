import type { Session } from '#src/chronicle/session.ts';
import { memoised } from '#src/value/memo.ts';
import type { MemoryHistory } from '../ledger/memory-history.ts';
import { ProjectMemories } from '../misses/memory-tie.ts';
import type { Occurrence } from '../misses/miss-group.ts';
import { memoryEvents } from '../misses/occurrences.ts';

type HitsOf = (memory: MemoryHistory) => Occurrence[];

/**
 * Finds the hits of a memory, oldest first, even if it has no misses. Cached by the histories of a record, which are
 * recomputed whenever a hit changes.
 */
export function memoryHits(sessions: readonly Session[], histories: readonly MemoryHistory[]): HitsOf {
  return hitsFor(histories, sessions);
}

const hitsFor = memoised((histories: readonly MemoryHistory[], sessions: readonly Session[]): HitsOf => {
  const hits = hitsByMemory(sessions, histories);
  const hitsOf: HitsOf = (memory) => hits.get(keyOf(memory.project.slug, memory.file)) ?? [];
  return hitsOf;
});

function hitsByMemory(
  sessions: readonly Session[],
  histories: readonly MemoryHistory[],
): ReadonlyMap<string, Occurrence[]> {
  const found = new Map<string, Occurrence[]>();
  const bySlug = Map.groupBy(histories, ({ project }) => project.slug);
  for (const { project, hits } of memoryEvents(sessions)) {
    const own = bySlug.get(project.slug);
    if (!own || hits.length === 0) continue;
    const memories = new ProjectMemories(project, own);
    for (const hit of hits) {
      for (const file of memories.all(hit)) {
        const key = keyOf(project.slug, file);
        const others = found.get(key);
        if (others) others.push(hit);
        else found.set(key, [hit]);
      }
    }
  }
  return found;
}

function keyOf(slug: string, file: string): string {
  return `${slug}\n${file}`;
}
