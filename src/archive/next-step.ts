/** What a session says comes next: the latest of what its handoff, its last message and the summary of a compaction say. */
import { HANDOFF_FIELDS } from '../format/notebook/handoff-fields.ts';
import { LEFT_LABELS, type LeftToDo } from '../transcript/left-to-do.ts';
import { clip } from '../lib/text/clip.ts';
import { LEFT_ANCHOR, OUTCOME_ANCHOR } from '../lib/text/page-address.ts';

/** What comes next. The text is untrusted Markdown, clipped. */
export interface NextStep {
  /** `Next step`, `How it ended`. */
  label: string;
  text: string;
  /** The part of the session's page that has the whole. */
  anchor: string;
}

interface Said {
  /** The agent wrote it at the end, so it is the latest word. */
  handoff: { suggestedNext?: string | undefined; currentTask?: string | undefined } | null | undefined;
  left: LeftToDo | null | undefined;
  /** The agent's last messages, in the order it said them. */
  messages: readonly { text: string; at: string }[];
}

/** The longest text, in characters. */
const LONGEST = 280;

/**
 * The next step, or null if nothing says. A handoff without a next step leaves the word to the others; of these, the later
 * one counts: what a compaction left to do may be done by the end.
 */
export function nextStep({ handoff, left, messages }: Said): NextStep | null {
  const suggested = handoff?.suggestedNext;
  if (suggested !== undefined) return stepOf(HANDOFF_FIELDS.suggestedNext.name, suggested, 'handoff');
  if (handoff?.currentTask !== undefined)
    return stepOf(HANDOFF_FIELDS.currentTask.name, handoff.currentTask, 'handoff');
  const last = messages.at(-1);
  const [field] = left ? (['next', 'pending', 'current'] as const).filter((each) => left[each] !== undefined) : [];
  if (left && field && (!last || last.at < left.at)) return stepOf(LEFT_LABELS[field], left[field] ?? '', LEFT_ANCHOR);
  // What comes next is at the end of a message.
  const end = last && lastParagraph(last.text);
  return end ? stepOf('How it ended', end, OUTCOME_ANCHOR) : null;
}

/** Whether a step was suggested, and not only how the session ended. */
export function isSuggested({ anchor }: Pick<NextStep, 'anchor'>): boolean {
  return anchor !== OUTCOME_ANCHOR;
}

function stepOf(label: string, text: string, anchor: string): NextStep {
  return { label, text: clip(text, LONGEST), anchor };
}

/** A message with a code block is taken whole: a paragraph of it may begin inside of the block. */
function lastParagraph(text: string): string {
  const whole = text.trim();
  return whole.includes('```') ? whole : (whole.split(/\n[ \t]*\n/).at(-1) ?? '');
}
