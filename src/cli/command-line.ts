import { packageVersion } from '../lib/package-root.ts';
import { COMMANDS, FORMER_NAMES, OTHER_NAMES, TOPICS } from './commands.ts';
import { guess, isHelp } from './entry.ts';
import { errorText } from './error-text.ts';
import type { Io } from './terminal/io.ts';
import { printResult, printText, say } from './terminal/print.ts';
import { mainUsage } from './usage.ts';

/**
 * Runs the words typed after `chronicle` and returns the exit code: 0 success, 1 problems found, 2 wrong usage. An error
 * is printed to stderr as a sentence, with exit code 2.
 */
export async function runCommandLine(io: Io, words: readonly string[]): Promise<number> {
  try {
    return await run(io, words);
  } catch (error) {
    say(io, errorText(error));
    return 2;
  }
}

async function run(io: Io, [name, ...args]: readonly string[]): Promise<number> {
  if (name === undefined) {
    const { printOverview } = await import('./overview/overview.ts');
    return printOverview(io);
  }
  const [asked] = args;
  if (name === 'help' && asked !== undefined && !asked.startsWith('-')) return run(io, [...args, '--help']);
  if (isHelp(name)) {
    printResult(io, mainUsage(TOPICS));
    return 0;
  }
  if (name === '--version' || name === '-v') return printText(io, `${packageVersion()}\n`);
  const entry = COMMANDS.get(name);
  if (entry) return entry.run(args, io);
  const former = FORMER_NAMES.get(name);
  if (former !== undefined) {
    say(io, former);
    return 2;
  }
  say(io, `Unknown command: ${name}.${guess(name, COMMANDS, OTHER_NAMES)} Run chronicle --help for a list.`);
  return 2;
}
