/**
 * How many Tried lines repeat an earlier attempt. Only sessions with a notebook have such lines, so this says how often an
 * attempt was made again in spite of it, and not whether it was made less often.
 */

import type { Session } from '#src/chronicle/session.ts';
import { triedLines } from '#src/notebook/tried-lines.ts';
import { grouped } from '#src/value/grouped.ts';
import { isMeasured } from './measured-session.ts';

export interface RepeatedAttempts {
  /** All Tried lines. */
  lines: number;
  /** Those with an earlier one in the same session that is alike. */
  inSession: number;
  /** Those with one in an earlier session of the project, and none in their own. */
  inProject: number;
}

/** Counts the Tried lines of attended sessions that hooks recorded. Takes all sessions. */
export function repeatedAttempts(sessions: readonly Session[]): RepeatedAttempts {
  const lines = triedLines(sessions).filter(({ session }) => isMeasured(session));
  const inSession = lines.filter(({ isRepeatedInSession }) => isRepeatedInSession).length;
  const inProject = lines.filter(({ isRepeatedInSession, earlier }) => !isRepeatedInSession && earlier !== null).length;
  return { lines: lines.length, inSession, inProject };
}

/** `Tried lines: 41, of which 3 are like an earlier one of the same session and 2 like one of an earlier session.` */
export function attemptsSentence({ lines, inSession, inProject }: RepeatedAttempts): string {
  const [all, session, project] = [lines, inSession, inProject].map((count) => grouped(count));
  if (inSession + inProject === 0) return `Tried lines: ${all}, none like an earlier one.`;
  const verb = inSession === 1 ? 'is' : 'are';
  return `Tried lines: ${all}, of which ${session} ${verb} like an earlier one of the same session and ${project} like one of an earlier session.`;
}
