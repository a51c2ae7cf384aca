import type { Project } from '#src/project/project.ts';
import { memoised } from '#src/value/memo.ts';
import type { Cluster } from './cluster-decisions.ts';
import { groupName } from './group-name.ts';
import type { MemoryTie, ProjectMemories } from './memory-tie.ts';
import type { Occurrence } from './miss-group.ts';
import { Likeness } from './miss-similarity.ts';
import { featuresOf, isEvidence, wordWith } from './miss-words.ts';

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

/** So many words are shown of those that misses have in common. */
const SHOWN = 3;

/** Why these misses, oldest first, stand together: to be read after "Grouped because". */
function reasonFor(misses: readonly Occurrence[], ties: readonly MemoryTie[]): string {
  const [tie] = ties;
  if (!tie) return misses.length === 1 ? 'no other miss is like it' : alike(misses);
  const { file } = tie;
  const named = ties.filter(({ by }) => by === 'name').length;
  if (misses.length === 1) return tie.by === 'name' ? `it names ${file}` : `the ledger ties it to ${file}`;
  if (ties.length < misses.length) {
    const some = named === 0 ? `the ledger ties some to ${file}` : `some name ${file}`;
    return `${some}, and ${alike(misses)}`;
  }
  if (named === 0) return `the ledger ties them to ${file}`;
  return named === misses.length ? `they name ${file}` : `they name ${file} or the ledger ties them to it`;
}

/** `their words are alike: sdkconfig, defaults`, those that most of them have first. */
function alike(misses: readonly Occurrence[]): string {
  const shared = new Map<string, { count: number; weight: number }>();
  for (const { event } of misses) {
    for (const [feature, weight] of featuresOf(event)) {
      const before = shared.get(feature) ?? { count: 0, weight: 0 };
      shared.set(feature, { count: before.count + 1, weight: before.weight + weight });
    }
  }
  const common = [...shared]
    .filter(([feature, { count }]) => count > 1 && isEvidence(feature))
    .sort(([, a], [, b]) => b.weight - a.weight);
  const words: string[] = [];
  for (const [feature] of common) {
    const event = misses.find(({ event }) => featuresOf(event).has(feature))?.event;
    const word = event && wordWith(feature, `${event.text}\n${event.details}`);
    // `Time.now` has said `time` already.
    const isSaid = words.some((said) => said.toLowerCase().includes(word?.toLowerCase() ?? ''));
    if (word !== undefined && !isSaid) words.push(word);
    if (words.length === SHOWN) break;
  }
  return words.length === 0 ? 'they are worded the same' : `their words are alike: ${words.join(', ')}`;
}
