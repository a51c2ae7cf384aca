import { isCandidate } from '#src/chronicle/candidate.ts';
import type { Session } from '#src/chronicle/session.ts';
import { sessionDays } from '#src/chronicle/session-days.ts';

const known = new WeakMap<Session, string>();

/**
 * All that a session contributes to what is known of memory, as text: empty if it has neither miss nor hit.
 * Most changes of an archive leave it as it was.
 */
export function memoryMarks(session: Session): string {
  const before = known.get(session);
  if (before !== undefined) return before;
  const events = sessionDays(session)
    .flatMap((day) => day.events)
    .filter((event) => (event.tag === 'MEMORY-MISS' || event.tag === 'MEMORY-HIT') && !isCandidate(event));
  const marks = events.length === 0 ? '' : JSON.stringify([placeOf(session), events]);
  known.set(session, marks);
  return marks;
}

function placeOf({ id, project, name, chronicle }: Session): unknown {
  const { attended, started, utc_offset: offset } = chronicle.frontMatter;
  return [id, project, name, attended, started, offset];
}
