import type { Session } from '#src/chronicle/session.ts';
import { keptParts } from '#src/value/kept-parts.ts';
import { memoised } from '#src/value/memo.ts';
import { type Arc, storyArcs } from '../series/arcs.ts';
import { hasStory } from './readiness.ts';
import { sessionReference } from './session-reference.ts';

/** The story that a session is part of, as plain values for its page, so they can be part of the page's key. */
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
  const arc = tellableParts(sessions).reduce<Arc | undefined>(
    (found, part) => found ?? arcsIn(part).get(key),
    undefined,
  );
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

const tellableParts = memoised((sessions: readonly Session[]) => keptParts(tellableArcs(sessions)));

const arcsIn = memoised((part: readonly Arc[]): ReadonlyMap<string, Arc> => {
  return new Map(part.flatMap((arc) => arc.sessions.map((each) => [keyOf(each), arc] as const)));
});

function keyOf({ project, name }: Session): string {
  return `${project.slug}/${name}`;
}
