/**
 * Makes sessions of files: chronicles with one `session_id` are one session, shown from the file with more; its facts and
 * notebook lie beside them; its project is its checkout.
 *
 *     chronicle/2026-03-24-main.md              →  a Session with its project and a name that is unique there
 *     chronicle/facts/2026-03-24-main.json      →  its `facts`
 *     chronicle/notebooks/2026-03-24-main.md    →  its `notebook`
 */
import type { Chronicle, ChronicleEvent } from '#src/format/chronicle.ts';
import type { Notebook } from '#src/format/notebook/notebook.ts';
import { parseChronicle } from '#src/format/parse.ts';
import { excerptsOf, problemAt } from '#src/format/problem.ts';
import type { Attention, Session } from '#src/format/session.ts';
import type { AddressBook } from '#src/lib/addresses.ts';
import { compare } from '#src/lib/compare.ts';
import { type MachineNames, machineOf } from '#src/lib/config.ts';
import { sha1Of } from '#src/lib/digest.ts';
import { CHRONICLE_FOLDER, copiedName, isChronicleName } from '#src/lib/paths.ts';
import { type CheckoutRules, type Placement, type Project, projectsOf } from '#src/lib/project.ts';
import { slugOf, uniqueName } from '#src/lib/slug.ts';
import type { Source } from '#src/memory/source.ts';
import type { ListedFacts } from '#src/transcript/facts.ts';
import { withFound } from '#src/transcript/with-found.ts';
import { Sidecars, notebookSidecar, rootOf } from './sidecars.ts';
import { factsSidecar, type FactsEntry } from './facts-files.ts';
import type { StoredFile } from './file-index.ts';
import { readAgain } from './read-source.ts';

type Entry = StoredFile<Chronicle>;

/** What decides a file's place in the archive. */
export interface PlacedFile extends Placement {
  /** Absolute. */
  path: string;
  id: string;
  /** The session's name, unless it is taken. */
  stem: string;
}

/** What decides the place of a file with this chronicle. */
export function placedFile(
  { path, directory, name }: Pick<Entry, 'path' | 'directory' | 'name'>,
  { frontMatter: { session_id, started, cwd } }: Chronicle,
): PlacedFile {
  return {
    ...{ path, directory, id: session_id, cwd },
    // `…:00Z` before `…:00.5Z`: without the Z, text sorts as time does.
    started: started.slice(0, -1),
    stem: slugOf(name.replace(/\.md$/, ''), 'session'),
  };
}

/** The place of a file in the archive. */
export interface Place {
  /** The index of the file in the list. */
  index: number;
  project: Project;
  /** The session's name, unique in its project. */
  name: string;
}

/** Gives every file its project and name; the older session keeps its name. Newest first, then by name. */
export function placesOf(listed: readonly PlacedFile[], rules: CheckoutRules): Place[] {
  const projects = projectsOf(listed, rules);
  const takenIn = new Map<Project, Set<string>>();
  const oldestFirst = listed
    .map((item, index) => ({ item, index }))
    .sort((a, b) => compare(a.item.started, b.item.started) || compare(a.item.path, b.item.path));
  const places = oldestFirst.flatMap(({ item, index }) => {
    const project = projects[index];
    if (!project) return [];
    const taken = takenIn.get(project) ?? new Set();
    takenIn.set(project, taken);
    // Two roots may have the same file name in one project.
    const name = uniqueName(item.stem, taken, () => [sha1Of(item.id), sha1Of(item.path)]);
    return [{ index, project, name, started: item.started }];
  });
  return places.reverse().sort((a, b) => compare(b.started, a.started) || compare(a.name, b.name));
}

/**
 * The files of a session, the one that it is shown under first: the one with most events, with a summary that somebody wrote
 * before one that was made from the events; then one of the owner's archive, no conflict copy, and the one that began first.
 */
