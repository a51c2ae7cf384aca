import type { Session } from '#src/format/session.ts';
import type { Tag } from '#src/format/tags.ts';

/** What the events of a session are worth to somebody who reads its story: turns and mistakes make one. */
const WORTH: Record<Tag, number> = {
  ...{ 'USER-CORRECTION': 3, PIVOT: 3, ERROR: 2, 'MEMORY-MISS': 2 },
  ...{ DECISION: 1, INSIGHT: 1, BLOCKED: 1, 'MEMORY-HIT': 1 },
};
/** A story needs so many events that are worth two or more. */
const LEAST = { events: 3, worth: 2 };

/** The sessions that deserve to be told and have no narrative yet, the best first; of equal ones, the newest. `sessions` come newest first. */
export function worthRetro(sessions: readonly Session[]): Session[] {
  return sessions
    .map((session) => ({ session, worth: worthOf(session) }))
    .filter(({ worth }) => worth > 0)
    .sort((a, b) => b.worth - a.worth)
    .map(({ session }) => session);
}

/** How much story is in a session; 0 for one with a narrative or with too little. Found events count as logged ones do. */
function worthOf({ chronicle: { summary, events } }: Session): number {
  if (summary.narrative) return 0;
  const worths = events.map(({ tag }) => WORTH[tag]);
  const isEnough = worths.filter((worth) => worth >= LEAST.worth).length >= LEAST.events;
  return isEnough ? worths.reduce((sum, worth) => sum + worth, 0) : 0;
}
