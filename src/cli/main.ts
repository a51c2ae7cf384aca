#!/usr/bin/env node
/** The command line as a process. */
import { exitWith } from '#src/lib/streams.ts';
import { runCommandLine } from './run.ts';
import { SHOW_CURSOR } from './terminal/progress.ts';
import { say } from './terminal/print.ts';
import { realIo } from './terminal/real-io.ts';

const io = realIo();
let isSettled = false;
process.once('beforeExit', sayUnanswered);

// With a top-level await, Node would print its own warning and source code if the command never settles.
void runCommandLine(io, process.argv.slice(2)).then((code) => {
  isSettled = true;
  exitWith(code);
});

/** Nothing is left to wait for and there is no result: the input ended at a question, as with Ctrl-D. */
function sayUnanswered(): void {
  if (isSettled) return;
  // The prompt has hidden it.
  if (io.stdout.isTerminal) io.stdout.write(`${SHOW_CURSOR}\n`);
  say(io, 'The input ended before the question was answered, so nothing was done.');
  process.exitCode = 2;
}
