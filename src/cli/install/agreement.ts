import type { Io } from '../terminal/io.ts';
import { hasPerson } from '../terminal/io.ts';
import { say } from '../terminal/print.ts';

/**
 * Whether a person agrees to what has been shown to them; with `word`, by typing it. Where there is nobody to ask, it says
 * which flag agrees.
 */
export async function agrees(io: Io, question: string, word?: string): Promise<boolean> {
  if (!hasPerson(io)) {
    say(io, 'There is nobody to ask: this is no terminal. --yes does what is shown. Nothing was written.');
    return false;
  }
  const isAgreed =
    word === undefined
      ? await io.ask.confirm(question, true)
      : (await io.ask.text(`${question} Type ${word} to do it.`)) === word;
  if (!isAgreed) say(io, 'Nothing was written.');
  return isAgreed;
}
