/**
 * The commands that look something up, from a bundle of their own: it starts three times as fast as the whole program, which
 * runs a command that needs more than the index.
 *
 *     await (await import('#src/hooks/dist/find.cjs')).find(['recall', 'redirect'])
 */
import { exitWith } from '#src/lib/streams.ts';
import { errorText, runCommand } from './run-command.ts';
import * as list from './list.ts';
import * as recall from './recall.ts';
import * as search from './search.ts';
import * as show from './show.ts';
import type { Io } from './terminal/io.ts';
import { say } from './terminal/print.ts';
import { realIo } from './terminal/real-io.ts';

/** What the bundle throws in place of the modules that it does not contain (scripts/bundle.ts). */
const NEEDS_MORE = 'CHRONICLE_NEEDS_MORE';

/** Runs a command and ends the process. False if the whole program has to run it, which is known before anything is printed. */
export async function find([name = '', ...args]: readonly string[]): Promise<boolean> {
  const io = realIo();
  try {
    const code = await run(name, args, io);
    if (code === null) return false;
    exitWith(code);
  } catch (error) {
    if (error instanceof Error && error.message === NEEDS_MORE) return false;
    say(io, errorText(error));
    exitWith(2);
  }
  return true;
}

async function run(name: string, args: string[], io: Io): Promise<number | null> {
  switch (name) {
    case 'list':
      return runCommand(list, args, io);
    case 'show':
      return runCommand(show, args, io);
    case 'search':
      return runCommand(search, args, io);
    case 'recall':
      return runCommand(recall, args, io);
    default:
      return null;
  }
}
