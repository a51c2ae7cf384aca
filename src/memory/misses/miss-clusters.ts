import type { Cluster } from './cluster-decisions.ts';
import { groupName } from './group-name.ts';
import { reasonFor } from './group-reason.ts';
import { inCommon, type Vector, vectorOf } from './likeness.ts';
import type { MemoryTie, ProjectMemories } from './memory-tie.ts';
import type { Occurrence } from './miss-group.ts';
import { featuresOf, isEvidence } from './miss-words.ts';

/** The least similarity of misses in one group. Tuned with `npm run bench -- groups`. */
const ALIKE = 0.3;
/** The share of the strongest common word that does not count. */
const DISCOUNT = 0.4;
/** Imaginary misses with unique words, so that the first misses of a project are weighed much like later ones. */
const IMAGINED = 300;
/** A miss is compared with at most this many groups, found by its rarest words. */
const COMPARED = 32;
/** The length of a vector. Whole numbers add up the same in any order. */
const UNIT = 1 << 20;

/**
 * Groups the misses of a project, given oldest first. Misses tied to the same memory are one group. Any other miss joins
 * the group that it resembles most on average, if it is similar enough, or starts a new group. The average keeps a group
 * from drifting from miss to miss. A later miss never moves an earlier one.
 */
export function missClusters(misses: readonly Occurrence[], memories: ProjectMemories): Cluster[] {
  const grouping = new Grouping();
  for (const miss of misses) grouping.place({ miss, tie: memories.tie(miss) });
  return grouping.clusters;
}

interface Tied {
  miss: Occurrence;
  tie: MemoryTie | undefined;
}

interface Group {
  members: Tied[];
  /** The memory that its members are tied to, if any of them is. */
  file: string | undefined;
  /** The sum of its members' vectors. */
  sum: Vector;
}

/** How many misses have a word, and the groups with such a miss, in the order in which they got it. */
interface WordUse {
  misses: number;
  groups: Group[];
}

/** The groups of one project, to which misses are added in chronological order. */
class Grouping {
  readonly #groups: Group[] = [];
  readonly #groupOfFile = new Map<string, Group>();
  readonly #uses = new Map<string, WordUse>();
  #placed = 0;

  get clusters(): Cluster[] {
    return this.#groups.map(({ members }) => clusterOf(members));
  }

  place(tied: Tied): void {
    const vector = this.#vectorOf(tied.miss);
    const file = tied.tie?.file;
    const own = file === undefined ? undefined : this.#groupOfFile.get(file);
    const group = own ?? this.#nearest(vector, file) ?? this.#newGroup();
    group.members.push(tied);
    if (file !== undefined) {
      group.file = file;
      this.#groupOfFile.set(file, group);
    }
    for (const [word, length] of vector) {
      const use = this.#useOf(word);
      const before = group.sum.get(word);
      group.sum.set(word, (before ?? 0) + length);
      use.misses++;
      if (before === undefined) use.groups.push(group);
    }
    this.#placed++;
  }

  #newGroup(): Group {
    const group: Group = { members: [], file: undefined, sum: new Map() };
    this.#groups.push(group);
    return group;
  }

  #useOf(word: string): WordUse {
    const known = this.#uses.get(word);
    if (known) return known;
    const use = { misses: 0, groups: [] };
    this.#uses.set(word, use);
    return use;
  }

  #vectorOf({ event }: Occurrence): Vector {
    const all = this.#placed + 1 + IMAGINED;
    const vector = vectorOf(featuresOf(event), (word) => Math.log(all / (this.#useOf(word).misses + 1.5)));
    for (const [word, length] of vector) vector.set(word, Math.max(1, Math.round(length * UNIT)));
    return vector;
  }

  /** The group that a miss resembles most, if similar enough. A miss tied to one memory joins no group of another. */
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

  /** The groups that share the rarest words of a miss. Newer groups first: a mistake is repeated soon, or not at all. */
  #candidates(evidence: Vector): Set<Group> {
    const found = new Set<Group>();
    const lists = [...evidence.keys()].map((word) => this.#useOf(word).groups);
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

function clusterOf(members: readonly Tied[]): Cluster {
  const misses = members.map(({ miss }) => miss);
  const ties = members.flatMap(({ tie }) => tie ?? []);
  return { misses, because: reasonFor(misses, ties), name: groupName(misses) };
}
