import { HANDOFF_FIELDS } from '../chronicle/notebook/handoff-fields.ts';
import { isAttended, isEmptySession, type Session } from '../chronicle/session.ts';
import { sessionTitle } from '../chronicle/title.ts';
import type { Facts } from '../facts/facts.ts';
import { LEFT_LABELS } from '../facts/left-to-do.ts';
import { clip } from '../text/clip.ts';
import { pickUpPrompt } from './pick-up-prompt.ts';
import { sessionHandoff } from './session-handoff.ts';

/** Where the work on a project was left. */
export interface PickUp {
  /** The project's last session with a person in which anything happened. */
  session: Session;
  /** What comes next, as its handoff or the summary of its last compaction says; null if neither does. Untrusted Markdown. */
  next: { label: string; text: string; anchor: string } | null;
  /** A prompt for the agent to continue. */
  prompt: string;
}

/** The fields that say how to go on, the best first. */
const NEXT = [
  HANDOFF_FIELDS.suggestedNext.label,
  LEFT_LABELS.next,
  LEFT_LABELS.pending,
  HANDOFF_FIELDS.currentTask.label,
  LEFT_LABELS.current,
];
/** Whether a handoff's field, by its label, says what to do next. */
export function isNextStep(label: string): boolean {
  return label === HANDOFF_FIELDS.suggestedNext.label || label === LEFT_LABELS.next;
}

/** The longest text of a card, in characters. */
const LONGEST = 280;

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
      prompt: pickUpPrompt(
        { id: session.id, title: sessionTitle(session), ...session.chronicle.frontMatter },
        next?.text ?? '',
      ),
    };
  });
}

function nextOf(session: Session, facts: Facts | null): PickUp['next'] {
  const handoff = sessionHandoff(session, facts);
  if (!handoff) return null;
  const [field] = NEXT.flatMap((label) => handoff.fields.find((each) => each.label === label) ?? []);
  return field ? { label: field.label, text: clip(field.text, LONGEST), anchor: handoff.anchor } : null;
}
