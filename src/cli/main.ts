#!/usr/bin/env node
import { packageVersion } from '../node/package-root.ts';
/**
 * The command line. A command's `run` returns its exit code (nothing is 0): 0 fine, 1 problems found, 2 wrong use.
 * It may throw a ChronicleError: its sentence goes to stderr and the code is 2.
 */
import { sentenceOf } from '../project/chronicle-error.ts';
import { COMMANDS, OTHER_NAMES, PURPOSES } from './commands.ts';
import { guess, isHelp, print } from './entry.ts';
import { say } from './output.ts';
import { mainUsage } from './usage.ts';

let isSettled = false;
process.once('beforeExit', sayUnanswered);

// Waiting for it at the top level would have Node print its own words, with the source, where no answer ever comes.
void main(process.argv.slice(2))
  .catch((error: unknown) => {
    say(sentenceOf(error));
    return 2;
  })
  .then((code) => {
    process.exitCode = code;
    isSettled = true;
  });

async function main([name = '--help', ...args]: string[]): Promise<number> {
  const [asked] = args;
  if (name === 'help' && asked !== undefined && !asked.startsWith('-')) return main([...args, '--help']);
  if (isHelp(name)) return print(mainUsage(PURPOSES));
  if (name === '--version' || name === '-v') return print(`${packageVersion()}\n`);
  const entry = COMMANDS.get(name);
  if (entry) return entry.run(args);
  say(`There is no command ${name}.${guess(name, COMMANDS, OTHER_NAMES)} chronicle --help lists them.`);
  return 2;
}

/** With nothing left to wait for and no result, a command has asked and the input ended, as with Ctrl-D. */
function sayUnanswered(): void {
  if (isSettled) return;
  // What asks has hidden it.
  if (process.stdout.isTTY) process.stdout.write('\u001b[?25h\n');
  say('The input ended without an answer. What was asked about was not done.');
  process.exitCode = 2;
}
