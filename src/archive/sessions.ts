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
import { type Attention, type Session, sessionVersion } from '#src/format/session.ts';
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
import { attentionTo, type StoredFile } from './file-index.ts';
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

/** Where an archive's files come from, and how its projects are named. */
export interface SessionRules {
  /** The directory of the owner's own projects. */
  ownRoot: string;
  machines: MachineNames;
  rules: CheckoutRules;
  addresses: AddressBook;
}

/** The files that sessions are made of. */
export interface SessionFiles {
  chronicles: readonly Entry[];
  facts: readonly FactsEntry[];
  notebooks: readonly StoredFile<Notebook>[];
}

/** The sessions of an archive, newest first, the facts file of each by the path of its chronicle, and problems in files. */
export interface SessionList {
  sessions: Session[];
  facts: Map<string, FactsEntry>;
  attention: Attention[];
}

/** Makes sessions of chronicles, facts and notebooks. One that is as `before` stays the same object. */
export function sessionsOf(
  files: SessionFiles,
  { ownRoot, machines, rules, addresses }: SessionRules,
  before: readonly Session[] = [],
): SessionList {
  const known = new Map(before.map((session) => [session.path, session]));
  const facts = new Sidecars<ListedFacts>(factsSidecar, files.facts);
  const notebooks = new Sidecars<Notebook>(notebookSidecar, files.notebooks);
  const listed = files.chronicles.flatMap((entry): Listed[] => {
    const chronicle = entry.good?.value;
    return chronicle ? [{ entry, chronicle, ...placedFile(entry, chronicle) }] : [];
  });
  const groups = [...Map.groupBy(listed, ({ id }) => id).values()].map((group) => mainFirst(group, ownRoot));
  let places: Place[] = [];
  addresses.keep(() => {
    places = placesOf(
      groups.flatMap((group) => group.slice(0, 1)),
      { ...rules, slugs: addresses.slugs },
    );
    return new Set(places.map(({ project }) => project));
  });
  const factsOf = new Map<string, FactsEntry>();
  /** By the path of the chronicle. */
  const sessions = new Map<string, Session>();
  for (const { index, project, name } of places) {
    const [main, ...others] = groups[index] ?? [];
    if (!main) continue;
    const { entry, chronicle, id, path } = main;
    const copies = others.map((other) => other.path);
    const [ownFacts, ownNotebook] = [facts.find([path, ...copies], id), notebooks.find([path, ...copies], id)];
    if (ownFacts) factsOf.set(path, ownFacts);
    const [head, notebook] = [ownFacts?.content, ownNotebook?.content];
    const machine = machineOf(path, machines);
    const session: Session = {
      ...{ id, project, name, path, ...(machine !== '' && { machine }), digest: entry.good?.digest ?? '' },
      chronicle: withFound(chronicle, head?.value ?? null),
      ...(head?.value && { facts: head.value.head, factsDigest: head.digest }),
      ...(notebook?.value && { notebook: notebook.value, notebookDigest: notebook.digest }),
      ...{ problems: entry.content.problems, outdated: entry.content !== entry.good },
      ...(copies.length > 0 && { copies }),
    };
    const earlier = known.get(path);
    sessions.set(path, earlier && isSame(earlier, session) ? earlier : session);
  }
  const unreadable = files.chronicles.filter(({ good }) => good === null);
  const attention = [
    ...chronicleAttention(files.chronicles, groups, sessions),
    ...facts.attention(unreadable),
    ...notebooks.attention(unreadable),
  ];
  return { sessions: [...sessions.values()], facts: factsOf, attention };
}

function isSame(a: Session, b: Session): boolean {
  const isSameFile = a.chronicle === b.chronicle && a.problems === b.problems && a.outdated === b.outdated;
  const isSamePlace = a.project.directory === b.project.directory && a.project.root === b.project.root;
  const isSameVersion = sessionVersion(a) === sessionVersion(b) && a.copies?.join() === b.copies?.join();
  return isSameFile && isSamePlace && isSameVersion;
}

/** The problems of chronicles, and of files of a session that has another one with more. */
function chronicleAttention(
  all: readonly Entry[],
  groups: readonly Listed[][],
  sessions: ReadonlyMap<string, Session>,
): Attention[] {
  const sessionAt = (path = ''): Attention['session'] => {
    const session = sessions.get(path);
    return session ? { project: session.project.slug, name: session.name } : null;
  };
  const mainOf = new Map(groups.flatMap((group) => group.map(({ path }) => [path, group[0]?.path])));
  const own = attentionTo(all).map((each) => ({ ...each, session: sessionAt(mainOf.get(each.path)) }));
  const copies = groups.flatMap(([main, ...others]) =>
    others.flatMap((other) => {
      const problem = main && copyProblem(other, main);
      return problem ? [{ ...problem, session: sessionAt(main.path) }] : [];
    }),
  );
  return [...own, ...copies].sort((a, b) => compare(a.path, b.path) || a.problem.line - b.problem.line);
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

/** The chronicles of sessions. */
export const chronicleSource: Source<Chronicle> = {
  kind: 'chronicle',
  list: { folder: `*/${CHRONICLE_FOLDER}`, isMember: isChronicleName },
  parse(text) {
    const { chronicle, problems } = parseChronicle(text);
    return { value: chronicle, problems };
  },
};
