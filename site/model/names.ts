/**
 * What the palette finds by its name: one file for all of it, `/names.json`.
 *
 *     {"today": "2026-11-19", "projects": [["larder", "larder", 1], …],
 *      "sessions": [["Pass the time into every job", "LAR-30", "lar/30-window-dst", 0, "2026-10-27-…", "2026-10-27", 12, "3f6c2a10"], …],
 *      "names": [["ticket", "LAR-30", "2 sessions, 25 events", "", 0, ""], …]}
 *
 * It has all sessions, and the edited files and commits of the newest. Ids and hashes are in a second file,
 * `/ids.json`, because they cannot be compressed and only who pastes one needs them. All names, titles, paths and
 * subjects are untrusted text.
 */

import type { ListedProject } from '#src/archive/projects.ts';
import type { Session } from '#src/format/session.ts';
import { sessionTitle } from '#src/transcript/title.ts';
import type { FactsReader } from '#src/archive/facts-files.ts';
import { momentOf } from '#src/transcript/moment.ts';
import { counted, dayIn } from '#src/lib/text/day.ts';

/** What has a name, in the order of the palette's groups. */
export type NameKind =
  | 'ticket'
  | 'project'
  | 'session'
  | 'branch'
  | 'file'
  | 'commit'
  | 'memory'
  | 'narrative'
  | 'draft'
  | 'tag'
  | 'page';

export interface NamesFile {
  /** `YYYY-MM-DD`: days of its year are shown without the year. */
  today: string;
  /** The pages of its files are counted. */
  projects: [slug: string, name: string, filePages: number][];
  /** Newest first. */
  sessions: PackedSession[];
  names: PackedName[];
}

export type PackedSession = [
  title: string,
  task: string,
  branch: string,
  /** Its place in `projects`. */
  project: number,
  /** The last part of its address. */
  page: string,
  date: string,
  events: number,
  /** The first eight characters of its id. */
  id: string,
];

export type PackedName = [
  kind: Exclude<NameKind, 'session'>,
  name: string,
  /** Shown beside the name, and other words by which it is found. */
  remark: string,
  more: string,
  /** Its place in `projects`; -1 for what belongs to none. */
  project: number,
  /** Its address; for a narrative or a commit the place of its session; empty where the name says it. */
  where: string | number,
];

/** The ids within each session, in their order: events, notes, observations and commits, with spaces between. */
export type IdsFile = string[];

/** What the edited files and commits of a session are read from. */
type SessionLists = Pick<FactsReader, 'listsOf'>;

/** What has a page besides sessions, projects and narratives. */
export interface NamedPage {
  kind: 'memory' | 'draft' | 'tag' | 'page';
  name: string;
  remark: string;
  /** Other words by which it is found. */
  more?: string;
  /** The slug of its project, if it has one. */
  project?: string;
  address: string;
}

interface Given {
  today: string;
  /** Newest first. */
  sessions: readonly Session[];
  projects: readonly Pick<ListedProject, 'project' | 'sessions'>[];
  /** The number of pages for the files of a project, by slug. */
  filePages: ReadonlyMap<string, number>;
  pages: readonly NamedPage[];
}

/** The sessions whose files and commits have names, and the most of one session, so that it cannot fill the file. */
const NEWEST = 500;
const MOST_FILES = 60;
const MOST_COMMITS = 60;
/** The longest text, in characters: nobody types or reads more of it. */
const LONGEST = 160;
/** Longer tickets, branches and paths are left out: their addresses need all of it. */
const LONGEST_NAME = 400;
const SHORT_ID = 8;

