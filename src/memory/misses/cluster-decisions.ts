import type { ExcerptLine } from '#src/format/session.ts';
import { oneLine } from '#src/lib/text/clip.ts';
import { groupName } from './group-name.ts';
import type { Occurrence } from './miss-group.ts';
import { compareOccurrences, occurrenceName } from './occurrences.ts';

/**
 * The owner's decisions about mistakes, in `<config>/session-chronicle/clusters.yml`. A group is named by any of its
 * misses, as `<session_id, or at least its first six characters>#<event id>`:
 *
 *     rename:
 *       3f6c0a12#e-80a7bf: Edits an applied migration
 *     merge:
 *       - [3f6c0a12#e-80a7bf, 77aa01bc#e-414361]
 *
 * `merge` combines the groups of these misses.
 */

export interface Clusters {
  rename: { miss: MissName; name: string }[];
  merge: MissName[][];
}

/** A miss as the owner named it, with its place in the file. */
export interface MissName {
  name: string;
  line: number;
  column: number;
  /** The lines around it. */
  excerpt: ExcerptLine[];
}

export const NO_CLUSTERS: Clusters = { rename: [], merge: [] };

/** Whether the owner decided anything. */
export function namesMisses({ rename, merge }: Clusters): boolean {
  return rename.length + merge.length > 0;
}

/** A group of misses of one project, oldest first, with the reason for grouping them. */
export interface Cluster {
  misses: Occurrence[];
  because: string;
  name: string;
}

/** A decision that cannot be applied, with the reason as the end of a sentence. */
export interface UnusedName {
  name: MissName;
  fault: string;
}

/**
 * Applies the owner's decisions: first merges, then renames. If decisions contradict each other, the last one
 * counts.
 */
export function decidedClusters(
  found: readonly Cluster[],
  decisions: Clusters,
): { clusters: Cluster[]; unused: UnusedName[] } {
  if (!namesMisses(decisions)) return { clusters: [...found], unused: [] };
  const board = new ClusterBoard(found);
  for (const names of decisions.merge) board.merge(board.resolve(names));
  for (const { miss, name } of decisions.rename) board.rename(board.resolve([miss]), name);
  return { clusters: board.clusters, unused: board.unused };
}

class ClusterBoard {
  readonly unused: UnusedName[] = [];
  readonly #clusterOf = new Map<Occurrence, Cluster>();
  readonly #byEventId = new Map<string, Occurrence[]>();

  constructor(found: readonly Cluster[]) {
    for (const cluster of found) this.#place(cluster);
    for (const miss of this.#clusterOf.keys()) {
      const { id } = miss.event;
      const same = this.#byEventId.get(id);
      if (same) same.push(miss);
      else this.#byEventId.set(id, [miss]);
    }
  }

  get clusters(): Cluster[] {
    return [...new Set(this.#clusterOf.values())];
  }

  /** The misses with these names. Names of another project than the first one's are refused. */
  resolve(names: readonly MissName[]): Occurrence[] {
    const misses: Occurrence[] = [];
    for (const name of names) {
      const { misses: named, fault } = this.#named(name, misses[0]);
      if (fault === null) misses.push(...named);
      else this.unused.push({ name, fault });
    }
    return misses;
  }

  merge(misses: readonly Occurrence[]): void {
    const clusters = new Set(misses.flatMap((miss) => this.#clusterOf.get(miss) ?? []));
    if (clusters.size < 2) return;
    const all = [...clusters].flatMap((cluster) => cluster.misses).sort(compareOccurrences);
    this.#place({ misses: all, because: 'you merged them', name: groupName(all) });
  }

  rename(misses: readonly Occurrence[], name: string): void {
    const cluster = misses[0] && this.#clusterOf.get(misses[0]);
    if (cluster) this.#place({ ...cluster, name: oneLine(name) });
  }

  #place(cluster: Cluster): void {
    for (const miss of cluster.misses) this.#clusterOf.set(miss, cluster);
  }

  #named({ name }: MissName, first: Occurrence | undefined): { misses: Occurrence[]; fault: string | null } {
    const [prefix = '', id = ''] = name.split('#');
    const misses = (this.#byEventId.get(id) ?? []).filter(({ session }) => session.id.startsWith(prefix));
    const exact = misses.filter(({ session }) => session.id === prefix);
    const named = exact.length > 0 ? exact : misses;
    // Two files may share an id by mistake. A name then means the miss in both.
    const isAmbiguous = new Set(named.map(occurrenceName)).size > 1;
    const project = (first ?? named[0])?.session.project.slug;
    if (named.length === 0) return { misses: [], fault: `there is no miss ${name}` };
    if (isAmbiguous) return { misses: [], fault: `${name} matches more than one miss` };
    const here = named.filter(({ session }) => session.project.slug === project);
    return here.length > 0
      ? { misses: here, fault: null }
      : { misses: [], fault: `${name} belongs to another project than the first miss of the list` };
  }
}
