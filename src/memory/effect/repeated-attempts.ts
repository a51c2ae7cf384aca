/**
 * How many Tried lines repeat an earlier attempt. Only sessions with a notebook have such lines, so this says how often an
 * attempt was made again in spite of it, and not whether it was made less often.
 */
import type { Session } from '#src/chronicle/session.ts';
import { type Attempt, areAlike, attemptOf } from '#src/notebook/alike-attempts.ts';
import { compare } from '#src/value/compare.ts';
import { isMeasured } from './measured-session.ts';

export interface RepeatedAttempts {
  /** All Tried lines. */
  lines: number;
  /** Those with an earlier one in the same session that is alike. */
  inSession: number;
  /** Those with one in an earlier session of the project, and none in their own. */
  inProject: number;
}

/** A line is compared with this many earlier ones of its project, the newest. */
const COMPARED = 100;

/** Counts the Tried lines of attended sessions that hooks recorded. */
export function repeatedAttempts(sessions: readonly Session[]): RepeatedAttempts {
  const found = { lines: 0, inSession: 0, inProject: 0 };
  const noted = sessions.filter((session) => session.notebook !== undefined && isMeasured(session));
  for (const own of Map.groupBy(noted, ({ project }) => project.slug).values()) {
    let earlier: Attempt[] = [];
    for (const { notebook } of own.toSorted((a, b) => compare(startOf(a), startOf(b)))) {
      const before: Attempt[] = [];
      for (const { kind, text } of notebook?.notes ?? []) {
        if (kind !== 'tried') continue;
        const attempt = attemptOf(text);
        found.lines++;
        if (before.some((other) => areAlike(attempt, other))) found.inSession++;
        else if (earlier.some((other) => areAlike(attempt, other))) found.inProject++;
        if (before.push(attempt) > COMPARED) before.shift();
      }
      earlier = [...earlier, ...before].slice(-COMPARED);
    }
  }
  return found;
}

function startOf({ chronicle }: Session): string {
  return chronicle.frontMatter.started;
}

/** `Tried lines: 41, of which 3 are like an earlier one of the same session and 2 like one of an earlier session.` */
export function attemptsSentence({ lines, inSession, inProject }: RepeatedAttempts): string {
  const [all, session, project] = [lines, inSession, inProject].map((count) => count.toLocaleString('en-GB'));
  if (inSession + inProject === 0) return `Tried lines: ${all}, none like an earlier one.`;
  const verb = inSession === 1 ? 'is' : 'are';
  return `Tried lines: ${all}, of which ${session} ${verb} like an earlier one of the same session and ${project} like one of an earlier session.`;
}
