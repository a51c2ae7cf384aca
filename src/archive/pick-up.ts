/**
 * Where the work on a project was left: its last session, and what comes next by its handoff or its last
 * message. And a prompt with which the agent goes on.
 */
import { HANDOFF_FIELDS } from '#src/format/notebook/handoff-fields.ts';
import { isAttended, isEmptySession, type Session } from '#src/format/session.ts';
import { shortId } from '#src/format/session-id.ts';
import type { Facts } from '#src/transcript/facts.ts';
import { sessionTitle } from '#src/transcript/title.ts';
import { shownBranch } from '#src/lib/checkout.ts';
import { clip } from '#src/lib/text/clip.ts';
import { neutralLine } from '#src/lib/text/plain.ts';
import { ENDING_ANCHOR } from '#src/lib/text/page-address.ts';
import { lastMessages } from './session-ending.ts';

export interface PickUp {
  /** The project's last session with a person in which anything happened. */
  session: Session;
  /** Null if nothing says what comes next. */
  next: NextStep | null;
  prompt: string;
}

/** What comes next. The text is untrusted Markdown, clipped. */
export interface NextStep {
  /** `Next step`, `How it ended`. */
  label: string;
  text: string;
  /** The part of the session's page that has the whole. */
  anchor: string;
}

/** The longest text of a session, in characters. */
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
    const next = nextStep(session, factsOf(session));
    return {
      session,
      next,
      prompt: pickUpPrompt({ id: session.id, title: sessionTitle(session), ...session.chronicle.frontMatter }, next),
    };
  });
}

/**
 * A prompt with which the agent continues a session; `next` is what the session said comes next. Texts of the session are
 * neutral: they are pasted into a prompt.
 */
export function pickUpPrompt(
  { id, title, date, ...of }: { id: string; title: string; date: string; branch: string; source?: string | undefined },
  next: Pick<NextStep, 'text' | 'anchor'> | null,
): string {
  const words = (text: string) => neutralLine(text, LONGEST);
  const isSuggested = next?.anchor !== ENDING_ANCHOR;
  return [
    `Continue “${words(title)}” (${[date, words(shownBranch(of))].filter((word) => word !== '').join(', ')}).`,
    ...(next ? [`It ${isSuggested ? 'suggested as the next step' : 'ended with'}: ${words(next.text)}`] : []),
    `For what it left: chronicle recall ${shortId(id)}`,
  ].join('\n');
}

/** What the handoff names as the next step, or else how the session ended. */
function nextStep({ notebook }: Session, facts: Facts | null): NextStep | null {
  const step = (label: string, text: string, anchor: string): NextStep => ({
    label,
    text: clip(text, LONGEST),
    anchor,
  });
  const { suggestedNext, currentTask } = notebook?.handoff ?? {};
  if (suggestedNext !== undefined) return step(HANDOFF_FIELDS.suggestedNext.name, suggestedNext, 'handoff');
  if (currentTask !== undefined) return step(HANDOFF_FIELDS.currentTask.name, currentTask, 'handoff');
  const last = lastMessages(facts).at(-1);
  // What comes next is at the end of a message.
  const end = last && lastParagraph(last.text);
  return end ? step('How it ended', end, ENDING_ANCHOR) : null;
}

/** A message with a code block is taken whole: a paragraph of it may begin inside of the block. */
function lastParagraph(text: string): string {
  const whole = text.trim();
  return whole.includes('```') ? whole : (whole.split(/\n[ \t]*\n/).at(-1) ?? '');
}
