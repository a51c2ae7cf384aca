import type { Notebook } from '#src/format/notebook/notebook.ts';
import type { Attention, Session } from '#src/format/session.ts';
import type { ListedFacts } from '#src/transcript/facts.ts';
import type { CheckoutRules, Project } from '#src/lib/project.ts';
import { type MachineNames, machineOf } from '#src/lib/machines.ts';
import { withFound } from '#src/transcript/with-found.ts';
import { compare } from '#src/lib/compare.ts';
import { isSameList } from '#src/lib/is-same-list.ts';
import { CompanionFinder } from './companion-finder.ts';
import { type FactsEntry, factsCompanion } from './facts-files.ts';
import { type Entry, listedFile } from './listed-file.ts';
import { type NotebookEntry, notebookCompanion } from './notebook-files.ts';
import { hasSamePlaces, type Place, placesOf } from './placement.ts';
import { type CopyFinding, type ListedSession, SameSessions } from './same-sessions.ts';

/** Turns chronicles, facts and notebooks into sessions and problems. An unchanged session stays the same object. */
export class SessionList {
  readonly #machines: MachineNames;
  readonly #rules: CheckoutRules;
  readonly #same: SameSessions;
  readonly #finders: { facts: CompanionFinder<ListedFacts>; notebooks: CompanionFinder<Notebook> };
  readonly #sessions = new WeakMap<Entry, Session>();
  #projects = new Map<string, Project>();
  #listed: readonly ListedSession[] = [];
  #places: readonly Place[] = [];
  /** Those at the places. */
  #made: readonly Session[][] = [];
  #findings: ReadonlyMap<Entry, CopyFinding> = new Map();
  #facts = new Map<string, FactsEntry>();

  /** `ownRoot` is the directory of the owner's own projects. */
  constructor(ownRoot: string, machines: MachineNames, rules: CheckoutRules) {
    this.#same = new SameSessions(ownRoot);
    this.#machines = machines;
    this.#rules = rules;
    this.#finders = {
      facts: new CompanionFinder(factsCompanion),
      notebooks: new CompanionFinder(notebookCompanion),
    };
  }

  update(
    all: readonly Entry[],
    facts: readonly FactsEntry[],
    notebooks: readonly NotebookEntry[],
  ): { sessions: Session[]; attention: Attention[] } {
    const files = all.map((entry) => listedFile(entry)).filter((item) => item !== null);
    const { sessions: listed, findings } = this.#same.find(files);
    const before = this.#listed;
    const changed = [this.#finders.facts.follow(facts), this.#finders.notebooks.follow(notebooks)];
    const isSamePlaces = hasSamePlaces(before, listed);
    if (!isSamePlaces) this.#places = this.#withKeptProjects(placesOf(listed, this.#rules));
    this.#listed = listed;
    const isKept = isSamePlaces && findings === this.#findings && !changed.includes(null);
    this.#findings = findings;
    if (!isKept) {
      this.#facts = new Map();
      for (const finder of Object.values(this.#finders)) finder.forget();
    }
    this.#made = this.#places.map((place, i) => {
      const item = listed[place.index];
      const isSameFiles = item === before[place.index] && !changed.some((ids) => ids?.has(item?.id ?? ''));
      return (isKept && isSameFiles && this.#made[i]) || this.#sessionAt(place);
    });
    const sessions = this.#made.flat();
    const unreadable = all.filter(({ good }) => good === null);
    const companions = Object.values(this.#finders).flatMap((finder) => finder.attention(unreadable));
    return { sessions, attention: [...this.#attention(all, findings), ...companions] };
  }

  /** The facts file of the session with the chronicle at this path. */
  factsOf(path: string): FactsEntry | undefined {
    return this.#facts.get(path);
  }

  #sessionAt({ index, project, name }: Place): Session[] {
    const item = this.#listed[index];
    if (!item) return [];
    const { entry, chronicle, digest, id } = item;
    const { copies } = item;
    const paths: [string, ...string[]] = [entry.path, ...copies];
    const outdated = entry.content !== entry.good;
    const before = this.#sessions.get(entry);
    const facts = this.#finders.facts.find(paths, id);
    const notebook = this.#finders.notebooks.find(paths, id)?.content;
    if (facts) this.#facts.set(entry.path, facts);
    else this.#facts.delete(entry.path);
    const machine = machineOf(entry.path, this.#machines);
    const session = {
      ...{ id, project, name, path: entry.path, ...(machine !== '' && { machine }), digest },
      chronicle: withFound(chronicle, facts?.content.value ?? null),
      ...(facts?.content.value && { facts: facts.content.value.head, factsDigest: facts.content.digest }),
      ...(notebook?.value && { notebook: notebook.value, notebookDigest: notebook.digest }),
      ...{ problems: entry.content.problems, outdated },
      ...(copies.length > 0 && { copies }),
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

  #attention(entries: readonly Entry[], copies: ReadonlyMap<Entry, CopyFinding>): Attention[] {
    const attention: Attention[] = [];
    for (const entry of entries) {
      const { path, content } = entry;
      const copy = copies.get(entry);
      if (content.problems.length === 0 && !copy) continue;
      const listed = entry.good ? this.#sessions.get(copy?.main ?? entry) : undefined;
      const session = listed ? { project: listed.project.slug, name: listed.name } : null;
      for (const [i, problem] of content.problems.entries())
        attention.push({ path, problem, excerpt: content.excerpts[i] ?? [], session });
      if (!copy) continue;
      const { problem, excerpt } = copy;
      attention.push({ path, problem, excerpt, session });
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
    (a.copies ?? []).join('\n') === (b.copies ?? []).join('\n') &&
    isSameList(a.problems, b.problems)
  );
}

function keyOf({ slug, directory, root }: Project): string {
  return `${slug}\n${directory}\n${root}`;
}
