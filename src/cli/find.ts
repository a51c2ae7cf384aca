/**
 * The commands that look something up, from a bundle of their own: it starts three times as fast as the whole program, which
 * runs a command that needs more than the index.
 *
 *     await (await import('../hooks/dist/find.cjs')).find(['recall', 'redirect'])
 */
import { exitWith } from '../lib/stdin.ts';
import { errorText } from './error-text.ts';
import { FINDING } from './finding.ts';
import type { Output } from './terminal/io.ts';
import { say } from './terminal/print.ts';
import { realIo } from './terminal/real-io.ts';

/** What the bundle throws in place of the modules that it does not contain (scripts/bundle.ts). */
const NEEDS_MORE = 'CHRONICLE_NEEDS_MORE';

/** Runs a command and ends the process. False, with nothing printed, if the whole program has to run it. */
export async function find([name = '', ...args]: readonly string[]): Promise<boolean> {
  const entry = new Map(Object.entries(FINDING)).get(name);
  if (!entry) return false;
  const io = realIo();
  const printed: (() => void)[] = [];
  const held = (output: Output): Output => ({
    isTerminal: output.isTerminal,
    columns: output.columns,
    hasColour: output.hasColour,
    write: (text) => printed.push(() => output.write(text)),
  });
  const holding = { ...io, stdout: held(io.stdout), stderr: held(io.stderr) };
  let code = 2;
  try {
    code = await entry.run(args, holding);
  } catch (error) {
    if (error instanceof Error && error.message === NEEDS_MORE) return false;
    say(holding, errorText(error));
  }
  for (const print of printed) print();
  exitWith(code);
  return true;
}
