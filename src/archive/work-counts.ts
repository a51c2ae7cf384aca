import { foundEvents, loggedEvents, type Session } from '../format/session.ts';

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
  const counts = { prompts: 0, events: 0, found: 0 };
  for (const { chronicle, facts } of sessions) {
    counts.prompts += facts?.prompts ?? 0;
    counts.events += loggedEvents(chronicle).length;
    counts.found += foundEvents(chronicle).length;
  }
  return counts;
}
