import { packageVersion } from '../node/package-root.ts';
import { sentenceOf } from '../project/chronicle-error.ts';
import { COMMANDS, OTHER_NAMES, PURPOSES } from './commands.ts';
import { guess, isHelp } from './entry.ts';
import type { Io } from './terminal/io.ts';
import { printText, say } from './terminal/print.ts';
import { mainUsage } from './usage.ts';

/**
 * Runs what was typed behind `chronicle` and returns the exit code: 0 fine, 1 problems found, 2 wrong use. What a
 * command throws is a sentence on stderr, and the code is 2.
 */
export async function runCommandLine(io: Io, words: readonly string[]): Promise<number> {
  try {
    return await run(io, words);
  } catch (error) {
    say(io, sentenceOf(error));
    return 2;
  }
}

async function run(io: Io, [name = '--help', ...args]: readonly string[]): Promise<number> {
  const [asked] = args;
  if (name === 'help' && asked !== undefined && !asked.startsWith('-')) return run(io, [...args, '--help']);
  if (isHelp(name)) return printText(io, mainUsage(PURPOSES));
  if (name === '--version' || name === '-v') return printText(io, `${packageVersion()}\n`);
  const entry = COMMANDS.get(name);
  if (entry) return entry.run(args, io);
  say(io, `There is no command ${name}.${guess(name, COMMANDS, OTHER_NAMES)} chronicle --help lists them.`);
  return 2;
}
