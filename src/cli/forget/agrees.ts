import type { Io } from '../terminal/io.ts';
import { hasPerson } from '../terminal/io.ts';
import { say } from '../terminal/print.ts';

/** Whether a person in a terminal says yes; where there is none to ask, false with the sentence that says how. */
export async function agrees(io: Io, question: string): Promise<boolean> {
  if (!hasPerson(io)) {
    say(io, 'There is nobody to ask: this is no terminal. Run it in one, or say yes with --yes.');
    return false;
  }
  return io.ask.confirm(question, false);
}
