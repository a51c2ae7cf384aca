import type { ChronicleEvent } from '#src/chronicle/chronicle.ts';
import type { Session } from '#src/chronicle/session.ts';
import { isLogged } from '#src/format/event-source.ts';
import { changedItems } from '#src/value/changed-items.ts';
import { isSameList } from '#src/value/is-same-list.ts';
import { keptParts } from '#src/value/kept-parts.ts';
import { memoised } from '#src/value/memo.ts';
import type { MemoryStanding } from '../effect/memory-standing.ts';
import { memoryStandings } from '../effect/memory-standings.ts';
import { type MemoryChange, type MemoryFile, type MemoryHistory, memoryHistories } from '../ledger/memory-history.ts';
import type { Clusters } from './cluster-decisions.ts';
import { type MemoryTrends, memoryTrends } from './memory-trends.ts';
import type { MissGroup } from './miss-group.ts';
import { missGroups } from './miss-groups.ts';

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
  const { histories, unused, ...found } = grouped(given);
  const { groups, standings } = withEffect(
    found.groups,
    memoryStandings({ ...given, record: { ...found, histories } }),
  );
  let places: ReadonlyMap<string, GroupPlace>[] | undefined;
  const at = (session: Session, event: ChronicleEvent): GroupPlace | undefined => {
    if (!isAboutMemory(event)) return undefined;
    const key = eventKey(session, event);
    // A hit may belong to several groups: the last one counts.
    places ??= keptParts(groups).map(placesIn).reverse();
    for (const found of places) {
      const place = found.get(key);
      if (place) return place;
    }
    return undefined;
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

/**
 * Sets mistakes to `holds` that are no longer missed and whose memory helped. Unlike the grouping, this depends on every
 * session.
 */
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

type Grouped = Pick<MemoryRecord, 'groups' | 'histories' | 'unused'>;

let last: { parts: readonly (readonly Session[])[]; ledger: string; clusters: string; value: Grouped } | undefined;

/** The groups of an archive, kept until its misses, hits or memories change. */
function grouped({ sessions, memory, clusters }: Given): Grouped {
  const [parts, ledger, decisions] = [keptParts(sessions), ledgerMarks(memory), JSON.stringify(clusters)];
  if (last && last.ledger === ledger && last.clusters === decisions && isSameMemory(last.parts, parts)) {
    last = { ...last, parts };
    return last.value;
  }
  const before = last?.value.histories ?? [];
  const histories =
    last?.ledger === ledger ? before : keptHistories(memoryHistories(memory.changes, memory.files), before);
  const { groups, unused } = missGroups({ sessions, histories, clusters });
  last = { parts, ledger, clusters: decisions, value: { groups, histories, unused } };
  return last.value;
}

/** Whether the sessions that changed say the same about memory. */
function isSameMemory(before: readonly (readonly Session[])[], now: readonly (readonly Session[])[]): boolean {
  const { gone, fresh, moved } = changedItems(before, now);
  const marksOf = (sessions: Iterable<Session>) => Array.from(sessions, memoryMarks).filter((marks) => marks !== '');
  return moved.length === 0 && isSameList(marksOf(gone), marksOf(fresh));
}

/** Everything in ledgers and memories that affects the groups, as text: not the texts of memories. */
const ledgerMarks = memoised(({ changes, files }: Given['memory']): string => {
  return JSON.stringify([changes, files.map(({ project, file, fileDate }) => ({ project, file, fileDate }))]);
});

/** Those that are the same as before, as the same objects. */
function keptHistories(histories: readonly MemoryHistory[], before: readonly MemoryHistory[]): MemoryHistory[] {
  const known = new Map(before.map((history) => [`${history.project.slug}\n${history.file}`, history]));
  return histories.map((history) => {
    const same = known.get(`${history.project.slug}\n${history.file}`);
    return same && same.project === history.project && JSON.stringify(same) === JSON.stringify(history)
      ? same
      : history;
  });
}

interface GroupPlace {
  group: MissGroup;
  /** Which of its misses it is, from 1; 0 for a hit. */
  nth: number;
}

/** The places of the misses and hits of some groups. */
const placesIn = memoised((part: readonly MissGroup[]): ReadonlyMap<string, GroupPlace> => {
  const places = new Map<string, GroupPlace>();
  for (const group of part) {
    for (const { session, event } of group.hits) places.set(eventKey(session, event), { group, nth: 0 });
    for (const [i, { session, event }] of group.misses.entries()) {
      places.set(eventKey(session, event), { group, nth: i + 1 });
    }
  }
  return places;
});

function eventKey({ project, name }: Session, { id }: ChronicleEvent): string {
  return `${project.slug}/${name}#${id}`;
}

/** Everything in a session that affects the groups, as text; empty if it has no miss and no hit. */
function memoryMarks(session: Session): string {
  const events = session.chronicle.events.filter((event) => isAboutMemory(event) && isLogged(event));
  return events.length === 0 ? '' : JSON.stringify([placeOf(session), events]);
}

function isAboutMemory({ tag }: ChronicleEvent): boolean {
  return tag === 'MEMORY-MISS' || tag === 'MEMORY-HIT';
}

function placeOf({ id, project, name, chronicle }: Session): unknown {
  const { attended, started, utc_offset: offset } = chronicle.frontMatter;
  return [id, project, name, attended, started, offset];
}
