import type { Io } from '../terminal/io.ts';
import { hasPerson } from '../terminal/io.ts';
import { say } from '../terminal/print.ts';

/** Asks a person in a terminal. Without one, says how to agree by an option, and returns false. */
export async function agrees(io: Io, question: string): Promise<boolean> {
  if (!hasPerson(io)) {
    say(io, 'Cannot ask: this is not a terminal. Run the command in a terminal, or pass --yes.');
    return false;
  }
  return io.ask.confirm(question, false);
}
