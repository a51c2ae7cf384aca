import type { ChronicleEvent } from '#src/format/chronicle.ts';
import type { Project } from '#src/lib/project.ts';
import { compare } from '#src/lib/compare.ts';
import { memoised } from '#src/lib/memo.ts';
import type { MemoryHistory } from '../history.ts';
import type { Occurrence } from './miss-group.ts';
import { type NamedFile, namedFiles } from './named-memory.ts';
import { occurrenceName } from './occurrences.ts';

/** An event's tie to a memory: it names the file, or a line of the ledger lists the event. */
export interface MemoryTie {
  file: string;
  by: 'name' | 'ledger';
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
  /** The memories whose ledger lines list an event, the earliest line first. */
  readonly #listed = new Map<string, string[]>();
  /** Every memory of an event that was asked for. */
  readonly #all = new WeakMap<Occurrence, ReadonlySet<string>>();
  #hits: { of: readonly Occurrence[]; byFile: ReadonlyMap<string, Occurrence[]> } | undefined;

  constructor(project: Project, histories: readonly MemoryHistory[]) {
    this.project = project;
    for (const history of histories) this.#histories.set(history.file.toLowerCase(), history);
    const changes = histories.flatMap((history) => history.changes);
    for (const { file, events } of changes.sort((a, b) => compare(a.at, b.at) || compare(a.file, b.file))) {
      for (const event of events) this.#listed.set(event, [...(this.#listed.get(event) ?? []), file]);
    }
  }

  /** If an event names several memories, the first known one, else the first; names in its text precede those in its details. */
  tie(occurrence: Occurrence): MemoryTie | undefined {
    for (const part of filesOf(occurrence.event)) {
      const names = this.#known(part);
      const file = names.find((name) => this.#histories.has(name.toLowerCase())) ?? names[0];
      if (file !== undefined) return { file, by: 'name' };
    }
    const [file] = this.#listing(occurrence);
    return file === undefined ? undefined : { file, by: 'ledger' };
  }

  /** Every memory that an event names or that the ledger links to it. */
  all(occurrence: Occurrence): ReadonlySet<string> {
    const known = this.#all.get(occurrence);
    if (known) return known;
    const files = new Set([...this.#known(filesOf(occurrence.event).flat()), ...this.#listing(occurrence)]);
    this.#all.set(occurrence, files);
    return files;
  }

  /** These hits of the project by the memories that they belong to. Kept for the same list. */
  hitsByFile(hits: readonly Occurrence[]): ReadonlyMap<string, Occurrence[]> {
    if (this.#hits?.of === hits) return this.#hits.byFile;
    const byFile = new Map<string, Occurrence[]>();
    for (const hit of hits) {
      for (const file of this.all(hit)) {
        const known = byFile.get(file);
        if (known) known.push(hit);
        else byFile.set(file, [hit]);
      }
    }
    this.#hits = { of: hits, byFile };
    return byFile;
  }

  /** The history of a memory; empty for one that is only named. */
  history(file: string): MemoryHistory {
    return this.#histories.get(file.toLowerCase()) ?? { project: this.project, file, born: null, changes: [] };
  }

  #known(named: readonly NamedFile[]): string[] {
    return named
      .filter(({ file, isSure }) => isSure || this.#histories.has(file))
      .map(({ file }) => this.#histories.get(file)?.file ?? file);
  }

  #listing(occurrence: Occurrence): readonly string[] {
    return (this.#listed.size > 0 && this.#listed.get(occurrenceName(occurrence))) || [];
  }
}

/** The files named in an event's text, then those in its details. Cached per event. */
const filesOf = memoised((event: ChronicleEvent): readonly NamedFile[][] => [
  namedFiles(event.text),
  namedFiles(event.details),
]);
