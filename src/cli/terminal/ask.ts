import { type Io, hasPerson } from './io.ts';
import { say } from './print.ts';

/**
 * Asks a person in a terminal. `preset` is the answer of the return key; with `word`, they agree by typing it. Without a
 * terminal, says how to agree by an option, and returns false.
 */
export async function agrees(io: Io, question: string, preset = false, word = ''): Promise<boolean> {
  if (hasPerson(io))
    return word === ''
      ? io.ask.confirm(question, preset)
      : (await io.ask.text(`${question} Type ${word} to confirm.`)) === word;
  say(io, 'Cannot ask: this is not a terminal. Run the command in a terminal, or pass --yes.');
  return false;
}
