/**
 * Mistakes: the misses of an archive that belong together, the unit in which memory is measured. In a project, misses are one
 * mistake if they name the same memory or its history links them to it, if they are worded alike, or if the owner merged them.
 * They are grouped anew each time; the same misses always give the same groups, in any order of sessions.
 */
import type { ChronicleEvent } from '#src/format/chronicle.ts';
import type { Session } from '#src/format/session.ts';
import { compare } from '#src/lib/compare.ts';
import { memoised } from '#src/lib/memo.ts';
import type { Project } from '#src/lib/project.ts';
import { groupAnchor } from '#src/lib/text/page-address.ts';
import { type NamedFile, namedFiles } from './named-files.ts';
import { type Clusters, decidedClusters, type UnusedName } from './clusters.ts';
import type { MemoryHistory } from './history.ts';
import {
  type Cluster,
  compareOccurrences,
  groupName,
  memoryEvents,
  type MemoryTie,
  type MissGroup,
  type Occurrence,
  occurrenceName,
  reasonFor,
} from './occurrences.ts';
import { byUrgency, groupState, memoryLife, missKinds, NO_LIFE } from './mistake-state.ts';
import { featuresOf, inCommon, isEvidence, type Vector, vectorOf } from '#src/format/event-words.ts';

interface Given {
  /** Newest first. */
  sessions: readonly Session[];
  histories: readonly MemoryHistory[];
  clusters: Clusters;
}

/**
 * The mistakes of all attended sessions, in the order in which pages list them: by state, repeated mistakes first
 * among those without a memory, then the newest last miss first. `unused` are names in the owner's decisions that match
 * nothing.
 */
export function missGroups({ sessions, histories, clusters }: Given): { groups: MissGroup[]; unused: UnusedName[] } {
  const events = memoryEvents(sessions);
  const found = events.flatMap(({ project, misses }) => clustersOf(misses, projectMemories(project, histories)));
  const decided = decidedClusters(found, clusters);
  const hitsOf = new Map(events.map(({ project, hits }) => [project.slug, hits]));
  const year = sessions.reduce(
    (
      latest,
      {
        chronicle: {
          frontMatter: { date },
        },
      },
    ) => (date > latest ? date : latest),
    '',
  );
  const placed = decided.clusters.map((cluster) => {
    const { project } = cluster.misses[0].session;
    const memories = projectMemories(project, histories);
    const group = groupOf(cluster, memories, hitsOf.get(project.slug) ?? [], year.slice(0, 4));
    return { group, last: cluster.misses.at(-1) ?? cluster.misses[0] };
  });
  placed.sort((a, b) => byUrgency(a.group, b.group) || compareOccurrences(b.last, a.last));
  return { groups: withOwnAnchors(placed.map(({ group }) => group)), unused: decided.unused };
}

function groupOf(cluster: Cluster, memories: ProjectMemories, hits: readonly Occurrence[], year: string): MissGroup {
  const file = commonMemory(cluster.misses, memories);
  const memory = file === undefined ? null : memories.history(file);
  const own = (file !== undefined && memories.hitsByFile(hits).get(file)) || [];
  const { misses, because, name } = cluster;
  const id = occurrenceName(misses[0]);
  const life = memory ? memoryLife(memory) : NO_LIFE;
  return {
    ...{ id, anchor: groupAnchor(id), project: misses[0].session.project, name, memory, because },
    ...{ misses: missKinds(misses, life), hits: own, flags: life.flags },
    ...groupState({ misses, hits: own, memory, life, year }),
  };
}

/** The memory that most of the misses are tied to; in a tie, the one with the older miss. */
function commonMemory(misses: readonly Occurrence[], memories: ProjectMemories): string | undefined {
  const counts = new Map<string, number>();
  for (const miss of misses) {
    const file = memories.tie(miss)?.file;
    if (file !== undefined) counts.set(file, (counts.get(file) ?? 0) + 1);
  }
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0];
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

/** The least similarity of misses in one group. Tuned with `npm run bench -- groups`. */
const ALIKE = 0.3;
/** The share of the strongest common word that does not count. */
const DISCOUNT = 0.4;
/** Imaginary misses with unique words, so that the first misses of a project are weighed much like later ones. */
const IMAGINED = 300;
/** A miss is compared with at most this many groups, found by its rarest words. */
const COMPARED = 32;

interface Group {
  members: { miss: Occurrence; tie: MemoryTie | undefined }[];
  /** The memory that its members are tied to, if any of them is. */
  file: string | undefined;
  /** The sum of its members' vectors. */
  sum: Vector;
}

