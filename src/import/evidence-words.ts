import { targetOf } from './called.ts';
import { cleanLine } from './clean-line.ts';
import type { TranscriptRecord } from './record.ts';

const MOST = 4;
const LONGEST = 300;

/** What a record says, in a few short lines: a prompt, the calls of tools, what they answered. Secrets and all. */
export function evidenceWords({ type, texts, calls, results }: TranscriptRecord): string[] {
  const who = type === 'user' ? 'Said' : 'Answered';
  return [
    ...texts.map((text) => `${who}: ${text}`),
    ...calls.map((call) => `Called ${call.name}: ${targetOf(call)}`),
    ...results.map(({ isError, text }) => `${isError ? 'Failed' : 'Result'}: ${text}`),
  ]
    .slice(0, MOST)
    .map((words) => cleanLine(words, LONGEST));
}
