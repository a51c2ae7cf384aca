/**
 * The index of names: what the palette and the search page find without reading a text. It is a head (`palette-head.ts`)
 * and a part for each period (`period.ts`), with its sessions, edited files and commits:
 *
 *     /palette/names.json     {"today":"2026-11-19","periods":["2026-q4-11-15","2026-q4","2025"],"projects":[…], …}
 *     /palette/2026-q4.json   {"projects":["larder"],"branches":["lar/30-window-dst"],"tasks":["LAR-30"], …}
 *
 * A part follows from its sessions alone, so a build reuses the parts of periods in which nothing changed.
 */
import { fileStem } from '../chronicle/branch-name.ts';
import type { Session } from '../chronicle/session.ts';
import { sessionTitle } from '../chronicle/title.ts';
import type { EditedFile } from '../facts/edited-files.ts';
import { momentOf } from '../facts/moment.ts';
import type { NamedCommit } from '../facts/named-commits.ts';

/** A part as JSON. Numbers stand for places in the lists of names. */
export interface PalettePart {
  projects: string[];
  branches: string[];
  tasks: string[];
  paths: string[];
  /** Newest first. */
  sessions: PackedSession[];
}

type PackedSession = [
  /** Its name; a number if that follows from date and branch: the n-th of the day. */
  name: string | number,
  title: string,
  project: number,
  branch: number,
  task: number,
  date: string,
  events: number,
  hasNarrative: 0 | 1,
  /** Triples: a path, lines added, lines removed. */
  files: number[],
  /** Triples: hash, subject, and the day unless it is the session's. */
  commits: string[],
];

/** A session of a part. */
export interface PartSession {
  name: string;
  title: string;
  /** The slug. */
  project: string;
  branch: string;
  task: string;
  /** Local `YYYY-MM-DD`. */
  date: string;
  events: number;
  hasNarrative: boolean;
  files: EditedFile[];
  commits: { hash: string; subject: string; date: string }[];
}

/** What a part needs of facts. */
export interface SessionLists {
  filesOf(session: Session): readonly EditedFile[];
  commitsOf(session: Session): readonly NamedCommit[];
}

/** The most files and commits of one session in the index, so that one session cannot fill it: those with most changed lines, and the first. */
const MOST_FILES = 60;
const MOST_COMMITS = 60;
/** The longest subject, in characters. */
const LONGEST_SUBJECT = 100;

/** Packs sessions, given newest first, with their files and commits. */
export function packPart(sessions: readonly Session[], lists: SessionLists): PalettePart {
  const [projects, branches, tasks, paths] = [new Names(), new Names(), new Names(), new Names()];
  const packed = sessions.map((session): PackedSession => {
    const { project, name, chronicle } = session;
    const { date, branch, task, utc_offset: offset } = chronicle.frontMatter;
    return [
      nameOrNumber(name, date, branch),
      sessionTitle(session),
      projects.at(project.slug),
      branches.at(branch),
      tasks.at(task),
      date,
      chronicle.events.length,
      chronicle.summary.narrative ? 1 : 0,
      lists
        .filesOf(session)
        .slice(0, MOST_FILES)
        .flatMap(({ path, added, removed }) => [paths.at(path), added, removed]),
      lists
        .commitsOf(session)
        .slice(0, MOST_COMMITS)
        .flatMap(({ hash, subject, at }) => {
          const day = momentOf(at, offset).date;
          return [hash, subject.slice(0, LONGEST_SUBJECT), day === date ? '' : day];
        }),
    ];
  });
  return {
    projects: projects.list,
    branches: branches.list,
    tasks: tasks.list,
    paths: paths.list,
    sessions: packed,
  };
}

/** The sessions of a part. */
export function unpackPart({ projects, branches, tasks, paths, sessions }: PalettePart): PartSession[] {
  const named = (list: readonly string[], at: number | string | undefined) => list[Number(at)] ?? '';
  return sessions.map(([name, title, project, branch, task, date, events, hasNarrative, files, commits]) => ({
    name: typeof name === 'number' ? fileStem(date, named(branches, branch), name) : name,
    title,
    project: named(projects, project),
    branch: named(branches, branch),
    task: named(tasks, task),
    date,
    events,
    hasNarrative: hasNarrative === 1,
    files: triples(files).map(([path, added, removed]) => ({ path: named(paths, path), added, removed })),
    commits: triples(commits).map(([hash, subject, day]) => ({ hash, subject, date: day || date })),
  }));
}

function nameOrNumber(name: string, date: string, branch: string): string | number {
  const first = fileStem(date, branch, 1);
  if (name === first) return 1;
  const number = Number(name.slice(first.length + 1));
  return Number.isSafeInteger(number) && name === fileStem(date, branch, number) ? number : name;
}

function triples<Item>(items: readonly Item[]): [Item, Item, Item][] {
  return Array.from({ length: Math.floor(items.length / 3) }, (_, i) => items.slice(i * 3, i * 3 + 3)) as [
    Item,
    Item,
    Item,
  ][];
}

/** Names, each with its place. */
class Names {
  readonly list: string[] = [];
  readonly #places = new Map<string, number>();

  at(name: string): number {
    const known = this.#places.get(name);
    if (known !== undefined) return known;
    this.#places.set(name, this.list.length);
    return this.list.push(name) - 1;
  }
}
