import type { ChronicleEvent } from '#src/format/chronicle.ts';
import type { Session } from '#src/format/session.ts';
import { memoised } from '#src/lib/memo.ts';
import { type MemoryChange, type MemoryFile, type MemoryHistory, memoryHistories } from './history.ts';
import type { Clusters } from './clusters.ts';
import { type MemoryTrends, memoryTrends } from './memory-trends.ts';
import { missGroups } from './mistakes.ts';
import type { MissGroup } from './occurrences.ts';
import { type MemoryStanding, memoryStandings } from './standings.ts';

/** What the archive knows of memories and of the mistakes they failed to prevent; computed once per state of the archive. */
export interface MemoryRecord {
  /** In the order in which pages list them. */
  groups: MissGroup[];
  /** Every memory that the ledger or the disk knows, with its effect. */
  standings: MemoryStanding[];
  trends: MemoryTrends;
  histories: MemoryHistory[];
  /** Names in the owner's decisions that match nothing in the archive. */
  unused: ReturnType<typeof missGroups>['unused'];
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

/** The record for one state of the archive. Trends are computed on first use. */
export function memoryRecordOf(given: Given): MemoryRecord {
  const histories = memoryHistories(given.memory.changes, given.memory.files);
  const { unused, ...found } = missGroups({ ...given, histories });
  const { groups, standings } = withEffect(
    found.groups,
    memoryStandings({ ...given, record: { ...found, histories } }),
  );
  let places: ReadonlyMap<string, GroupPlace> | undefined;
  const at = (session: Session, event: ChronicleEvent): GroupPlace | undefined => {
    if (!isAboutMemory(event)) return undefined;
    const key = eventKey(session, event);
    places ??= placesIn(groups);
    return places.get(key);
  };
  let trends: MemoryTrends | undefined;
  return {
    groups,
    standings,
    // Most pages do not ask for them.
    get trends() {
      trends ??= memoryTrends(given.sessions, groups);
      return trends;
    },
    histories,
    unused,
    placeOf(session, event) {
      const place = at(session, event);
      return place && place.nth > 0 ? place : null;
    },
    groupsOf: (session) => [...new Set(session.chronicle.events.flatMap((event) => at(session, event)?.group ?? []))],
  };
}

/** Sets mistakes to `holds` that are no longer missed and whose memory helped. */
function withEffect(groups: MissGroup[], standings: MemoryStanding[]): Pick<MemoryRecord, 'groups' | 'standings'> {
  const holding = new Map<MissGroup, MissGroup>();
  for (const { groups, effect } of standings) {
    if (effect.verdict !== 'helped') continue;
    for (const group of groups) if (group.state === 'too early') holding.set(group, heldAs(group));
  }
  const settled = (group: MissGroup) => holding.get(group) ?? group;
  if (holding.size === 0) return { groups, standings };
  return {
    groups: [
      ...groups.filter((group) => !holding.has(group)),
      ...groups.filter((group) => holding.has(group)).map(settled),
    ],
    standings: standings.map((standing) => ({ ...standing, groups: standing.groups.map(settled) })),
  };
}

const heldAs = memoised((group: MissGroup): MissGroup => ({ ...group, state: 'holds' }));

interface GroupPlace {
  group: MissGroup;
  /** Which of its misses it is, from 1; 0 for a hit. */
  nth: number;
}

/** The places of the misses and hits of these groups. A hit may belong to several: the last one counts. */
function placesIn(groups: readonly MissGroup[]): ReadonlyMap<string, GroupPlace> {
  const places = new Map<string, GroupPlace>();
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

function isAboutMemory({ tag }: ChronicleEvent): boolean {
  return tag === 'MEMORY-MISS' || tag === 'MEMORY-HIT';
}
