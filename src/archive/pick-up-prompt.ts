import { shortId } from '../chronicle/session-id.ts';
import { neutralLine } from '../text/neutral-line.ts';

/** The longest text of the session in the prompt, in characters. */
const LONGEST = 280;

/**
 * A prompt with which the agent continues a session; `next` is what the session said comes next, or empty. Texts of the
 * session are neutral: they are pasted into a prompt.
 */
export function pickUpPrompt(
  { id, title, date, branch }: { id: string; title: string; date: string; branch: string },
  next: string,
): string {
  const words = (text: string) => neutralLine(text, LONGEST);
  return [
    `Continue “${words(title)}” (${date}, ${words(branch)}).`,
    ...(next === '' ? [] : [`It suggested as the next step: ${words(next)}`]),
    `For what it left: chronicle recall ${shortId(id)}`,
  ].join('\n');
}
