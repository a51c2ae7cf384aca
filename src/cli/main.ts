#!/usr/bin/env node
/** The command line as a process. */
import { exitWith } from '../node/stdin.ts';
import { runCommandLine } from './command-line.ts';
import { SHOW_CURSOR } from './terminal/escapes.ts';
import { say } from './terminal/print.ts';
import { realIo } from './terminal/real-io.ts';

const io = realIo();
let isSettled = false;
process.once('beforeExit', sayUnanswered);

// Waiting for it at the top level would have Node print its own words, with the source, where no answer ever comes.
void runCommandLine(io, process.argv.slice(2)).then((code) => {
  isSettled = true;
  exitWith(code);
});

/** With nothing left to wait for and no result, a command has asked and the input ended, as with Ctrl-D. */
function sayUnanswered(): void {
  if (isSettled) return;
  // What asks has hidden it.
  if (io.stdout.isTerminal) io.stdout.write(`${SHOW_CURSOR}\n`);
  say(io, 'The input ended without an answer. What was asked about was not done.');
  process.exitCode = 2;
}
