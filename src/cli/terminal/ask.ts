import { type Io, hasPerson } from './io.ts';
import { say } from './print.ts';

/**
 * Asks a person in a terminal. `preset` is the answer of the return key. Without a terminal, says how to agree by an option,
 * and returns false.
 */
export async function agrees(io: Io, question: string, preset = false): Promise<boolean> {
  if (hasPerson(io)) return io.ask.confirm(question, preset);
  say(io, 'Cannot ask: this is not a terminal. Run the command in a terminal, or pass --yes.');
  return false;
}