/** All names of an archive. */
export function namesFile({ today, sessions, projects, filePages, pages }: Given, lists: SessionLists): NamesFile {
  const slugs = projects.map(({ project }) => project.slug);
  const placeOf = (slug: string | undefined) => (slug === undefined ? -1 : slugs.indexOf(slug));
  return {
    today,
    projects: projects.map(({ project: { slug, name } }) => [slug, name, filePages.get(slug) ?? 1]),
    sessions: sessions.map((session) => packedSession(session, placeOf(session.project.slug))),
    names: [
      ...ticketsAndBranches(sessions, placeOf),
      ...projects.map(({ project: { slug, name }, sessions: own }, at): PackedName => {
        return ['project', name, counted(own.length, 'session'), slug, at, ''];
      }),
      ...filesAndCommits(sessions.slice(0, NEWEST), lists, { today, placeOf }),
      ...sessions.flatMap((session, at): PackedName[] => {
        const { chronicle, project } = session;
        if (!chronicle.summary.narrative) return [];
        const day = dayIn(chronicle.frontMatter.date, today.slice(0, 4));
        return [['narrative', clipped(sessionTitle(session)), day, '', placeOf(project.slug), at]];
      }),
      ...pages.map(({ kind, name, remark, more = '', project, address }): PackedName => {
        return [kind, clipped(name), clipped(remark), clipped(more), placeOf(project), address];
      }),
    ],
  };
}

function packedSession(session: Session, project: number): PackedSession {
  const { date, branch, task } = session.chronicle.frontMatter;
  const { id, name, chronicle } = session;
  const title = clipped(sessionTitle(session));
  return [title, clipped(task), clipped(branch), project, name, date, chronicle.events.length, id.slice(0, SHORT_ID)];
}

/** The ids of what is in sessions. */
export function idsFile(sessions: readonly Session[], lists: SessionLists): IdsFile {
  return sessions.map((session) => {
    const { events, more } = session.chronicle;
    const within = [events, more ?? [], session.notebook?.notes ?? [], session.notebook?.observations ?? []].flat();
    return [...within.map(({ id }) => id), ...lists.listsOf(session).commits.map(({ hash }) => hash)].join(' ');
  });
}

/** The tickets and branches of sessions, with how many sessions and events each has. */
function ticketsAndBranches(sessions: readonly Session[], placeOf: (slug: string) => number): PackedName[] {
  const named = sessions.flatMap((session) => {
    const { branch, task } = session.chronicle.frontMatter;
    const names = [['ticket', task] as const, ['branch', branch] as const];
    return names.filter(([, name]) => name !== '' && name.length <= LONGEST_NAME).map((name) => ({ name, session }));
  });
  const groups = Map.groupBy(named, ({ name, session }) => [...name, session.project.slug].join('\n'));
  return Array.from(groups.values(), (own): PackedName => {
    const [
      {
        name: [kind, name],
        session,
      },
    ] = own as [(typeof named)[number]];
    const events = own.reduce((sum, each) => sum + each.session.chronicle.events.length, 0);
    const remark = `${counted(own.length, 'session')}, ${counted(events, 'event')}`;
    return [kind, name, remark, '', placeOf(session.project.slug), ''];
  });
}

/** Files with the day of their last change, and commits with their subject and day. */
function filesAndCommits(
  sessions: readonly Session[],
  lists: SessionLists,
  { today, placeOf }: { today: string; placeOf: (slug: string) => number },
): PackedName[] {
  const year = today.slice(0, 4);
  const files = new Map<string, PackedName>();
  const commits: PackedName[] = [];
  for (const [at, session] of sessions.entries()) {
    const project = placeOf(session.project.slug);
    const own = lists.listsOf(session);
    const { date, utc_offset: offset } = session.chronicle.frontMatter;
    for (const { path } of own.files.slice(0, MOST_FILES)) {
      const key = `${project}\n${path}`;
      if (path.length <= LONGEST_NAME && !files.has(key))
        files.set(key, ['file', path, `changed ${dayIn(date, year)}`, '', project, '']);
    }
    for (const { hash, subject, at: when } of own.commits.slice(0, MOST_COMMITS)) {
      const day = dayIn(momentOf(when, offset).date, year);
      commits.push(['commit', clipped(subject), day, hash, project, at]);
    }
  }
  return [...files.values(), ...commits];
}

function clipped(text: string): string {
  return text.length > LONGEST ? text.slice(0, LONGEST).toWellFormed() : text;
}
