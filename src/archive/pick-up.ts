import { isAttended, isEmptySession, type Session } from '../chronicle/session.ts';
import { shortId } from '../chronicle/session-id.ts';
import { sessionTitle } from '../chronicle/title.ts';
import type { Facts } from '../facts/facts.ts';
import { clip, oneLine } from '../text/clip.ts';
import { sessionHandoff } from './session-handoff.ts';

/** Where the work on a project was left. */
export interface PickUp {
  /** The project's last session with a person in which anything happened. */
  session: Session;
  /** What comes next, as its handoff or the summary of its last compaction says; null if neither does. Untrusted Markdown. */
  next: { label: string; text: string; anchor: string } | null;
  /** What to ask of the agent to go on. */
  prompt: string;
}

/** The fields that say how to go on, the best first. */
const NEXT = ['Suggested Next', 'Next Step', 'Pending Tasks', 'Current Task', 'Current Work'];
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
    return { session, next, prompt: promptOf(session, next?.text ?? '') };
  });
}

function nextOf(session: Session, facts: Facts | null): PickUp['next'] {
  const handoff = sessionHandoff(session, facts);
  const fields = NEXT.flatMap((label) => handoff?.fields.find((field) => field.label === label) ?? []);
  const [field] = fields;
  return field && handoff ? { label: field.label, text: clip(field.text, LONGEST), anchor: handoff.anchor } : null;
}

function promptOf(session: Session, next: string): string {
  const { date, branch } = session.chronicle.frontMatter;
  return [
    `Go on with “${oneLine(sessionTitle(session))}” (${date}, ${branch}).`,
    ...(next === '' ? [] : [`Next: ${oneLine(next)}`]),
    `What that session left: chronicle recall ${shortId(session.id)}`,
  ].join('\n');
}
