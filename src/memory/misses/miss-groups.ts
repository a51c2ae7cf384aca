import type { Session } from '#src/format/session.ts';
import { groupAnchor } from '#src/lib/text/page-address.ts';
import type { MemoryHistory } from '../history.ts';
import { type Cluster, type Clusters, decidedClusters, type UnusedName } from './cluster-decisions.ts';
import { byUrgency, groupState, memoryLife, missKinds, NO_LIFE } from './group-state.ts';
import { type ProjectMemories, projectMemories } from './memory-tie.ts';
import { missClusters } from './miss-clusters.ts';
import type { MissGroup, Occurrence } from './miss-group.ts';
import { compareOccurrences, type MemoryEvents, memoryEvents, occurrenceName } from './occurrences.ts';

interface Given {
  /** Newest first. */
  sessions: readonly Session[];
  histories: readonly MemoryHistory[];
  clusters: Clusters;
}

/**
 * Groups the misses of all attended sessions, in the order in which pages list them: by state, repeated mistakes first
 * among those without a rule, then the newest last miss first. `unused` are names in the owner's decisions that match
 * nothing.
 *
 * In a project, misses are one group if they name the same memory or the ledger links them to it, if they are worded
 * alike, or if the owner merged them. The same misses always give the same groups, in any order of sessions.
 */
export function missGroups({ sessions, histories, clusters }: Given): {
  groups: MissGroup[];
  unused: UnusedName[];
} {
  const projects = memoryEvents(sessions).map((events) => new ProjectMisses(events, histories));
  const decided = decidedClusters(
    projects.flatMap(({ clusters }) => clusters),
    clusters,
  );
  const newest = sessions.reduce((latest, { chronicle }) => max(latest, chronicle.frontMatter.date), '');
  const bySlug = new Map(projects.map((project) => [project.slug, project]));
  const groups = decided.clusters.flatMap((cluster) => {
    const [oldest] = cluster.misses;
    const project = oldest && bySlug.get(oldest.session.project.slug);
    return project ? [{ cluster, group: project.group(cluster, oldest, newest.slice(0, 4)) }] : [];
  });
  return { groups: inOrder(groups), unused: decided.unused };
}

class ProjectMisses {
  readonly slug: string;
  readonly clusters: Cluster[];
  readonly #memories: ProjectMemories;
  readonly #hits: ReadonlyMap<string, Occurrence[]>;

  constructor({ project, misses, hits }: MemoryEvents, histories: readonly MemoryHistory[]) {
    this.slug = project.slug;
    this.#memories = projectMemories(project, histories);
    this.clusters = missClusters(misses, this.#memories);
    this.#hits = this.#memories.hitsByFile(hits);
  }

  /** The group of a cluster. */
  group(cluster: Cluster, oldest: Occurrence, year: string): MissGroup {
    const file = this.#memoryOf(cluster.misses);
    const memory = file === undefined ? null : this.#memories.history(file);
    const hits = (file !== undefined && this.#hits.get(file)) || [];
    const { misses, because, name } = cluster;
    const id = occurrenceName(oldest);
    const life = memory ? memoryLife(memory) : NO_LIFE;
    return {
      id,
      anchor: groupAnchor(id),
      project: oldest.session.project,
      name,
      memory,
      because,
      misses: missKinds(misses, life),
      hits,
      flags: life.flags,
      ...groupState({ misses, hits, memory, life, year }),
    };
  }

  /** The memory that most of the misses are tied to; in a tie, the one with the older miss. */
  #memoryOf(misses: readonly Occurrence[]): string | undefined {
    const counts = new Map<string, number>();
    for (const miss of misses) {
      const file = this.#memories.tie(miss)?.file;
      if (file !== undefined) counts.set(file, (counts.get(file) ?? 0) + 1);
    }
    return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0];
  }
}

interface Placed {
  cluster: Cluster;
  group: MissGroup;
}

function inOrder(groups: Placed[]): MissGroup[] {
  groups.sort((a, b) => {
    const [left, right] = [a.cluster.misses.at(-1), b.cluster.misses.at(-1)];
    return byUrgency(a.group, b.group) || (left && right ? compareOccurrences(right, left) : 0);
  });
  return withOwnAnchors(groups.map(({ group }) => group));
}

/** Two groups can have the same id if a file was copied; on a page each needs its own anchor. */
function withOwnAnchors(groups: readonly MissGroup[]): MissGroup[] {
  const taken = new Set<string>();
  return groups.map((group) => {
    const name = group.misses[0]?.session.name;
    const isTaken = taken.has(group.anchor);
    const anchor = isTaken ? groupAnchor(`${group.id}\n${group.project.slug}\n${name}`) : group.anchor;
    taken.add(anchor);
    return isTaken ? { ...group, anchor } : group;
  });
}

function max(a: string, b: string): string {
  return a > b ? a : b;
}
