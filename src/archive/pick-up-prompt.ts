import { shownBranch } from '../lib/checkout.ts';
import { shortId } from '../format/session-id.ts';
import { neutralLine } from '../lib/text/plain.ts';
import { isSuggested, type NextStep } from './next-step.ts';

/** The longest text of the session in the prompt, in characters. */
const LONGEST = 280;

/**
 * A prompt with which the agent continues a session; `next` is what the session said comes next. Texts of the session are
 * neutral: they are pasted into a prompt.
 */
export function pickUpPrompt(
  { id, title, date, ...of }: { id: string; title: string; date: string; branch: string; source?: string | undefined },
  next: Pick<NextStep, 'text' | 'anchor'> | null,
): string {
  const words = (text: string) => neutralLine(text, LONGEST);
  return [
    `Continue “${words(title)}” (${[date, words(shownBranch(of))].filter((word) => word !== '').join(', ')}).`,
    ...(next ? [`It ${isSuggested(next) ? 'suggested as the next step' : 'ended with'}: ${words(next.text)}`] : []),
    `For what it left: chronicle recall ${shortId(id)}`,
  ].join('\n');
}
