#!/usr/bin/env node
/**
 * The command line. A command's `run` returns its exit code (nothing is 0): 0 fine, 1 problems found, 2 wrong use.
 * It may throw a ChronicleError: its sentence goes to stderr and the code is 2.
 */
import { sentenceOf } from '../node/chronicle-error.ts';
import { packageVersion } from '../node/package-root.ts';
import { COMMANDS, PURPOSES } from './commands.ts';
import { guess, isHelp, print } from './entry.ts';
import { say } from './output.ts';
import { mainUsage } from './usage.ts';

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  say(sentenceOf(error));
  process.exitCode = 2;
}

async function main([name = '--help', ...args]: string[]): Promise<number> {
  const [asked] = args;
  if (name === 'help' && asked !== undefined && !asked.startsWith('-')) return main([...args, '--help']);
  if (isHelp(name)) return print(mainUsage(PURPOSES));
  if (name === '--version' || name === '-v') return print(`${packageVersion()}\n`);
  const entry = COMMANDS.get(name);
  if (entry) return entry.run(args);
  say(`There is no command ${name}.${guess(name, COMMANDS)} chronicle --help lists them.`);
  return 2;
}
