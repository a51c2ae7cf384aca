/**
 * Which misses of a project are one mistake: those tied to the same memory, because they name it or its history lists them, and
 * those that are worded alike. The same misses always give the same groups; a later miss never moves an earlier one.
 */
import type { ChronicleEvent } from '#src/format/chronicle.ts';
import { featuresOf, inCommon, isEvidence, type Vector, vectorOf } from '#src/format/event-words.ts';
import { compare } from '#src/lib/compare.ts';
import { memoised } from '#src/lib/memo.ts';
import type { Project } from '#src/lib/project.ts';
import type { MemoryHistory } from './history.ts';
import { mistakeName, reasonFor } from './mistake-words.ts';
import { type MemoryEvent, type Occurrence, occurrenceName } from './misses.ts';
import { type NamedFile, namedFiles } from './named-files.ts';

/** Misses that are one mistake, oldest first, at least one. */
export interface MissGroup {
  misses: MemoryEvent[];
  /** Why: `they name feedback_money.md`. */
  because: string;
  name: string;
}

/** The least similarity of misses in one group. Tuned with `npm run bench -- groups`. */
const ALIKE = 0.3;
/** The share of the strongest common word that does not count. */
const DISCOUNT = 0.4;
/** Imaginary misses with unique words, so that the first misses of a project are weighed much like later ones. */
const IMAGINED = 300;
/** A miss is compared with at most this many groups, found by its rarest words. */
const COMPARED = 32;

/** Groups the misses of a project, given oldest first. */
export function groupMisses(misses: readonly MemoryEvent[], memories: ProjectMemories): MissGroup[] {
  const ties = misses.map((miss) => memories.tie(miss));
  const groups = groupNumbers(misses, ties);
  return [...Map.groupBy(misses.keys(), (i) => groups[i] ?? 0).values()].map((members) => {
    const own = members.flatMap((i) => misses[i] ?? []);
    const file = members.map((i) => ties[i]).find((tie) => tie !== undefined);
    return { misses: own, name: mistakeName(own), because: reasonFor(own, file) };
  });
}

interface Group {
  number: number;
  size: number;
  /** The memory that its members are tied to, if any of them is. */
  file: string | undefined;
  /** The sum of its members' vectors. */
  sum: Vector;
}

/**
 * The number of each miss's group. Misses tied to the same memory are one group. Any other miss joins the group that it resembles
 * most on average, if it is similar enough, or starts a new group. The average keeps a group from drifting from miss to miss.
 */
function groupNumbers(misses: readonly MemoryEvent[], ties: readonly (string | undefined)[]): number[] {
  let groups = 0;
  const groupOfFile = new Map<string, Group>();
  /** How many misses have a word, and the groups with such a miss, in the order in which they got it. */
  const uses = new Map<string, { misses: number; groups: Group[] }>();
  return misses.map(({ event }, placed) => {
    const file = ties[placed];
    const rarity = (word: string) => Math.log((placed + 1 + IMAGINED) / ((uses.get(word)?.misses ?? 0) + 1.5));
    const vector = vectorOf(featuresOf(event), rarity);
    const known = (file === undefined ? undefined : groupOfFile.get(file)) ?? nearest(vector, file);
    const group = known ?? { number: groups++, size: 0, file: undefined, sum: new Map() };
    group.size++;
    if (file !== undefined) {
      group.file = file;
      groupOfFile.set(file, group);
    }
    for (const [word, length] of vector) {
      const use = uses.get(word) ?? { misses: 0, groups: [] };
      uses.set(word, use);
      use.misses++;
      const sum = group.sum.get(word);
      if (sum === undefined) use.groups.push(group);
      group.sum.set(word, (sum ?? 0) + length);
    }
    return group.number;
  });

  /** The group that a miss resembles most, if similar enough. A miss tied to one memory joins no group of another. */
  function nearest(vector: Vector, file: string | undefined): Group | undefined {
    const evidence = new Map([...vector].filter(([word]) => isEvidence(word)));
    let [best, most]: [Group | undefined, number] = [undefined, ALIKE];
    for (const group of withRarestWords(evidence)) {
      if (file !== undefined && group.file !== undefined) continue;
      const likeness = inCommon(evidence, group.sum, DISCOUNT) / group.size;
      if (likeness > most) [best, most] = [group, likeness];
    }
    return best;
  }

  /** The groups that share the rarest words of a miss. Newer groups first: a mistake is repeated soon, or not at all. */
  function withRarestWords(evidence: Vector): Set<Group> {
    const found = new Set<Group>();
    const lists = [...evidence.keys()].map((word) => uses.get(word)?.groups ?? []);
    for (const list of lists.sort((a, b) => a.length - b.length)) {
      for (let i = list.length - 1; i >= 0; i--) {
        const group = list[i];
        if (group) found.add(group);
        if (found.size >= COMPARED) return found;
      }
    }
    return found;
  }
}

