import type { Io } from '../terminal/io.ts';
import { hasPerson } from '../terminal/io.ts';
import { say } from '../terminal/print.ts';

/**
 * Whether a person agrees to what was shown; with `word`, by typing it. If there is nobody to ask, prints which flag agrees.
 */
export async function agrees(io: Io, question: string, word?: string): Promise<boolean> {
  if (!hasPerson(io)) {
    say(io, 'Cannot ask: this is not a terminal. Run the command in a terminal, or pass --yes. Nothing was changed.');
    return false;
  }
  const isAgreed =
    word === undefined
      ? await io.ask.confirm(question, true)
      : (await io.ask.text(`${question} Type ${word} to confirm.`)) === word;
  if (!isAgreed) say(io, 'Nothing was changed.');
  return isAgreed;
}
