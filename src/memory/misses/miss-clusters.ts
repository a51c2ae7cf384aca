import type { Project } from '#src/lib/project.ts';
import { memoised } from '#src/value/memo.ts';
import { shortHash } from '#src/value/short-hash.ts';
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
/** The length of a vector. Whole numbers add up the same in any order and can be subtracted exactly. */
const UNIT = 1 << 20;

/** How the misses of a project were grouped, as plain data from which another process can go on. */
export interface KeptGrouping {
  /** The words of all vectors. */
  words: string[];
  /** Oldest first. */
  misses: KeptMiss[];
  /** In the order in which they began, with the number of their misses. */
  groups: { misses: number; because: string; name: string }[];
}

interface KeptMiss {
  /** What the miss is, its words included. */
  key: string;
  /** The index of its group. */
  group: number;
  tie: MemoryTie | null;
  /** For each of its words: its index in `words`, and its weight. */
  vector: number[];
}

/**
 * Groups the misses of a project, given oldest first. Misses tied to the same memory are one group. Any other miss joins
 * the group that it resembles most on average, if it is similar enough, or starts a new group. The average keeps a group
 * from drifting from miss to miss. A later miss never moves an earlier one. The grouping is kept with the project; only
 * changed misses and those after them are placed again. In a new process it starts from `kept`, as far as that has the same misses.
 */
export function missClusters(
  misses: readonly Occurrence[],
  memories: ProjectMemories,
  kept?: KeptGrouping | undefined,
): Cluster[] {
  const grouping = groupingOf(memories.project);
  if (kept && grouping.isNew) grouping.resume(misses, kept);
  grouping.follow(misses, memories);
  return grouping.clusters;
}

/** The grouping of a project as it is now, to be kept. */
export function keptGrouping(project: Project): KeptGrouping {
  return groupingOf(project).kept();
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
  readonly #placed: (Tied & { vector: Vector; group: Group })[] = [];
  /** Those that the misses were tied to. */
  #memories: ProjectMemories | undefined;

  get isNew(): boolean {
    return this.#placed.length === 0;
  }

  /** Groups the first of these misses as they were grouped before. */
  resume(misses: readonly Occurrence[], { words, misses: before, groups }: KeptGrouping): void {
    for (const [i, miss] of misses.entries()) {
      const known = before[i];
      if (known?.key !== keyOf(miss)) break;
      const vector: Vector = new Map();
      for (let at = 0; at < known.vector.length; at += 2)
        vector.set(words[known.vector[at] ?? -1] ?? '', known.vector[at + 1] ?? 0);
      this.#add({ miss, tie: known.tie ?? undefined }, vector, this.#groups[known.group] ?? this.#newGroup());
    }
    for (const [i, group] of this.#groups.entries()) {
      const known = groups[i];
      // With as many misses as before, it has the same ones.
      if (known?.misses === group.members.length)
        group.cluster = { misses: group.members.map(({ miss }) => miss), because: known.because, name: known.name };
    }
  }

  kept(): KeptGrouping {
    const words = new Map<string, number>();
    const placeOf = (word: string): number => {
      const place = words.get(word) ?? words.size;
      words.set(word, place);
      return place;
    };
    const groups = new Map(this.#groups.map((group, place) => [group, place]));
    const misses = this.#placed.map(({ miss, tie, vector, group }) => ({
      key: keyOf(miss),
      group: groups.get(group) ?? -1,
      tie: tie ?? null,
      vector: [...vector].flatMap(([word, length]) => [placeOf(word), length]),
    }));
    return {
      words: [...words.keys()],
      misses,
      groups: this.clusters.map(({ misses: { length }, because, name }) => ({ misses: length, because, name })),
    };
  }

  /** Updates the groups to these misses. */
  follow(misses: readonly Occurrence[], memories: ProjectMemories): void {
    let known = 0;
    while (known < misses.length && this.#placed[known]?.miss === misses[known]) known++;
    const same = memories === this.#memories ? known : this.#countTied(misses.slice(0, known), memories);
    // A miss's vector depends on the misses before it, but not on their groups.
    const vectors = this.#placed.slice(same, known).map(({ vector }) => vector);
    while (this.#placed.length > same) this.#takeBack();
    for (const [i, miss] of misses.slice(same).entries()) {
      this.#place({ miss, tie: memories.tie(miss) }, vectors[i] ?? this.#vectorOf(miss));
    }
    this.#memories = memories;
  }

  get clusters(): Cluster[] {
    return this.#groups.map((group) => {
      group.cluster ??= clusterOf(group.members);
      return group.cluster;
    });
  }

  /** How many of these misses, which are placed, are tied to the same memories as before. */
  #countTied(misses: readonly Occurrence[], memories: ProjectMemories): number {
    const changed = misses.findIndex((miss, i) => !isSame(this.#placed[i]?.tie, memories.tie(miss)));
    return changed === -1 ? misses.length : changed;
  }

  #place(tied: Tied, vector: Vector): void {
    const file = tied.tie?.file;
    const own = file === undefined ? undefined : this.#groupOfFile.get(file);
    this.#add(tied, vector, own ?? this.#nearest(vector, file) ?? this.#newGroup());
  }

  #add(tied: Tied, vector: Vector, group: Group): void {
    const file = tied.tie?.file;
    group.members.push(tied);
    group.cluster = undefined;
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
      const use = this.#useOf(word);
      const rest = (group.sum.get(word) ?? 0) - length;
      group.sum.set(word, rest);
      use.misses--;
      if (rest > 0) continue;
      group.sum.delete(word);
      use.groups.pop();
    }
    if (group.members.length === 0) this.#groups.pop();
  }

  #newGroup(): Group {
    const group: Group = { members: [], file: undefined, cluster: undefined, sum: new Map() };
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
    const all = this.#placed.length + 1 + IMAGINED;
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

/** An id tells an event by its first line; the group of a miss depends on its details, too. */
function keyOf({ session, event }: Occurrence): string {
  return `${session.id}#${event.id} ${shortHash(`${event.text}\n${event.details}`)}`;
}

function isSame(a: MemoryTie | undefined, b: MemoryTie | undefined): boolean {
  return a?.file === b?.file && a?.by === b?.by;
}

/** The last cluster that begins with a miss. Most groups are the same again after all misses from some day on were placed again. */
const made = new WeakMap<Occurrence, { members: readonly Tied[]; cluster: Cluster }>();

function clusterOf(members: readonly Tied[]): Cluster {
  const [first] = members;
  const known = first && made.get(first.miss);
  const isKnown =
    known?.members.length === members.length &&
    members.every(({ miss, tie }, i) => miss === known.members[i]?.miss && isSame(tie, known.members[i]?.tie));
  if (isKnown) return known.cluster;
  const misses = members.map(({ miss }) => miss);
  const ties = members.flatMap(({ tie }) => tie ?? []);
  const cluster = { misses, because: reasonFor(misses, ties), name: groupName(misses) };
  if (first) made.set(first.miss, { members: [...members], cluster });
  return cluster;
}
