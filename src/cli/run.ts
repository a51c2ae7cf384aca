/** From the words typed after `chronicle` to the command that they name. */
import { nearestOf } from '#src/lib/nearest.ts';
import { packageVersion } from '#src/lib/package-root.ts';
import { AGENT, COMMANDS, type Commands, FORMER_NAMES, OTHER_NAMES, PEOPLE } from './commands.ts';
import { errorText } from './run-command.ts';
import type { Io } from './terminal/io.ts';
import { printResult, printText, say } from './terminal/print.ts';
import { agentUsage, groupUsage, mainUsage } from './usage.ts';

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
    const { printOverview } = await import('./overview.ts');
    return printOverview(io);
  }
  const [topic] = args;
  if (name === 'help' && topic === 'agent') return printUsage(io, agentUsage(AGENT, io.stdout.columns));
  if (name === 'help' && topic !== undefined && !topic.startsWith('-')) return run(io, [...args, '--help']);
  if (isHelp(name)) return printUsage(io, mainUsage(PEOPLE, io.stdout.columns));
  if (name === '--version' || name === '-v') return printText(io, `${packageVersion()}\n`);
  return runIn(io, '', COMMANDS, name, args);
}

/** Runs the command of this name, or says which one is meant. `prefix` is the group that has the commands. */
async function runIn(io: Io, prefix: string, commands: Commands, name: string, args: string[]): Promise<number> {
  const entry = commands.get(name);
  if (entry === undefined) {
    say(io, FORMER_NAMES.get(`${prefix}${name}`) ?? unknown(`${prefix}${name}`, name, commands));
    return 2;
  }
  const { about, commands: own, run: alone } = entry;
  if (own === undefined) return alone?.(args, io) ?? 2;
  const [word = '--help', ...rest] = args;
  if (alone && !isHelp(args[0] ?? '') && (args[0] ?? '-').startsWith('-')) return alone(args, io);
  if (word === 'help' && own.has(rest[0] ?? '')) return runIn(io, `${name} `, own, rest[0] ?? '', ['--help']);
  if (isHelp(word)) return printUsage(io, groupUsage(name, about, own, io.stdout.columns));
  return runIn(io, `${name} `, own, word, rest);
}

function unknown(words: string, name: string, commands: Commands): string {
  const isTop = words === name;
  const nearest = nearestOf(name, [...commands.keys(), ...(isTop ? OTHER_NAMES.keys() : [])]);
  const guess = nearest === undefined ? '' : ` Did you mean ${(isTop && OTHER_NAMES.get(nearest)) || nearest}?`;
  const list = isTop ? 'Run chronicle --help for a list.' : `The commands are ${[...commands.keys()].join(', ')}.`;
  return `Unknown command: ${words}.${guess} ${list}`;
}

function isHelp(word: string): boolean {
  return word === '--help' || word === '-h' || word === 'help';
}

function printUsage(io: Io, text: Parameters<typeof printResult>[1]): 0 {
  printResult(io, text);
  return 0;
}
