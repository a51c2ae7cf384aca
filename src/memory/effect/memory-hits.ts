import type { Session } from '#src/chronicle/session.ts';
import { memoised } from '#src/value/memo.ts';
import type { MemoryHistory } from '../ledger/memory-history.ts';
import { projectMemories } from '../misses/memory-tie.ts';
import type { MissGroup, Occurrence } from '../misses/miss-group.ts';
import { memoryEvents } from '../misses/occurrences.ts';

type HitsOf = (memory: MemoryHistory) => Occurrence[];

/** Finds the hits of a memory, oldest first, even if it has no misses. Cached by the groups, which are made anew whenever a hit changes. */
export function memoryHits(
  sessions: readonly Session[],
  { groups, histories }: { groups: readonly MissGroup[]; histories: readonly MemoryHistory[] },
): HitsOf {
  return hitsFor(groups, sessions, histories);
}

const hitsFor = memoised(
  (_groups: readonly MissGroup[], sessions: readonly Session[], histories: readonly MemoryHistory[]): HitsOf => {
    const hits = hitsByMemory(sessions, histories);
    return (memory) => hits.get(keyOf(memory.project.slug, memory.file)) ?? [];
  },
);

function hitsByMemory(
  sessions: readonly Session[],
  histories: readonly MemoryHistory[],
): ReadonlyMap<string, Occurrence[]> {
  const found = new Map<string, Occurrence[]>();
  const slugs = new Set(histories.map(({ project }) => project.slug));
  for (const { project, hits } of memoryEvents(sessions)) {
    if (!slugs.has(project.slug)) continue;
    const memories = projectMemories(project, histories);
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
