import type { Session } from '#src/format/session.ts';
import type { Paths } from '#src/lib/paths.ts';
import { hideFound, keepFound } from '#src/transcript/keep-found.ts';
import { currentSnapshot, providedArchive } from './current-archive.ts';
import { Refusal } from './edit-request.ts';

/** Keeps or hides a found event of a session for its page. */
export function decideFound(paths: Paths, { session, event, verb }: Record<string, unknown>): string {
  if (typeof session !== 'string' || typeof event !== 'string' || (verb !== 'keep' && verb !== 'hide'))
    throw new Refusal(400, 'A found event needs its session, its id, and keep or hide. Nothing was changed.');
  const own = sessionWith(session, event);
  if (!own.path.startsWith(`${paths.projects}/`))
    throw new Refusal(403, 'Archives of other machines are only read. Nothing was changed.');
  const target = { chronicle: own.path, sessionId: own.id, id: event };
  if (verb === 'keep') keepFound(target);
  else hideFound(paths, target);
  providedArchive()?.refresh();
  return verb === 'keep' ? 'The event is in the chronicle.' : 'The event is hidden.';
}

function sessionWith(id: string, event: string): Session {
  const found = currentSnapshot().sessions.find(({ id: own, chronicle: { events, more = [] } }) => {
    return own === id && [...events, ...more].some((each) => each.id === event && each.found !== undefined);
  });
  if (found) return found;
  throw new Refusal(409, 'The event is not there as this page showed it. Nothing was changed.');
}
