/** Which proposal a request or a failure led to: the memory that is proposed for it says so in its first line. */
import type { Proposal } from '../proposals.ts';
import { likeness, stemsOf } from './wording.ts';

/** How the memories of this folder begin. */
export const BEGINS = { request: 'The user keeps asking for this: ', failure: ' fails in this project: ' };

/** From this share of common words on, a memory is about the same request. */
const SAME = 0.6;

/** What became of the newest proposal for a repeat. */
export interface Known {
  id: string;
  state: Proposal['state'];
  file: string;
  /** When it was decided; null while it is open. */
  decided: string | null;
}

/** The newest proposal for a request (`words`) or a failing command (`run`); null if none was made. */
export function knownProposal(
  repeat: { words: string } | { run: string },
  proposals: readonly Pick<Proposal, 'id' | 'state' | 'file' | 'text' | 'decided' | 'replaced_by'>[],
): Known | null {
  const isOfIt = 'run' in repeat ? isOfRun(repeat.run) : isOfWords(repeat.words);
  const found = proposals.findLast(
    ({ text, replaced_by }) => replaced_by === undefined && text !== null && isOfIt(text),
  );
  return found ? { id: found.id, state: found.state, file: found.file, decided: found.decided } : null;
}

function isOfRun(run: string): (text: string) => boolean {
  return (text) => text.includes(`\`${run}\`${BEGINS.failure}`);
}

function isOfWords(words: string): (text: string) => boolean {
  const stems = new Set(stemsOf(words));
  return (text) => {
    const at = text.indexOf(BEGINS.request);
    const said = at === -1 ? '' : (text.slice(at + BEGINS.request.length).split('\n', 1)[0] ?? '');
    return said !== '' && likeness(new Set(stemsOf(said)), stems) >= SAME;
  };
}