/** The memories of each project among these histories, by the project's slug. */
export const memoriesByProject = memoised((histories: readonly MemoryHistory[]) => {
  const byProject = Map.groupBy(histories, ({ project }) => project.slug);
  const made = new Map<string, ProjectMemories>();
  return (project: Project): ProjectMemories => {
    const memories = made.get(project.slug) ?? new ProjectMemories(project, byProject.get(project.slug) ?? []);
    made.set(project.slug, memories);
    return memories;
  };
});

/** The memories of one project, and which events belong to them. */
class ProjectMemories {
  readonly project: Project;
  /** By file name in lower case. */
  readonly #histories = new Map<string, MemoryHistory>();
  /** The memories whose lines of history list an event, the earliest line first. */
  readonly #listed = new Map<string, string[]>();

  constructor(project: Project, histories: readonly MemoryHistory[]) {
    this.project = project;
    for (const history of histories) this.#histories.set(history.file.toLowerCase(), history);
    const changes = histories.flatMap((history) => history.changes);
    for (const { file, events } of changes.sort((a, b) => compare(a.at, b.at) || compare(a.file, b.file)))
      for (const event of events) this.#listed.set(event, [...(this.#listed.get(event) ?? []), file]);
  }

  /** The memory that an event belongs to: one that it names, else one whose history lists it. If it names several memories, the first known one, else the first; names in its text precede those in its details. */
  tie(occurrence: Occurrence): string | undefined {
    for (const part of filesOf(occurrence.event)) {
      const names = this.#known(part);
      const file = names.find((name) => this.#histories.has(name.toLowerCase())) ?? names[0];
      if (file !== undefined) return file;
    }
    return this.#listed.get(occurrenceName(occurrence))?.[0];
  }

  /** Every memory that an event names or that history links to it. */
  all(occurrence: Occurrence): ReadonlySet<string> {
    const listed = this.#listed.get(occurrenceName(occurrence)) ?? [];
    return new Set([...this.#known(filesOf(occurrence.event).flat()), ...listed]);
  }

  /** These hits of the project by the memories that they belong to. */
  readonly hitsByFile = memoised((hits: readonly Occurrence[]): ReadonlyMap<string, Occurrence[]> => {
    const byFile = new Map<string, Occurrence[]>();
    for (const hit of hits)
      for (const file of this.all(hit)) {
        const own = byFile.get(file) ?? [];
        own.push(hit);
        byFile.set(file, own);
      }
    return byFile;
  });

  /** The history of a memory; empty for one that is only named. */
  history(file: string): MemoryHistory {
    return this.#histories.get(file.toLowerCase()) ?? { project: this.project, file, born: null, changes: [] };
  }

  #known(named: readonly NamedFile[]): string[] {
    return named
      .filter(({ file, isSure }) => isSure || this.#histories.has(file))
      .map(({ file }) => this.#histories.get(file)?.file ?? file);
  }
}

/** The files named in an event's text, then those in its details. Cached per event. */
const filesOf = memoised((event: ChronicleEvent): readonly NamedFile[][] => [
  namedFiles(event.text),
  namedFiles(event.details),
]);
