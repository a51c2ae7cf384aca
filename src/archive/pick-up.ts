import { isAttended, isEmptySession, type Session } from '../format/session.ts';
import { sessionTitle } from '../transcript/title.ts';
import type { Facts } from '../transcript/facts.ts';
import { leftToDo } from '../transcript/left-to-do.ts';
import { type NextStep, nextStep } from './next-step.ts';
import { pickUpPrompt } from './pick-up-prompt.ts';
import { lastMessages } from './session-ending.ts';

/** Where the work on a project was left. */
export interface PickUp {
  /** The project's last session with a person in which anything happened. */
  session: Session;
  /** What comes next, by its latest word; null if nothing says. */
  next: NextStep | null;
  /** A prompt for the agent to continue. */
  prompt: string;
}

/** The projects with the latest sessions, at most `most` of them. `sessions` come newest first; `factsOf` are all facts of one. */
export function pickUps(
  sessions: readonly Session[],
  factsOf: (session: Session) => Facts | null,
  most: number,
): PickUp[] {
  const last = new Map<string, Session>();
  for (const session of sessions) {
    const { slug } = session.project;
    if (!last.has(slug) && isAttended(session) && !isEmptySession(session)) last.set(slug, session);
    if (last.size === most) break;
  }
  return [...last.values()].map((session) => {
    const next = nextOf(session, factsOf(session));
    return {
      session,
      next,
      prompt: pickUpPrompt({ id: session.id, title: sessionTitle(session), ...session.chronicle.frontMatter }, next),
    };
  });
}

function nextOf({ notebook }: Session, facts: Facts | null): NextStep | null {
  return nextStep({
    handoff: notebook?.handoff,
    left: leftToDo(facts ?? { compactions: [] }),
    messages: lastMessages(facts),
  });
}