/**
 * Groups the misses of a project, given oldest first. Misses tied to the same memory are one group. Any other miss joins
 * the group that it resembles most on average, if it is similar enough, or starts a new group. The average keeps a group
 * from drifting from miss to miss. A later miss never moves an earlier one.
 */
function clustersOf(misses: readonly Occurrence[], memories: ProjectMemories): Cluster[] {
  const groups: Group[] = [];
  const groupOfFile = new Map<string, Group>();
  /** How many misses have a word, and the groups with such a miss, in the order in which they got it. */
  const uses = new Map<string, { misses: number; groups: Group[] }>();
  for (const [placed, miss] of misses.entries()) {
    const tie = memories.tie(miss);
    const own = tie && groupOfFile.get(tie.file);
    const rarity = (word: string) => Math.log((placed + 1 + IMAGINED) / ((uses.get(word)?.misses ?? 0) + 1.5));
    const vector = vectorOf(featuresOf(miss.event), rarity);
    let group = own ?? nearest(vector, tie?.file);
    if (!group) {
      group = { members: [], file: undefined, sum: new Map() };
      groups.push(group);
    }
    group.members.push({ miss, tie });
    if (tie) {
      group.file = tie.file;
      groupOfFile.set(tie.file, group);
    }
    for (const [word, length] of vector) {
      const use = uses.get(word) ?? { misses: 0, groups: [] };
      uses.set(word, use);
      use.misses++;
      if (!group.sum.has(word)) use.groups.push(group);
      group.sum.set(word, (group.sum.get(word) ?? 0) + length);
    }
  }
  return groups.flatMap(({ members }): Cluster[] => {
    const [first, ...others] = members.map(({ miss }) => miss);
    if (!first) return [];
    const ties = members.flatMap(({ tie }) => tie ?? []);
    return [
      { misses: [first, ...others], because: reasonFor([first, ...others], ties), name: groupName([first, ...others]) },
    ];
  });

  /** The group that a miss resembles most, if similar enough. A miss tied to one memory joins no group of another. */
  function nearest(vector: Vector, file: string | undefined): Group | undefined {
    const evidence = new Map([...vector].filter(([word]) => isEvidence(word)));
    let [best, most]: [Group | undefined, number] = [undefined, ALIKE];
    for (const group of candidates(evidence)) {
      if (file !== undefined && group.file !== undefined) continue;
      const likeness = inCommon(evidence, group.sum, DISCOUNT) / group.members.length;
      if (likeness > most) [best, most] = [group, likeness];
    }
    return best;
  }

  /** The groups that share the rarest words of a miss. Newer groups first: a mistake is repeated soon, or not at all. */
  function candidates(evidence: Vector): Set<Group> {
    const found = new Set<Group>();
    const lists = [...evidence.keys()].map((word) => uses.get(word)?.groups ?? []);
    for (const list of lists.sort((a, b) => a.length - b.length)) {
      for (const group of list.toReversed()) {
        found.add(group);
        if (found.size >= COMPARED) return found;
      }
    }
    return found;
  }
}

/** The memories of a project among these histories, kept with them. */
export function projectMemories(project: Project, histories: readonly MemoryHistory[]): ProjectMemories {
  const { bySlug, made } = memoriesOf(histories);
  const memories = made.get(project) ?? new ProjectMemories(project, bySlug.get(project.slug) ?? []);
  made.set(project, memories);
  return memories;
}

const memoriesOf = memoised((histories: readonly MemoryHistory[]) => ({
  bySlug: Map.groupBy(histories, ({ project }) => project.slug),
  made: new Map<Project, ProjectMemories>(),
}));

/** The memories of one project, and which events belong to them. */
export class ProjectMemories {
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

  /** If an event names several memories, the first known one, else the first; names in its text precede those in its details. */
  tie(occurrence: Occurrence): MemoryTie | undefined {
    for (const part of filesOf(occurrence.event)) {
      const names = this.#known(part);
      const file = names.find((name) => this.#histories.has(name.toLowerCase())) ?? names[0];
      if (file !== undefined) return { file, by: 'name' };
    }
    const [file] = this.#listed.get(occurrenceName(occurrence)) ?? [];
    return file === undefined ? undefined : { file, by: 'history' };
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
        const known = byFile.get(file);
        if (known) known.push(hit);
        else byFile.set(file, [hit]);
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
