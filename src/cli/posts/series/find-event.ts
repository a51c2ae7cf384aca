import type { Session } from '#src/chronicle/session.ts';
import { sessionNamed } from '#src/cli/archive/session-named.ts';
import { ChronicleError } from '#src/project/chronicle-error.ts';

/**
 * The full name of an event, `<session_id>#e-…`, for what people call it: the session's name as in chronicle show, #, and
 * the event's id. Refuses what names none (CHRONICLE_NO_EVENT).
 */
export function findEvent(sessions: readonly Session[], word: string): string {
  const [, name = '', id = ''] = /^(.+)#(e-[0-9a-f]{6}(?:-\d+)?)$/.exec(word) ?? [];
  if (name === '')
    throw new ChronicleError(
      'CHRONICLE_NO_EVENT',
      `${word} names no event. One is named as last#e-3fa9c1: its session and its id, which chronicle show prints. Nothing was written.`,
    );
  const session = sessionNamed(sessions, name);
  if (session.chronicle.events.some((event) => event.id === id)) return `${session.id}#${id}`;
  throw new ChronicleError(
    'CHRONICLE_NO_EVENT',
    `The session ${session.name} has no event ${id}. chronicle show ${session.name} prints its events with their ids. Nothing was written.`,
  );
}