export function mainFirst<File extends PlacedFile & { chronicle: Chronicle }>(
  files: readonly File[],
  ownRoot: string,
): File[] {
  const isForeign = ({ path }: File) => Number(rootOf(path) !== ownRoot);
  const isCopy = ({ path }: File) => Number(copiedName(path.slice(path.lastIndexOf('/') + 1)) !== null);
  return files.toSorted(
    (a, b) =>
      b.chronicle.events.length - a.chronicle.events.length ||
      summaryRank(b.chronicle) - summaryRank(a.chronicle) ||
      isForeign(a) - isForeign(b) ||
      isCopy(a) - isCopy(b) ||
      compare(a.started, b.started) ||
      compare(a.path, b.path),
  );
}

function summaryRank({ summary }: Chronicle): number {
  if (summary.narrative !== null) return 2;
  return summary.kind === 'machine' || summary.lead === '' ? 0 : 1;
}

/** A readable chronicle. */
interface Listed extends PlacedFile {
  entry: Entry;
  chronicle: Chronicle;
}

/** What a session was made of: while that is the same, so is the session. */
interface Made {
  session: Session;
  parts: readonly unknown[];
}

/** Turns chronicles, facts and notebooks into sessions and problems. An unchanged session stays the same object. */
export class SessionList {
  readonly #ownRoot: string;
  readonly #machines: MachineNames;
  readonly #rules: CheckoutRules;
  readonly #addresses: AddressBook;
  #projects = new Map<string, Project>();
  /** By the path of the chronicle. */
  #made = new Map<string, Made>();
  #facts = new Map<string, FactsEntry>();

  /** `ownRoot` is the directory of the owner's own projects. */
  constructor(given: { ownRoot: string; machines: MachineNames; rules: CheckoutRules; addresses: AddressBook }) {
    this.#ownRoot = given.ownRoot;
    this.#machines = given.machines;
    this.#rules = given.rules;
    this.#addresses = given.addresses;
  }

