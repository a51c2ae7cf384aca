import type { Project } from '#src/project/project.ts';
import { memoised } from '#src/value/memo.ts';
import type { Cluster } from './cluster-decisions.ts';
import { groupName } from './group-name.ts';
import type { MemoryTie, ProjectMemories } from './memory-tie.ts';
import type { Occurrence } from './miss-group.ts';
import { reasonFor } from './miss-reason.ts';
import { Likeness } from './miss-similarity.ts';
import { featuresOf } from './miss-words.ts';

/**
 * Groups the misses of a project, which come oldest first. Those that are tied to the same memory stand
 * together, and with them those that are worded alike and tied to none. What is known of the misses
 * before is kept with the memories' project; only what changed, and what came after it, is placed again.
 */
export function missClusters(misses: readonly Occurrence[], memories: ProjectMemories): Cluster[] {
  const grouping = groupingOf(memories.project);
  grouping.follow(misses.map((miss) => ({ miss, tie: memories.tie(miss) })));
  return grouping.clusters;
}

const groupingOf = memoised((_project: Project) => new Grouping());

interface Tied {
  miss: Occurrence;
  tie: MemoryTie | undefined;
}

interface Group {
  members: Tied[];
  /** The memory that its members are tied to, if any of them is. */
  file: string | undefined;
  cluster: Cluster | undefined;
}

class Grouping {
  readonly #likeness = new Likeness();
  readonly #groups: Group[] = [];
  readonly #groupOfFile = new Map<string, number>();
  readonly #placed: (Tied & { group: number; isFirstOfFile: boolean })[] = [];

  /** Brings the groups to where they are with these misses. */
  follow(misses: readonly Tied[]): void {
    let same = 0;
    while (isSame(this.#placed[same], misses[same])) same++;
    while (this.#placed.length > same) this.#takeBack();
    for (const miss of misses.slice(same)) this.#place(miss);
  }

  get clusters(): Cluster[] {
    return this.#groups.map((group) => {
      group.cluster ??= clusterOf(group.members);
      return group.cluster;
    });
  }

  #place(tied: Tied): void {
    const file = tied.tie?.file;
    const own = file === undefined ? undefined : this.#groupOfFile.get(file);
    const index = this.#likeness.place(
      featuresOf(tied.miss.event),
      (nearest) => own ?? nearest((group) => file === undefined || this.#groups[group]?.file === undefined),
    );
    const group = this.#groups[index] ?? { members: [], file, cluster: undefined };
    this.#groups[index] = group;
    group.members.push(tied);
    group.cluster = undefined;
    const isFirstOfFile = file !== undefined && own === undefined;
    if (isFirstOfFile) {
      group.file = file;
      this.#groupOfFile.set(file, index);
    }
    this.#placed.push({ ...tied, group: index, isFirstOfFile });
  }

  #takeBack(): void {
    this.#likeness.takeBack();
    const last = this.#placed.pop();
    const group = last && this.#groups[last.group];
    if (!group) return;
    group.members.pop();
    group.cluster = undefined;
    if (last.isFirstOfFile && last.tie) {
      group.file = undefined;
      this.#groupOfFile.delete(last.tie.file);
    }
    if (group.members.length === 0) this.#groups.pop();
  }
}

function isSame(a: Tied | undefined, b: Tied | undefined): boolean {
  if (!a || !b) return false;
  return a.miss === b.miss && a.tie?.file === b.tie?.file && a.tie?.by === b.tie?.by;
}

function clusterOf(members: readonly Tied[]): Cluster {
  const misses = members.map(({ miss }) => miss);
  const ties = members.flatMap(({ tie }) => tie ?? []);
  return { misses, because: reasonFor(misses, ties), name: groupName(misses) };
}
