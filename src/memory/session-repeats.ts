/** What one session adds to the requests and failures that come back: read from its facts file without the rest of it. */
import { parseFactsList } from '#src/transcript/facts.ts';
import { type Failed, failedIn } from './failures.ts';
import { type Told, toldIn } from './requests.ts';

export interface SessionRepeats {
  told: Told;
  failed: readonly Failed[];
}

export const NO_REPEATS: SessionRepeats = { told: { said: [], english: 0, words: 0 }, failed: [] };

/** What the text of a facts file says; nothing if it is damaged. */
export function parseRepeats(source: string): SessionRepeats {
  return { told: toldIn(parseFactsList(source, 'prompts')), failed: failedIn(parseFactsList(source, 'failures')) };
}
