/**
 * How much is on record, in words. What other systems kept is counted apart: an import can bring in more sessions than Claude
 * Code ever recorded here, and they have no transcript.
 */
import { foundEvents, isImported, loggedEvents, type Session } from '#src/format/session.ts';
import { grouped } from '#src/lib/grouped.ts';
import { counted, countedEvents } from '#src/lib/text/day.ts';

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

/** How many rows there are of each sort. */
export interface RowCounts {
  events: number;
  found: number;
  observations: number;
}

/** `21 events, 2 observations` */
export function countedRows({ events, found, observations }: RowCounts): string {
  return `${countedEvents(events, found)}${observations > 0 ? `, ${counted(observations, 'observation')}` : ''}`;
}

/** `68 sessions (12 imported)`; `12 imported sessions` if all are. */
export function sessionsWords(sessions: readonly Pick<Session, 'chronicle'>[]): string {
  const imported = sessions.filter(isImported).length;
  const { length } = sessions;
  if (imported === 0) return counted(length, 'session');
  if (imported === length) return counted(length, 'imported session');
  return `${counted(length, 'session')} (${grouped(imported)} imported)`;
}
