import { isCandidate } from '#src/chronicle/candidate.ts';
import type { Session } from '#src/chronicle/session.ts';
import { sessionDays } from '#src/chronicle/session-days.ts';
import { memoised } from '#src/value/memo.ts';

/**
 * All that a session contributes to what is known of memory, as text: empty if it has neither miss nor hit.
 * Most changes of an archive leave it as it was.
 */
export const memoryMarks = memoised((session: Session): string => {
  const events = sessionDays(session)
    .flatMap((day) => day.events)
    .filter((event) => (event.tag === 'MEMORY-MISS' || event.tag === 'MEMORY-HIT') && !isCandidate(event));
  return events.length === 0 ? '' : JSON.stringify([placeOf(session), events]);
});

function placeOf({ id, project, name, chronicle }: Session): unknown {
  const { attended, started, utc_offset: offset } = chronicle.frontMatter;
  return [id, project, name, attended, started, offset];
}
