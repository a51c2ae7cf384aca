/** `Supersedes:` lines that name nothing: what they were meant to replace is still in the book. */
import { type Problem, problemAt } from '../format/problem.ts';
import type { Session } from '../format/session.ts';
import { allObservations, globalName, ITSELF, observedSession, resolvedName, SessionIds } from '../notes/book.ts';

/** A problem with an observation of a session, at the observation's line in the notebook. */
export interface BrokenLink {
  session: Session;
  problem: Problem;
}

/** The links of these sessions that name no observation, or may mean several sessions. */
export function brokenLinks(sessions: readonly Session[]): BrokenLink[] {
  const all = allObservations(sessions.flatMap(observedSession));
  const known = new Set(all.map(globalName));
  const ids = new SessionIds(all.map(({ session }) => session));
  const byId = new Map(sessions.map((session) => [session.id, session]));
  return all.flatMap(({ session: own, observation, supersedes }) =>
    supersedes.flatMap((target): BrokenLink[] => {
      const session = byId.get(own);
      if (!session || target === ITSELF || known.has(resolvedName(target, own, ids) ?? '')) return [];
      const [, prefix = ''] = /^([^#]*)#/.exec(target) ?? [];
      const meant = prefix === '' || ids.named(prefix) !== null ? 0 : ids.beginning(prefix).length;
      const shown = target.slice(0, LONGEST);
      const fault = meant > 1 ? `${meant} sessions begin with ${prefix.slice(0, LONGEST)}` : null;
      return [{ session, problem: problemAt('CHRONICLE_SUPERSEDES', observation.line, 1, shown, fault) }];
    }),
  );
}

/** The longest part of a link that a sentence shows (UTF-16 units). */
const LONGEST = 80;
