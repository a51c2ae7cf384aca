import type { MemoryHistory } from '../memory/memory-history.ts';
import type { Project } from '../project/project.ts';
import type { Occurrence } from './miss-group.ts';
import { namedMemories } from './named-memory.ts';
import { occurrenceName } from './occurrences.ts';

/** What ties an event to a memory: it names the file, or a line of the ledger lists the event. */
export interface MemoryTie {
  file: string;
  by: 'name' | 'ledger';
}

/** The memories of one project, and which events belong to them. */
export class ProjectMemories {
  readonly project: Project;
  /** By file name in lower case. */
  readonly #histories = new Map<string, MemoryHistory>();
  /** The memories whose ledger lines list an event, the earliest line first. */
  readonly #listed = new Map<string, string[]>();

  constructor(project: Project, histories: readonly MemoryHistory[]) {
    this.project = project;
    for (const history of histories) this.#histories.set(history.file.toLowerCase(), history);
    const changes = histories.flatMap((history) => history.changes);
    for (const { file, events } of changes.sort((a, b) => compare(a.at, b.at) || compare(a.file, b.file))) {
      for (const event of events) this.#listed.set(event, [...(this.#listed.get(event) ?? []), file]);
    }
  }

  /** Of several memories that an event names, a known one, else the first; its line goes before its details. */
  tie(occurrence: Occurrence): MemoryTie | undefined {
    for (const part of [occurrence.event.text, occurrence.event.details]) {
      const names = this.#named(part);
      const file = names.find((name) => this.#histories.has(name.toLowerCase())) ?? names[0];
      if (file !== undefined) return { file, by: 'name' };
    }
    const [file] = this.#listing(occurrence);
    return file === undefined ? undefined : { file, by: 'ledger' };
  }

  /** Every memory that an event names or that the ledger ties to it. */
  all(occurrence: Occurrence): Set<string> {
    const { text, details } = occurrence.event;
    return new Set([...this.#named(text), ...this.#named(details), ...this.#listing(occurrence)]);
  }

  /** What is known of a memory; of one that is only named, nothing but that. */
  history(file: string): MemoryHistory {
    return this.#histories.get(file.toLowerCase()) ?? { project: this.project, file, born: null, changes: [] };
  }

  #named(text: string): string[] {
    const names = namedMemories(text, (name) => this.#histories.has(name));
    return names.map((name) => this.#histories.get(name)?.file ?? name);
  }

  #listing(occurrence: Occurrence): readonly string[] {
    return (this.#listed.size > 0 && this.#listed.get(occurrenceName(occurrence))) || [];
  }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
