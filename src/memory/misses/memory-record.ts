import { isCandidate } from '#src/chronicle/candidate.ts';
import type { ChronicleEvent } from '#src/chronicle/chronicle.ts';
import type { Session } from '#src/chronicle/session.ts';
import { sessionDays } from '#src/chronicle/session-days.ts';
import { memoised } from '#src/value/memo.ts';
import { type MemoryChange, type MemoryFile, type MemoryHistory, memoryHistories } from '../ledger/memory-history.ts';
import type { Clusters } from './cluster-decisions.ts';
import { memoryPages } from './memory-pages.ts';
import { type MemoryTrends, memoryTrends } from './memory-trends.ts';
import type { MissGroup } from './miss-group.ts';
import { missGroups } from './miss-groups.ts';

/**
 * What the archive knows of memory and of what it failed to prevent: worked out once for a state of the
 * archive, asked by every page.
 */

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
  placeOf(session: Session, event: ChronicleEvent): { group: MissGroup; nth: number } | null;
  /** The groups that a session's misses and hits belong to, in the order of its events. */
  groupsOf(session: Session): MissGroup[];
}

interface Given {
  /** Newest first. */
  sessions: readonly Session[];
  memory: { changes: readonly MemoryChange[]; files: readonly MemoryFile[] };
  clusters: Clusters;
}

/** What is known of memory in a state of the archive. Trends are worked out when somebody asks for them. */
export function memoryRecordOf(given: Given): MemoryRecord {
  const { groups, histories, unused, places } = grouped(given);
  const at = (session: Session, event: ChronicleEvent) => places.get(eventKey(session, event));
  let trends: MemoryTrends | undefined;
  return {
    groups,
    // Most pages do not ask for them.
    get trends() {
      trends ??= memoryTrends(given.sessions, groups);
      return trends;
    },
    histories,
    unused,
    addressOf: memoryPages(groups).addressOf,
    placeOf(session, event) {
      const place = at(session, event);
      return place && place.nth > 0 ? place : null;
    },
    groupsOf: (session) => [...new Set(session.chronicle.events.flatMap((event) => at(session, event)?.group ?? []))],
  };
}

interface Grouped extends Pick<MemoryRecord, 'groups' | 'histories' | 'unused'> {
  /** The group of each miss and hit; a hit is none of its misses, the 0th. */
  places: Map<string, { group: MissGroup; nth: number }>;
}

let last: { key: string; value: Grouped } | undefined;

/** The same marks give the same groups, so they are kept until those change. */
function grouped({ sessions, memory, clusters }: Given): Grouped {
  // What memories say, and what is proposed for them, groups no misses.
  const files = memory.files.map(({ project, file, fileDate }) => ({ project, file, fileDate }));
  const key = [...sessions.map(memoryMarks), JSON.stringify([memory.changes, files, clusters])].join('\n');
  if (last?.key !== key) {
    const histories = memoryHistories(memory.changes, memory.files);
    const { groups, unused } = missGroups({ sessions, histories, clusters });
    last = { key, value: { groups, histories, unused, places: placesIn(groups) } };
  }
  return last.value;
}

function placesIn(groups: readonly MissGroup[]): Grouped['places'] {
  const places: Grouped['places'] = new Map();
  for (const group of groups) {
    for (const { session, event } of group.hits) places.set(eventKey(session, event), { group, nth: 0 });
    for (const [i, { session, event }] of group.misses.entries()) {
      places.set(eventKey(session, event), { group, nth: i + 1 });
    }
  }
  return places;
}

function eventKey({ project, name }: Session, { id }: ChronicleEvent): string {
  return `${project.slug}/${name}#${id}`;
}

/**
 * All that a session contributes to what is known of memory, as text: empty if it has neither miss nor hit.
 * Most changes of an archive leave it as it was.
 */
const memoryMarks = memoised((session: Session): string => {
  const events = sessionDays(session)
    .flatMap((day) => day.events)
    .filter((event) => (event.tag === 'MEMORY-MISS' || event.tag === 'MEMORY-HIT') && !isCandidate(event));
  return events.length === 0 ? '' : JSON.stringify([placeOf(session), events]);
});

function placeOf({ id, project, name, chronicle }: Session): unknown {
  const { attended, started, utc_offset: offset } = chronicle.frontMatter;
  return [id, project, name, attended, started, offset];
}