  update(
    all: readonly Entry[],
    factsFiles: readonly FactsEntry[],
    notebookFiles: readonly StoredFile<Notebook>[],
  ): { sessions: Session[]; attention: Attention[] } {
    const facts = new Sidecars<ListedFacts>(factsSidecar, factsFiles);
    const notebooks = new Sidecars<Notebook>(notebookSidecar, notebookFiles);
    const listed = all.flatMap((entry): Listed[] => {
      const chronicle = entry.good?.value;
      return chronicle ? [{ entry, chronicle, ...placedFile(entry, chronicle) }] : [];
    });
    const groups = [...Map.groupBy(listed, ({ id }) => id).values()].map((group) => mainFirst(group, this.#ownRoot));
    const mains = groups.flatMap((group) => group.slice(0, 1));
    const [before, made] = [this.#made, new Map<string, Made>()];
    this.#facts = new Map();
    const sessions = this.#placesOf(mains).flatMap(({ index, project, name }) => {
      const [main, ...others] = groups[index] ?? [];
      if (!main) return [];
      const paths = [main.path, ...others.map(({ path }) => path)];
      const [ownFacts, notebook] = [facts.find(paths, main.id), notebooks.find(paths, main.id)];
      if (ownFacts) this.#facts.set(main.path, ownFacts);
      const parts = [main.entry, ownFacts?.content, notebook?.content, project, name, ...paths];
      const known = before.get(main.path);
      const isSame = known?.parts.length === parts.length && known.parts.every((part, i) => part === parts[i]);
      const own = isSame
        ? known
        : { session: this.#session(main, { ownFacts, notebook, project, name, paths }), parts };
      made.set(main.path, own);
      return [own.session];
    });
    this.#made = made;
    const unreadable = all.filter(({ good }) => good === null);
    const sidecars = [facts, notebooks].flatMap((each) => each.attention(unreadable));
    return { sessions, attention: [...this.#attention(all, groups), ...sidecars] };
  }

  /** The facts file of the session with the chronicle at this path. */
  factsOf(path: string): FactsEntry | undefined {
    return this.#facts.get(path);
  }

  /** A project that is as before stays the same object. */
  #placesOf(mains: readonly Listed[]): Place[] {
    let places: Place[] = [];
    this.#addresses.keep(() => {
      places = placesOf(mains, { ...this.#rules, slugs: this.#addresses.slugs });
      return new Set(places.map(({ project }) => project));
    });
    const kept = new Map<Project, Project>();
    for (const { project } of places)
      if (!kept.has(project)) kept.set(project, this.#projects.get(keyOf(project)) ?? project);
    this.#projects = new Map([...kept.values()].map((project) => [keyOf(project), project]));
    return places.map((place) => ({ ...place, project: kept.get(place.project) ?? place.project }));
  }

  #session(
    { entry, chronicle, id, path }: Listed,
    of: {
      ownFacts: FactsEntry | undefined;
      notebook: StoredFile<Notebook> | undefined;
      project: Project;
      name: string;
      paths: readonly string[];
    },
  ): Session {
    const { project, name, paths } = of;
    const [facts, notebook] = [of.ownFacts?.content, of.notebook?.content];
    const machine = machineOf(path, this.#machines);
    return {
      ...{ id, project, name, path, ...(machine !== '' && { machine }), digest: entry.good?.digest ?? '' },
      chronicle: withFound(chronicle, facts?.value ?? null),
      ...(facts?.value && { facts: facts.value.head, factsDigest: facts.digest }),
      ...(notebook?.value && { notebook: notebook.value, notebookDigest: notebook.digest }),
      ...{ problems: entry.content.problems, outdated: entry.content !== entry.good },
      ...(paths.length > 1 && { copies: paths.slice(1) }),
    };
  }

  /** The problems of chronicles, and of files of a session that has another one with more. */
  #attention(all: readonly Entry[], groups: readonly Listed[][]): Attention[] {
    const sessionAt = (path: string): Attention['session'] => {
      const session = this.#made.get(path)?.session;
      return session ? { project: session.project.slug, name: session.name } : null;
    };
    const mainOf = new Map(groups.flatMap((group) => group.map(({ path }) => [path, group[0]?.path ?? path])));
    const own = all.flatMap(({ path, content }) =>
      content.problems.map((problem, i): Attention => {
        return { path, problem, excerpt: content.excerpts[i] ?? [], session: sessionAt(mainOf.get(path) ?? '') };
      }),
    );
    const copies = groups.flatMap(([main, ...others]) =>
      main
        ? others
            .flatMap((other) => copyProblem(other, main) ?? [])
            .map((each) => ({ ...each, session: sessionAt(main.path) }))
        : [],
    );
    return [...own, ...copies].sort((a, b) => compare(a.path, b.path) || a.problem.line - b.problem.line);
  }
}

/** The problem of a file that is not shown; null for a copy in another archive that says nothing more, as backups are. */
function copyProblem(other: Listed, main: Listed): Omit<Attention, 'session'> | null {
  const isCopy = rootOf(other.path) === rootOf(main.path);
  const keyOfEvent = ({ tag, text }: ChronicleEvent) => `${tag}\n${text}`;
  const known = new Set(main.chronicle.events.map(keyOfEvent));
  const missing = other.chronicle.events.filter((event) => !known.has(keyOfEvent(event)));
  if (missing.length === 0 && !isCopy) return null;
  const text = readAgain(other.path);
  const idLine = text.slice(0, Math.max(0, text.search(/^session_id:/m))).split('\n').length;
  const words = { other: main.path, missing: missing.length, isCopy };
  const problem = problemAt('CHRONICLE_SAME_SESSION', missing[0]?.line ?? idLine, 1, words);
  return { path: other.path, problem, excerpt: excerptsOf(text, [problem])[0] ?? [] };
}

function keyOf({ slug, directory, root, name }: Project): string {
  return [slug, directory, root, name].join('\n');
}

/** The chronicles of sessions. */
export const chronicleSource: Source<Chronicle> = {
  kind: 'chronicle',
  list: { folder: `*/${CHRONICLE_FOLDER}`, isMember: isChronicleName },
  parse(text) {
    const { chronicle, problems } = parseChronicle(text);
    return { value: chronicle, problems };
  },
};
