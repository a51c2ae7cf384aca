/**
 * How much is on record, in words. What other systems kept is counted apart: an import can bring in more sessions than Claude
 * Code ever recorded here, and they have no transcript.
 */
import { foundEvents, isImported, loggedEvents, type Session } from '#src/format/session.ts';
import { grouped } from '#src/lib/grouped.ts';
import { listed } from '#src/lib/listed.ts';
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

/** How many prompts of a session were imported: those of a session without a transcript that was read. */
function importedPrompts({ facts }: Pick<Session, 'facts'>): number {
  return facts?.importedFrom === undefined ? 0 : facts.prompts;
}

/** How many observations of a session were imported: one that Claude Code recorded can have some, too. */
function importedObservations({ notebook }: Pick<Session, 'notebook'>): number {
  return (notebook?.observations ?? []).filter(({ origin }) => origin !== undefined).length;
}

/** `68 sessions (12 imported)`; `12 imported sessions` if all are. */
export function sessionsWords(sessions: readonly Pick<Session, 'chronicle'>[]): string {
  const imported = sessions.filter(isImported).length;
  const { length } = sessions;
  if (imported === 0) return counted(length, 'session');
  if (imported === length) return counted(length, 'imported session');
  return `${counted(length, 'session')} (${grouped(imported)} imported)`;
}

/** `Of these, 12 sessions and 381 prompts were imported.` Empty if none was. */
export function importedRemark(sessions: readonly Session[]): string {
  const count = sessions.filter(isImported).length;
  const prompts = sessions.reduce((sum, session) => sum + importedPrompts(session), 0);
  const parts = [
    ...(count > 0 ? [counted(count, 'session')] : []),
    ...(prompts > 0 ? [counted(prompts, 'prompt')] : []),
  ];
  return parts.length === 0 ? '' : `Of these, ${listed(parts)} ${count + prompts === 1 ? 'was' : 'were'} imported.`;
}

/** `9,310 of the observations were imported.` Empty if none was. */
export function importedObservationsRemark(sessions: readonly Session[]): string {
  const count = sessions.reduce((sum, session) => sum + importedObservations(session), 0);
  return count === 0 ? '' : `${grouped(count)} of the observations ${count === 1 ? 'was' : 'were'} imported.`;
}
