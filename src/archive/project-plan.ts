/** The plan of a project: the one that a person accepted last. */
import type { Session } from '../format/session.ts';
import type { Plan } from '../notes/plan.ts';
import { counted } from '../lib/text/day.ts';

/** The newest session in which a plan was accepted, by the heads of facts; null if there is none. `sessions` come newest first. */
export function planSession(sessions: readonly Session[]): Session | null {
  return sessions.find(({ facts }) => (facts?.titles.plan ?? '') !== '') ?? null;
}

/** `2 of 5 steps done when it was accepted`; undefined if none was. Nothing records what was done since. */
export function acceptedSteps({ steps, done }: Pick<Plan, 'steps' | 'done'>): string | undefined {
  if (done === 0) return undefined;
  return `${done} of ${counted(steps.length, 'step')} done when it was accepted`;
}

/** `step 3 of 5`, `all 5 steps done`; undefined for a plan whose progress nobody marks. */
export function stepOf({ steps }: Pick<Plan, 'steps'>): string | undefined {
  if (steps.length === 0) return undefined;
  const next = steps.findIndex(({ done }) => !done);
  return next === -1 ? `all ${steps.length} steps done` : `step ${next + 1} of ${steps.length}`;
}
