import type { Session } from '#src/format/session.ts';
import type { Facts } from '#src/transcript/facts.ts';
import type { FoundPlan } from '#src/notes/find-plans.ts';
import { readPlan } from '#src/notes/plan.ts';

/** A plan that a person accepted in a session. It is in the session's facts, in no file of its own. */
export interface AcceptedPlan extends FoundPlan {
  /** The name of the session. */
  session: string;
}

interface Sessions {
  snapshot: { sessions: readonly Session[] };
  factsOf(session: Session): Facts | null;
}

/** How many sessions are read, and how many plans are kept. */
const MOST = { sessions: 50, plans: 10 };

/** The plans that were last accepted in the newest sessions of a project, newest first: one a session. */
export function acceptedPlans(archive: Sessions, root: string): AcceptedPlan[] {
  return archive.snapshot.sessions
    .filter(({ project, facts }) => project.root === root && facts !== undefined)
    .toSorted((a, b) => endOf(b) - endOf(a))
    .slice(0, MOST.sessions)
    .flatMap((session): AcceptedPlan[] => {
      const last = archive.factsOf(session)?.plans.at(-1);
      if (!last) return [];
      const { name, path, chronicle } = session;
      const plan = readPlan(last.text);
      const titled = { ...plan, title: plan.title || last.heading };
      return [
        { session: name, path, branch: chronicle.frontMatter.branch, plan: titled, changed: Date.parse(last.at) },
      ];
    })
    .slice(0, MOST.plans);
}

/** When a session ended; before all others if its facts do not say. */
function endOf({ facts }: Session): number {
  return Date.parse(facts?.to ?? '') || 0;
}
