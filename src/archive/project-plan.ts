/** The plan of a project: the one that a person accepted last. */
import type { Session } from '../chronicle/session.ts';
import type { Plan } from '../plans/plan.ts';

/** The newest session in which a plan was accepted, by the heads of facts; null if there is none. `sessions` come newest first. */
export function planSession(sessions: readonly Session[]): Session | null {
  return sessions.find(({ facts }) => (facts?.titles.plan ?? '') !== '') ?? null;
}

/** `2 of 5 steps done`; undefined for a plan whose progress nobody marks. */
export function stepOf({ steps, done }: Pick<Plan, 'steps' | 'done'>): string | undefined {
  return steps.length === 0 ? undefined : `${done} of ${steps.length} steps done`;
}
