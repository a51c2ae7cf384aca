import { foundEvents, loggedEvents } from '../chronicle/logged-events.ts';
import type { Session } from '../chronicle/session.ts';
import { keptParts } from '../value/kept-parts.ts';
import { memoised } from '../value/memo.ts';

/** How much is on record. */
export interface WorkCounts {
  /** In the transcripts that were read. */
  prompts: number;
  /** How many were logged. */
  events: number;
  /** How many found events are shown. */
  found: number;
}

/** The prompts and events of these sessions. */
export function workCounts(sessions: readonly Session[]): WorkCounts {
  return keptParts(sessions).map(countsIn).reduce(added, { prompts: 0, events: 0, found: 0 });
}

const countsIn = memoised((part: readonly Session[]): WorkCounts => {
  const counts = part.map(({ chronicle, facts }) => ({
    prompts: facts?.prompts ?? 0,
    events: loggedEvents(chronicle).length,
    found: foundEvents(chronicle).length,
  }));
  return counts.reduce(added, { prompts: 0, events: 0, found: 0 });
});

function added(a: WorkCounts, b: WorkCounts): WorkCounts {
  return {
    prompts: a.prompts + b.prompts,
    events: a.events + b.events,
    found: a.found + b.found,
  };
}
