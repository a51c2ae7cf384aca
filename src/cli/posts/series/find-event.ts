import type { Session } from '#src/format/session.ts';
import { sessionNamed } from '#src/cli/session-named.ts';
import { ChronicleError } from '#src/lib/chronicle-error.ts';

/**
 * The full name of an event, `<session_id>#e-…`, for the short one that people type: a session as `chronicle show` takes
 * it, #, and the event's id. Refuses (CHRONICLE_NO_EVENT) anything that names no event.
 */
export function findEvent(sessions: readonly Session[], word: string): string {
  const [, name = '', id = ''] = /^(.+)#(e-[0-9a-f]{6}(?:-\d+)?)$/.exec(word) ?? [];
  if (name === '')
    throw new ChronicleError(
      'CHRONICLE_NO_EVENT',
      `${word} is not the name of an event. Write its session and its id, such as last#e-3fa9c1. \`chronicle show\` prints the ids. Nothing was changed.`,
    );
  const session = sessionNamed(sessions, name);
  if (session.chronicle.events.some((event) => event.id === id)) return `${session.id}#${id}`;
  throw new ChronicleError(
    'CHRONICLE_NO_EVENT',
    `Session ${session.name} has no event ${id}. \`chronicle show ${session.name}\` prints its events with their ids. Nothing was changed.`,
  );
}
