import type { Session } from '#src/format/session.ts';
import { memoised } from '#src/lib/memo.ts';
import { type Arc, storyArcs } from '../series/arcs.ts';
import { hasStory } from './readiness.ts';
import { sessionReference } from './session-reference.ts';

/** The story that a session is part of, as plain values for its page. */
export interface StoryArcOf {
  title: string;
  because: string;
  sessions: { project: string; name: string; date: string; isThis: boolean }[];
  /** The command that creates a draft of it. */
  command: string;
}

/** A command with more sessions is too long to copy. */
const LONGEST = 12;

/** The stories of an archive that fit one command, the one with the newest session first. */
export function tellableArcs(sessions: readonly Session[]): Arc[] {
  return storyArcs(sessions).filter(
    ({ sessions: parts }) => parts.length <= LONGEST && parts.some(({ chronicle }) => hasStory(chronicle)),
  );
}

/** The story that a session shares with others, or null if there is none. */
export function storyArcOf(session: Session, sessions: readonly Session[]): StoryArcOf | null {
  const key = keyOf(session);
  const arc = tellableByKey(sessions).get(key);
  if (!arc) return null;
  const references = arc.sessions.map((each) => sessionReference(each, sessions));
  return {
    title: arc.title,
    because: arc.because,
    sessions: arc.sessions.map((each) => ({
      project: each.project.slug,
      name: each.name,
      date: each.chronicle.frontMatter.date,
      isThis: keyOf(each) === keyOf(session),
    })),
    command: `chronicle draft new ${references.join(' ')}`,
  };
}

/** Of several arcs with a session the first counts. */
const tellableByKey = memoised((sessions: readonly Session[]): ReadonlyMap<string, Arc> => {
  const arcs = tellableArcs(sessions).toReversed();
  return new Map(arcs.flatMap((arc) => arc.sessions.map((each) => [keyOf(each), arc] as const)));
});

function keyOf({ project, name }: Session): string {
  return `${project.slug}/${name}`;
}
