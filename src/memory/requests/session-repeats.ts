/** What one session adds to the requests and failures that come back: read from its facts file without the rest of it. */
import { exactForm } from '#src/transcript/exact-form.ts';
import { factsSchema, parseFacts } from '#src/transcript/facts.ts';
import { factsLine } from '#src/transcript/facts-line.ts';
import { type Failed, failedIn } from './failures.ts';
import { type Told, toldIn } from './requests.ts';

export interface SessionRepeats {
  told: Told;
  failed: readonly Failed[];
}

export const NO_REPEATS: SessionRepeats = { told: { said: [], english: 0, words: 0 }, failed: [] };

const { prompts: promptsForm, failures: failuresForm } = factsSchema.shape;
const arePrompts = exactForm(promptsForm);
const areFailures = exactForm(failuresForm);

/** What the text of a facts file says; nothing if it is damaged. */
export function parseRepeats(source: string): SessionRepeats {
  const lines = { prompts: factsLine(source, 'prompts'), failures: factsLine(source, 'failures') };
  if (arePrompts(lines.prompts) && areFailures(lines.failures))
    return { told: toldIn(lines.prompts), failed: failedIn(lines.failures) };
  const { facts } = parseFacts(source);
  return facts ? { told: toldIn(facts.prompts), failed: failedIn(facts.failures) } : NO_REPEATS;
}
