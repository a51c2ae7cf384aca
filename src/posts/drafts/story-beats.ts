import { isCandidate } from '#src/chronicle/candidate.ts';
import type { ChronicleEvent } from '#src/chronicle/chronicle.ts';
import type { Session } from '#src/chronicle/session.ts';
import { compare } from '#src/value/compare.ts';
import { type BeatRole, pickBeats } from '../narrative/beats.ts';

/** An event that carries a story, and the session that it is of. */
export interface StoryBeat {
  role: BeatRole;
  session: Session;
  event: ChronicleEvent;
}

/** The beats of a story that several sessions tell: of all their logged events, in the order in which they happened. */
export function storyBeats(sessions: readonly Session[]): StoryBeat[] {
  return pickBeats(inTime(sessions), ({ event }) => event.tag).map(({ role, item }) => ({ role, ...item }));
}

/** Sessions by their start. */
export function oldestFirst(sessions: readonly Session[]): Session[] {
  return sessions.toSorted((a, b) => compare(a.chronicle.frontMatter.started, b.chronicle.frontMatter.started));
}

interface Happened {
  session: Session;
  event: ChronicleEvent;
}

/** Events of sessions that ran side by side stand between one another; within a session the file's order holds. */
function inTime(sessions: readonly Session[]): Happened[] {
  return oldestFirst(sessions)
    .flatMap(timed)
    .filter(({ event }) => !isCandidate(event))
    .sort((a, b) => compare(a.at, b.at))
    .map(({ session, event }) => ({ session, event }));
}

/** An event without a time follows the one before it. */
function timed(session: Session): (Happened & { at: string })[] {
  const { events, frontMatter } = session.chronicle;
  let at = frontMatter.date;
  return events.map((event) => {
    const told = event.time === null ? event.date : `${event.date} ${event.time}`;
    if (told > at) at = told;
    return { session, event, at };
  });
}
