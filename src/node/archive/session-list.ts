import type { Notebook } from '#src/chronicle/notebook/notebook.ts';
import type { Attention, Session } from '#src/chronicle/session.ts';
import type { FactsHead } from '#src/facts/facts.ts';
import { type MachineNames, machineOf } from '#src/project/machines.ts';
import type { Project } from '#src/project/project.ts';
import { compare } from '#src/value/compare.ts';
import { CompanionFinder } from './companion-finder.ts';
import { type FactsEntry, factsCompanion } from './facts-files.ts';
import { type Entry, type ListedFile, listedFile } from './listed-file.ts';
import { type NotebookEntry, notebookCompanion } from './notebook-files.ts';
import { hasSamePlaces, type Place, placesOf } from './placement.ts';
import { type Finding, SharedIds } from './shared-ids.ts';

interface Finders {
  facts: CompanionFinder<FactsHead>;
  notebooks: CompanionFinder<Notebook>;
}

/** Turns chronicles, facts and notebooks into sessions and problems. An unchanged session stays the same object. */
export class SessionList {
  readonly #machines: MachineNames;
  readonly #sharedIds = new SharedIds();
  readonly #sessions = new WeakMap<Entry, Session>();
  #projects = new Map<string, Project>();
  #listed: readonly ListedFile[] = [];
  #places: readonly Place[] = [];
  #facts = new Map<string, FactsEntry>();

  constructor(machines: MachineNames) {
    this.#machines = machines;
  }

  update(
    all: readonly Entry[],
    facts: readonly FactsEntry[],
    notebooks: readonly NotebookEntry[],
  ): { sessions: Session[]; attention: Attention[] } {
    const listed = all.map((entry) => listedFile(entry)).filter((item) => item !== null);
    if (!hasSamePlaces(this.#listed, listed)) this.#places = this.#withKeptProjects(placesOf(listed));
    this.#listed = listed;
    const shared = this.#sharedIds.find(listed);
    const finders: Finders = {
      facts: new CompanionFinder(factsCompanion, facts),
      notebooks: new CompanionFinder(notebookCompanion, notebooks),
    };
    this.#facts = new Map();
    const sessions = this.#places.flatMap((place) => this.#sessionAt(place, shared, finders));
    const unreadable = all.filter(({ good }) => good === null);
    const companions = Object.values(finders).flatMap((finder) => finder.attention(unreadable));
    return { sessions, attention: [...this.#attention(all, shared), ...companions] };
  }

  /** The facts file of the session with the chronicle at this path. */
  factsOf(path: string): FactsEntry | undefined {
    return this.#facts.get(path);
  }

  #sessionAt({ index, project, name }: Place, shared: ReadonlyMap<Entry, Finding>, finders: Finders): Session[] {
    const item = this.#listed[index];
    if (!item) return [];
    const { entry, chronicle, digest, id } = item;
    const sharedId = shared.get(entry);
    const problems = sharedId ? [...entry.content.problems, sharedId.problem] : entry.content.problems;
    const outdated = entry.content !== entry.good;
    const before = this.#sessions.get(entry);
    const facts = finders.facts.find(entry.path, id);
    const notebook = finders.notebooks.find(entry.path, id)?.content;
    if (facts) this.#facts.set(entry.path, facts);
    const machine = machineOf(entry.path, this.#machines);
    const session = {
      ...{ id, project, name, path: entry.path, ...(machine !== '' && { machine }), digest, chronicle },
      ...(facts?.content.value && { facts: facts.content.value, factsDigest: facts.content.digest }),
      ...(notebook?.value && { notebook: notebook.value, notebookDigest: notebook.digest }),
      ...{ problems, outdated },
    };
    if (before && isSame(before, session)) return [before];
    this.#sessions.set(entry, session);
    return [session];
  }

  #withKeptProjects(places: readonly Place[]): Place[] {
    const kept = new Map<Project, Project>();
    for (const { project } of places) {
      if (!kept.has(project)) kept.set(project, this.#projects.get(keyOf(project)) ?? project);
    }
    this.#projects = new Map([...kept.values()].map((project) => [keyOf(project), project]));
    return places.map((place) => ({ ...place, project: kept.get(place.project) ?? place.project }));
  }

  #attention(entries: readonly Entry[], shared: ReadonlyMap<Entry, Finding>): Attention[] {
    const attention: Attention[] = [];
    for (const entry of entries) {
      const { path, content } = entry;
      const findings = content.problems.map((problem, i) => ({ problem, excerpt: content.excerpts[i] ?? [] }));
      const sharedId = shared.get(entry);
      if (sharedId) findings.push(sharedId);
      if (findings.length === 0) continue;
      const listed = entry.good ? this.#sessions.get(entry) : undefined;
      const session = listed ? { project: listed.project.slug, name: listed.name } : null;
      for (const { problem, excerpt } of findings) attention.push({ path, problem, excerpt, session });
    }
    return attention.sort((a, b) => compare(a.path, b.path) || a.problem.line - b.problem.line);
  }
}

function isSame(a: Session, b: Session): boolean {
  return (
    a.chronicle === b.chronicle &&
    a.factsDigest === b.factsDigest &&
    a.notebookDigest === b.notebookDigest &&
    a.project === b.project &&
    a.name === b.name &&
    a.outdated === b.outdated &&
    a.problems.length === b.problems.length &&
    a.problems.every((problem, index) => problem === b.problems[index])
  );
}

function keyOf({ slug, directory, root }: Project): string {
  return `${slug}\n${directory}\n${root}`;
}
