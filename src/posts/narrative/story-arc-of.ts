import type { Session } from '#src/chronicle/session.ts';
import { memoised } from '#src/value/memo.ts';
import { type Arc, storyArcs } from '../series/arcs.ts';
import { hasStory } from './readiness.ts';
import { sessionReference } from './session-reference.ts';

/** The story that a session is a part of, as its page says it: plain values, so that they can name what a page shows. */
export interface StoryArcOf {
  title: string;
  because: string;
  sessions: { project: string; name: string; date: string; isThis: boolean }[];
  /** What makes a draft of it. */
  command: string;
}

/** What is read beside a session; a command that names more is no line to copy. */
const LONGEST = 12;

/** The stories of an archive that are told with one command, that of the newest session first. */
export function tellableArcs(sessions: readonly Session[]): Arc[] {
  return storyArcs(sessions).filter(
    ({ sessions: told }) => told.length <= LONGEST && told.some(({ chronicle }) => hasStory(chronicle)),
  );
}

/** The story that a session tells with others of the archive, or null if it stands alone. */
export function storyArcOf(session: Session, sessions: readonly Session[]): StoryArcOf | null {
  const arc = arcsByKey(sessions).get(keyOf(session));
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

const arcsByKey = memoised((sessions: readonly Session[]): Map<string, Arc> => {
  return new Map(tellableArcs(sessions).flatMap((arc) => arc.sessions.map((each) => [keyOf(each), arc] as const)));
});

function keyOf({ project, name }: Session): string {
  return `${project.slug}/${name}`;
}
