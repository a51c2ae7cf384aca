import type { Project } from '#src/project/project.ts';
import { memoised } from '#src/value/memo.ts';
import type { Cluster } from './cluster-decisions.ts';
import { groupName } from './group-name.ts';
import { reasonFor } from './group-reason.ts';
import { inCommon, type Vector, vectorOf } from './likeness.ts';
import type { MemoryTie, ProjectMemories } from './memory-tie.ts';
import type { Occurrence } from './miss-group.ts';
import { featuresOf, isEvidence } from './miss-words.ts';

/** From this likeness on, misses belong together. Found with `npm run bench -- groups`. */
const ALIKE = 0.3;
/** How much of what two misses have most in common does not count. */
const DISCOUNT = 0.4;
/** Misses without a word in common with any other that are taken for granted: the first ones of a project are then weighed much as later ones are. */
const IMAGINED = 300;
/** With so many groups a miss is compared, found by its rarest words. */
const COMPARED = 32;
/** The length of a vector. Whole numbers add up the same in any order, and are taken back without a rest. */
const UNIT = 1 << 20;

/**
 * Groups the misses of a project, which come oldest first. Those that are tied to the same memory belong to one group.
 * Each of the others joins the group that it is most like on average, if it is alike enough, else it begins one of its
 * own. On average, and not one of them, so that a group does not drift from miss to miss. A later miss never moves an
 * earlier one. What is known of the misses before is kept with the memories' project; only what changed, and what came
 * after it, is placed again.
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
  /** The sum of its members' vectors. */
  sum: Vector;
}

/** How many misses have a word, and the groups that have such a miss, in the order in which they came to it. */
interface Holders {
  misses: number;
  groups: Group[];
}

/** The groups of one project so far, to which misses are added in the order of time. */
class Grouping {
  readonly #groups: Group[] = [];
  readonly #groupOfFile = new Map<string, Group>();
  readonly #holders = new Map<string, Holders>();
  readonly #placed: (Tied & { vector: Vector; group: Group })[] = [];

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
    const vector = this.#vectorOf(tied.miss);
    const own = file === undefined ? undefined : this.#groupOfFile.get(file);
    const group = own ?? this.#nearest(vector, file) ?? this.#newGroup();
    group.members.push(tied);
    group.cluster = undefined;
    if (file !== undefined) {
      group.file = file;
      this.#groupOfFile.set(file, group);
    }
    for (const [word, length] of vector) {
      const holders = this.#holdersOf(word);
      const before = group.sum.get(word);
      group.sum.set(word, (before ?? 0) + length);
      holders.misses++;
      if (before === undefined) holders.groups.push(group);
    }
    this.#placed.push({ ...tied, vector, group });
  }

  #takeBack(): void {
    const last = this.#placed.pop();
    if (!last) return;
    const { vector, group, tie } = last;
    group.members.pop();
    group.cluster = undefined;
    if (tie && !group.members.some((member) => member.tie)) {
      group.file = undefined;
      this.#groupOfFile.delete(tie.file);
    }
    for (const [word, length] of vector) {
      const holders = this.#holdersOf(word);
      const rest = (group.sum.get(word) ?? 0) - length;
      group.sum.set(word, rest);
      holders.misses--;
      if (rest > 0) continue;
      group.sum.delete(word);
      holders.groups.pop();
    }
    if (group.members.length === 0) this.#groups.pop();
  }

  #newGroup(): Group {
    const group: Group = { members: [], file: undefined, cluster: undefined, sum: new Map() };
    this.#groups.push(group);
    return group;
  }

  #holdersOf(word: string): Holders {
    const known = this.#holders.get(word);
    if (known) return known;
    const holders = { misses: 0, groups: [] };
    this.#holders.set(word, holders);
    return holders;
  }

  #vectorOf({ event }: Occurrence): Vector {
    const all = this.#placed.length + 1 + IMAGINED;
    const vector = vectorOf(featuresOf(event), (word) => Math.log(all / (this.#holdersOf(word).misses + 1.5)));
    for (const [word, length] of vector) vector.set(word, Math.max(1, Math.round(length * UNIT)));
    return vector;
  }

  /** The group that a miss is most like, if it is alike enough. What is tied to one memory joins no group of another. */
  #nearest(vector: Vector, file: string | undefined): Group | undefined {
    let best: Group | undefined;
    let most = ALIKE * UNIT * UNIT;
    const evidence = new Map([...vector].filter(([word]) => isEvidence(word)));
    for (const group of this.#candidates(evidence)) {
      if (file !== undefined && group.file !== undefined) continue;
      const likeness = inCommon(evidence, group.sum, DISCOUNT) / group.members.length;
      if (likeness > most) [best, most] = [group, likeness];
    }
    return best;
  }

  /** The groups that have the rarest of a miss's words. Of many that have a common word the newest: a mistake comes back soon, or not at all. */
  #candidates(evidence: Vector): Set<Group> {
    const found = new Set<Group>();
    const lists = [...evidence.keys()].map((word) => this.#holdersOf(word).groups);
    for (const groups of lists.sort((a, b) => a.length - b.length)) {
      for (let i = groups.length - 1; i >= 0; i--) {
        const group = groups[i];
        if (group) found.add(group);
        if (found.size >= COMPARED) return found;
      }
    }
    return found;
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
