import { memoised } from '#src/value/memo.ts';
import { confirmedEvents } from '../chronicle/logged-events.ts';
import type { Session } from '../chronicle/session.ts';
import type { Tag } from '../chronicle/tags.ts';
import { TAG_ORDER } from '../chronicle/tags.ts';
import type { Project } from '../project/project.ts';
import { compare } from '../value/compare.ts';

/** Sessions by project and by tag. */
export interface SessionFacets {
  /** Sorted by name. */
  projects: { project: Project; sessions: Session[] }[];
  /** All tags in their order, each with the sessions that have such an event. */
  tags: { tag: Tag; sessions: Session[] }[];
}

/** The facets of an archive's sessions; lists keep their order. The same array gets the same facets. */
export const sessionFacets = memoised(
  (sessions: readonly Session[]): SessionFacets => ({
    projects: byProject(sessions),
    tags: byTag(sessions),
  }),
);

/** The tags of a session's events, without unconfirmed ones. */
export function tagsOf({ chronicle }: Session): Set<Tag> {
  return new Set(confirmedEvents(chronicle).map(({ tag }) => tag));
}

function byProject(sessions: readonly Session[]): SessionFacets['projects'] {
  const projects = Map.groupBy(sessions, ({ project }) => project.slug);
  return [...projects.values()]
    .flatMap((members) => members.slice(0, 1).map(({ project }) => ({ project, sessions: members })))
    .sort((a, b) => a.project.name.localeCompare(b.project.name, 'en') || compare(a.project.slug, b.project.slug));
}

function byTag(sessions: readonly Session[]): SessionFacets['tags'] {
  const lists = TAG_ORDER.map((tag) => ({ tag, sessions: [] as Session[] }));
  const listOf = new Map(lists.map(({ tag, sessions }) => [tag, sessions]));
  for (const session of sessions) for (const tag of tagsOf(session)) listOf.get(tag)?.push(session);
  return lists;
}
