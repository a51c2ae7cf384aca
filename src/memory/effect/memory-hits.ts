import type { Session } from '#src/format/session.ts';
import { memoised } from '#src/lib/memo.ts';
import type { MemoryHistory } from '../history.ts';
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
    const slugs = new Set(histories.map(({ project }) => project.slug));
    const own = memoryEvents(sessions).filter(({ project }) => slugs.has(project.slug));
    const bySlug = new Map(
      own.map(({ project, hits }) => [project.slug, projectMemories(project, histories).hitsByFile(hits)]),
    );
    return ({ project, file }) => bySlug.get(project.slug)?.get(file) ?? [];
  },
);
