import type { ChronicleEvent } from '#src/format/chronicle.ts';
import type { Session } from '#src/format/session.ts';
import { type Tag, TAG_ORDER } from '#src/format/tags.ts';
import { compare } from '#src/lib/compare.ts';
import { memoised } from '#src/lib/memo.ts';
import type { Project } from '#src/lib/project.ts';
import { projectList } from './projects.ts';

/** Sessions by project and tag. */
export interface SessionFacets {
  /** Sorted by name. */
  projects: { project: Project; sessions: Session[] }[];
  /** All tags in their order, each with the sessions that have such an event. */
  tags: { tag: Tag; sessions: Session[] }[];
}

/** The facets of an archive's sessions; lists keep their order. The same array gets the same facets. */
export const sessionFacets = memoised((sessions: readonly Session[]): SessionFacets => {
  return {
    projects: byProject(sessions),
    tags: [...byTag(sessions)].map(([tag, own]) => ({ tag, sessions: own })),
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
