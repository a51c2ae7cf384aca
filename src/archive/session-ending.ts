import type { Session } from '#src/format/session.ts';
import type { Facts } from '#src/transcript/facts.ts';
import { STILL_RUNNING } from '#src/format/facts-head.ts';

/** One of the agent's last messages. The text is untrusted Markdown, clipped. */
export interface LastMessage {
  /** Such as `last long message`. */
  label: string;
  text: string;
  at: string;
}

/**
 * How a session ended, as its page and `chronicle show` say it. A summary that a person or the agent wrote says it best;
 * without one, the agent's last message does.
 */
export type SessionEnding =
  /** The summary, with the narrative if there is one. Both are in the chronicle. */
  | { kind: 'summary' }
  /** What the agent said last, in the order it said it. */
  | { kind: 'message'; messages: LastMessage[] }
  /** A summary made from the events: `Auto-generated: 3 events (2 decisions, 1 error)`. */
  | { kind: 'counts' }
  | { kind: 'running' | 'answered' | 'interrupted' | 'abrupt' | 'unknown' };

/**
 * How a session ended. `facts` are all its facts; without them, its chronicle alone decides. A session is running if the
 * caller knows so, or if it was when its transcript was read.
 */
export function sessionEnding(session: Session, facts: Facts | null, isRunning = wasRunning(facts)): SessionEnding {
  const { summary, events } = session.chronicle;
  if (summary.narrative !== null || (summary.kind !== 'machine' && summary.lead.trim() !== ''))
    return { kind: 'summary' };
  if (isRunning) return { kind: 'running' };
  const ending = session.facts?.ending;
  const messages = lastMessages(facts, isRunning);
  if (messages.length > 0) return { kind: 'message', messages };
  if (summary.kind === 'machine') return { kind: 'counts' };
  if (ending !== undefined) return { kind: ending === 'open' ? 'abrupt' : ending };
  // The end of a session adds a summary to a chronicle with events, and leaves one without events as it is.
  return { kind: events.length > 0 ? 'abrupt' : 'unknown' };
}

/** The agent's last messages: the last long one, and a shorter one after it. At most two, in the order it said them. */
export function lastMessages(facts: Facts | null, isRunning = wasRunning(facts)): LastMessage[] {
  if (!facts) return [];
  const { outcome, lastAnswer, head } = facts;
  const whole = isRunning ? ' so far' : head.ending === 'answered' ? '' : ', before the session broke off';
  const long = lastAnswer ? 'last long message' : whole === '' ? 'last message' : `last long message${whole}`;
  return [
    ...(outcome ? [{ ...outcome, label: long }] : []),
    ...(lastAnswer ? [{ ...lastAnswer, label: `last message${whole}` }] : []),
  ];
}

function wasRunning(facts: Facts | null): boolean {
  return facts?.head.transcripts.some(({ writtenMs }) => writtenMs === STILL_RUNNING) ?? false;
}

const SENTENCES = {
  running: 'The session is running.',
  answered: 'The session ended with a short answer.',
  interrupted: 'The last turn was interrupted.',
  abrupt: 'No summary. The session may have ended unexpectedly.',
  unknown: 'No summary.',
} as const;

/** An ending in a sentence; empty if there is text to show instead. */
export function endingSentence({ kind }: SessionEnding): string {
  return kind in SENTENCES ? SENTENCES[kind as keyof typeof SENTENCES] : '';
}

/** The heading of a text that ends a session. */
export function endingTitle(ending: SessionEnding): string {
  switch (ending.kind) {
    case 'summary':
      return 'Summary';
    case 'counts':
      return 'Summary (automatic)';
    default:
      return 'How it ended';
  }
}
