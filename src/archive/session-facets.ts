import type { ChronicleEvent } from '../format/chronicle.ts';
import type { Session } from '../format/session.ts';
import { type Tag, TAG_ORDER, tagWord } from '../format/tags.ts';
import { compare } from '../lib/compare.ts';
import { memoised } from '../lib/memo.ts';
import type { Project } from '../lib/project.ts';
import { sessionAddress } from '../lib/text/page-address.ts';
import { sessionTitle } from '../transcript/title.ts';
import { projectList } from './projects.ts';
import { tagLetter } from './session-filter.ts';

/** Sessions by project, tag, origin and machine. */
export interface SessionFacets {
  /** Sorted by name. */
  projects: { project: Project; sessions: Session[] }[];
  /** All tags in their order, each with the sessions that have such an event. */
  tags: { tag: Tag; sessions: Session[] }[];
  /** The systems that sessions were imported from, by name. */
  systems: { system: string; sessions: number }[];
  /** The names of archives that have one, sorted. */
  machines: { machine: string; sessions: number }[];
}

/** The facets of an archive's sessions; lists keep their order. The same array gets the same facets. */
export const sessionFacets = memoised((sessions: readonly Session[]): SessionFacets => {
  return {
    projects: byProject(sessions),
    tags: [...byTag(sessions)].map(([tag, own]) => ({ tag, sessions: own })),
    systems: counted(sessions, ({ chronicle }) => chronicle.frontMatter.imported_from).map(([system, count]) => {
      return { system, sessions: count };
    }),
    machines: counted(sessions, ({ machine }) => machine).map(([machine, count]) => ({ machine, sessions: count })),
  };
});

/** The tags of a session's events. */
function tagsOf({ chronicle }: Session): Set<Tag> {
  return new Set(chronicle.events.map(({ tag }) => tag));
}

function byProject(sessions: readonly Session[]): SessionFacets['projects'] {
  return projectList(sessions)
    .map(({ project, sessions: members }) => ({ project, sessions: members }))
    .sort((a, b) => a.project.name.localeCompare(b.project.name, 'en') || compare(a.project.slug, b.project.slug));
}

/** How many sessions have each value, by value. Those without one are left out. */
function counted(
  sessions: readonly Session[],
  of: (session: Session) => string | null | undefined,
): [string, number][] {
  const counts = new Map<string, number>();
  for (const session of sessions) {
    const value = of(session);
    if (value) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return [...counts].sort(([a], [b]) => compare(a, b));
}

function byTag(sessions: readonly Session[]): ReadonlyMap<Tag, Session[]> {
  const lists = new Map(TAG_ORDER.map((tag) => [tag, [] as Session[]]));
  for (const session of sessions) for (const tag of tagsOf(session)) lists.get(tag)?.push(session);
  return lists;
}

/** The tags of events in their order, with the number of events. */
export function tagCounts(events: readonly ChronicleEvent[]): { tag: Tag; count: number }[] {
  const tags = Map.groupBy(events, ({ tag }) => tag);
  return TAG_ORDER.flatMap((tag) => ({ tag, count: tags.get(tag)?.length ?? 0 })).filter(({ count }) => count > 0);
}

/** A session in the results of the sessions page: about 130 bytes, 45 compressed. */
export type SessionRow = [
  address: string,
  title: string,
  date: string,
  project: string,
  branch: string,
  task: string,
  tags: string,
  system: string,
  machine: string,
];

/** The table with which the sessions page filters. */
export function sessionTable(sessions: readonly Session[]): SessionRow[] {
  return sessions.map((session) => {
    const { date, branch, task, imported_from: system = '' } = session.chronicle.frontMatter;
    const { slug } = session.project;
    const tags = Array.from(tagsOf(session), (tag) => tagLetter(tagWord(tag))).join('');
    const title = sessionTitle(session);
    return [sessionAddress(slug, session.name), title, date, slug, branch, task, tags, system, session.machine ?? ''];
  });
}
