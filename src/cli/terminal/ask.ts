import { type Io, hasPerson } from './io.ts';
import { say } from './print.ts';

/**
 * Asks a person in a terminal; with `word`, they agree by typing it. `preset` is the answer of the return key. Without a
 * terminal, says how to agree by an option, and returns false.
 */
export async function agrees(
  io: Io,
  question: string,
  { preset = false, word }: { preset?: boolean; word?: string | undefined } = {},
): Promise<boolean> {
  if (!hasPerson(io)) {
    say(io, 'Cannot ask: this is not a terminal. Run the command in a terminal, or pass --yes.');
    return false;
  }
  if (word === undefined) return io.ask.confirm(question, preset);
  return (await io.ask.text(`${question} Type ${word} to confirm.`)) === word;
}
