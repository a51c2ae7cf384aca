import type { Attention, Session } from '../../chronicle/session.ts';
import { sha1 } from '../../chronicle/sha1.ts';
import { projectsOf } from '../../project/grouping.ts';
import type { Project } from '../../project/project.ts';
import { uniqueName } from '../../project/slug.ts';
import { type Finding, Repeats } from './repeats.ts';
import { byStart, compare, type Entry, type Shown, shownOf } from './shown.ts';

/** Turns what lies on the shelf into sessions and problems. Remembers the last result, to keep unchanged sessions the same objects. */
export class Arranger {
  readonly #repeats = new Repeats();
  #projects = new Map<string, Project>();
  #sessions = new Map<Entry, Session>();

  arrange(entries: Iterable<Entry>): { sessions: Session[]; attention: Attention[] } {
    const all = [...entries];
    const shown = all
      .map(shownOf)
      .filter((item) => item !== null)
      .sort(byStart);
    const projects = this.#keptProjects(projectsOf(shown));
    const names = namesOf(shown, projects);
    const repeats = this.#repeats.find(shown);
    const sessions = new Map<Entry, Session>();
    for (const [index, item] of shown.entries()) {
      const session = sessionOf(item, projects[index] as Project, names[index] as string, repeats.get(item.entry));
      const before = this.#sessions.get(item.entry);
      sessions.set(item.entry, before && isSame(before, session) ? before : session);
    }
    this.#sessions = sessions;
    return { sessions: newestFirst(shown, sessions), attention: attentionOf(all, sessions, repeats) };
  }

  #keptProjects(projects: readonly Project[]): Project[] {
    const kept = new Map<Project, Project>();
    for (const project of projects) {
      if (!kept.has(project)) kept.set(project, this.#projects.get(keyOf(project)) ?? project);
    }
    this.#projects = new Map([...kept.values()].map((project) => [keyOf(project), project]));
    return projects.map((project) => kept.get(project) ?? project);
  }
}

/** Each session's name: its file's stem, with a suffix where two roots hold the same stem of one project. */
function namesOf(shown: readonly Shown[], projects: readonly Project[]): string[] {
  const takenIn = new Map<Project | undefined, Set<string>>();
  return shown.map(({ entry, id, stem }, index) => {
    const project = projects[index];
    const taken = takenIn.get(project) ?? new Set();
    takenIn.set(project, taken);
    return uniqueName(stem, taken, () => [sha1(id), sha1(entry.path)]);
  });
}

function sessionOf(item: Shown, project: Project, name: string, repeat: Finding | undefined): Session {
  const { entry, chronicle, digest, id } = item;
  const problems = repeat ? [...entry.reading.problems, repeat.problem] : entry.reading.problems;
  return { id, project, name, path: entry.path, digest, chronicle, problems, outdated: entry.reading !== entry.good };
}

/** Sessions that began at once are in the order of their names. */
function newestFirst(shown: readonly Shown[], sessions: ReadonlyMap<Entry, Session>): Session[] {
  return shown
    .toReversed()
    .map((item) => ({ started: item.started, session: sessions.get(item.entry) }))
    .filter((row): row is { started: string; session: Session } => row.session !== undefined)
    .sort((a, b) => compare(b.started, a.started) || compare(a.session.name, b.session.name))
    .map(({ session }) => session);
}

function attentionOf(
  entries: readonly Entry[],
  sessions: ReadonlyMap<Entry, Session>,
  repeats: ReadonlyMap<Entry, Finding>,
): Attention[] {
  const attention: Attention[] = [];
  for (const entry of entries) {
    const { path, reading } = entry;
    const session = sessions.get(entry);
    const shown = session ? { project: session.project.slug, name: session.name } : null;
    for (const [index, problem] of reading.problems.entries()) {
      attention.push({ path, problem, excerpt: reading.excerpts[index] ?? [], session: shown });
    }
    const repeat = repeats.get(entry);
    if (repeat) attention.push({ path, ...repeat, session: shown });
  }
  return attention.sort((a, b) => compare(a.path, b.path) || a.problem.line - b.problem.line);
}

function isSame(a: Session, b: Session): boolean {
  return (
    a.chronicle === b.chronicle &&
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
