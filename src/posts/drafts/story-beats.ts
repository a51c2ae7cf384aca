import type { ChronicleEvent } from '#src/format/chronicle.ts';
import type { Session } from '#src/format/session.ts';
import { compare } from '#src/lib/compare.ts';
import { type BeatRole, pickBeats } from '../narrative/beats.ts';

/** A beat of a story, and the session it happened in. */
export interface StoryBeat {
  role: BeatRole;
  session: Session;
  event: ChronicleEvent;
}

/** The beats of a story told by several sessions, picked from all their logged events in chronological order. */
export function storyBeats(sessions: readonly Session[]): StoryBeat[] {
  return pickBeats(chronological(sessions), ({ event }) => event.tag).map(({ role, item }) => ({ role, ...item }));
}

/** Sessions by their start, oldest first. */
export function oldestFirst(sessions: readonly Session[]): Session[] {
  return sessions.toSorted((a, b) => compare(a.chronicle.frontMatter.started, b.chronicle.frontMatter.started));
}

interface Happened {
  session: Session;
  event: ChronicleEvent;
}

/** The events of sessions by time; sessions that ran at once are interleaved. Within a session, file order counts. */
function chronological(sessions: readonly Session[]): Happened[] {
  return oldestFirst(sessions)
    .flatMap(timed)
    .sort((a, b) => compare(a.at, b.at))
    .map(({ session, event }) => ({ session, event }));
}

/** An event without a time follows the one before it. */
function timed(session: Session): (Happened & { at: string })[] {
  const { events, frontMatter } = session.chronicle;
  let at = frontMatter.date;
  return events.map((event) => {
    const logged = event.time === null ? event.date : `${event.date} ${event.time}`;
    if (logged > at) at = logged;
    return { session, event, at };
  });
}
