/**
 * What the archive knows of memory and of what it failed to prevent: worked out once for a state of the
 * archive, asked by every page.
 */
import type { ChronicleEvent } from '../chronicle/chronicle.ts';
import type { Session } from '../chronicle/session.ts';
import { type MemoryChange, type MemoryFile, type MemoryHistory, memoryHistories } from '../memory/memory-history.ts';
import type { Clusters } from './clusters.ts';
import { memoryPages } from './memory-pages.ts';
import { type MemoryTrends, memoryTrends } from './memory-trends.ts';
import type { MissGroup } from './miss-group.ts';
import { missGroups } from './miss-groups.ts';

export interface MemoryRecord {
  /** What needs a hand first. */
  groups: MissGroup[];
  trends: MemoryTrends;
  histories: MemoryHistory[];
  /** What the owner's decisions name and the archive has not. */
  unused: ReturnType<typeof missGroups>['unused'];
  /** Where a group stands on the memory pages. */
  addressOf(group: MissGroup): string;
  /** The group of a miss, and which of its misses it is, from 1; null for other events. */
  placeOf(event: ChronicleEvent): { group: MissGroup; nth: number } | null;
  /** The groups that a session's misses and hits belong to, in the order of its events. */
  groupsOf(session: Session): MissGroup[];
}

interface Given {
  /** Newest first. */
  sessions: readonly Session[];
  memory: { changes: readonly MemoryChange[]; files: readonly MemoryFile[] };
  clusters: Clusters;
}

export function memoryRecordOf({ sessions, memory, clusters }: Given): MemoryRecord {
  const histories = memoryHistories(memory.changes, memory.files);
  const { groups, unused } = missGroups({ sessions, histories, clusters });
  const places = new Map<ChronicleEvent, { group: MissGroup; nth: number }>();
  const groupsOfHit = new Map<ChronicleEvent, MissGroup[]>();
  for (const group of groups) {
    for (const [index, { event }] of group.misses.entries()) places.set(event, { group, nth: index + 1 });
    for (const { event } of group.hits) groupsOfHit.set(event, [...(groupsOfHit.get(event) ?? []), group]);
  }
  return {
    groups,
    trends: memoryTrends(sessions, groups),
    histories,
    unused,
    addressOf: memoryPages(groups).addressOf,
    placeOf: (event) => places.get(event) ?? null,
    groupsOf({ chronicle }) {
      const found = chronicle.events.flatMap((event) => places.get(event)?.group ?? groupsOfHit.get(event) ?? []);
      return [...new Set(found)];
    },
  };
}
