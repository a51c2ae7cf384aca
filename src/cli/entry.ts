import { type ArgsDef, parseArgs } from 'citty';
import { KINDS_OF_NOTES } from '../format/notebook/note-kinds.ts';
import { TAGS } from '../format/tags.ts';
import type { AgentCommand } from '../setup/launchers.ts';
import { nearestOf } from '../lib/nearest.ts';
import type { Command } from './command.ts';
import type { CommandHelp } from './command-help.ts';
import { type CommandWords, wordsOf } from './command-words.ts';
import type { Io } from './terminal/io.ts';
import { printResult, say } from './terminal/print.ts';
import { commandUsage, groupUsage } from './usage.ts';
import { wrongOption } from './wrong-option.ts';

/** One command of the command line. */
export interface Entry {
  /** What it does, for the list of commands. */
  about: string;
  /** Runs it with the words after its name; returns the exit code. */
  run(args: string[], io: Io): Promise<number>;
  /** What can be typed after it, for completions. */
  words(): Promise<CommandWords>;
  /** Its subcommands, if it has any. */
  commands?: Commands;
  /** Whether it does something without a subcommand. */
  runsAlone?: boolean;
}

export type Commands = ReadonlyMap<string, Entry>;

/** What a command's file exports. */
interface CommandFile<Args extends ArgsDef> {
  command: Command<Args>;
  help?: CommandHelp;
}

/** A command whose file is loaded when it runs. */
export function lazy<Args extends ArgsDef>(about: string, load: () => Promise<CommandFile<Args>>): Entry {
  return {
    about,
    run: async (args, io) => run(await load(), args, io),
    words: async () => wordsOf((await load()).command.args ?? {}),
  };
}

/** A command with subcommands: `chronicle memory apply`. `alone` runs where none is named; otherwise they are listed. */
export function group(name: string, about: string, commands: Commands, alone?: Entry): Entry {
  return {
    about,
    commands,
    runsAlone: alone !== undefined,
    async run(words, io) {
      if (alone && !isHelp(words[0] ?? '') && (words[0] ?? '-').startsWith('-')) return alone.run(words, io);
      const [word = '--help', ...args] = words;
      if (isHelp(word)) {
        const entry = word === 'help' ? commands.get(args[0] ?? '') : undefined;
        if (entry) return entry.run(['--help'], io);
        printResult(io, groupUsage(name, about, commands));
        return 0;
      }
      const entry = commands.get(word);
      if (entry) return entry.run(args, io);
      const names = [...commands.keys()].join(', ');
      say(io, `Unknown command: ${name} ${word}.${guess(word, commands)} The commands are ${names}.`);
      return 2;
    },
    words: async () => ({ options: [], argument: [...commands.keys()] }),
  };
}

/** The words that the agent's commands take first. */
const ARGUMENTS: Partial<Record<AgentCommand, readonly string[]>> = {
  log: TAGS,
  note: [...KINDS_OF_NOTES, 'resolve'],
  pending: ['show', 'done'],
};

/** The agent's own commands: `bin/chronicle` runs them from the hook bundle, which starts faster. */
export function agents(about: string, name: AgentCommand): Entry {
  const session = { name: '--session', about: 'The id of the session', value: 'any' } as const;
  return {
    about,
    async run(args, io) {
      const commands = {
        ...(await import('../notes/log-commands.ts')),
        ...(await import('../notes/note-commands.ts')),
        ...(await import('../notes/observe-commands.ts')),
        ...(await import('../notes/pending-commands.ts')),
      };
      const { stdout = '', stderr, exitCode = 0 } = await commands[name](io.world, args, io.stdin.read);
      io.stdout.write(stdout);
      if (stderr) say(io, `session-chronicle: ${stderr}`);
      return exitCode;
    },
    words: async () => ({ options: name === 'tags' ? [] : [session], argument: ARGUMENTS[name] ?? 'any' }),
  };
}

export function isHelp(word: string): boolean {
  return word === '--help' || word === '-h' || word === 'help';
}

/** ` Did you mean build?` if a command, or another program's word for it, is spelled alike; otherwise empty. */
export function guess(word: string, commands: Commands, others: ReadonlyMap<string, string> = new Map()): string {
  const nearest = nearestOf(word, [...commands.keys(), ...others.keys()]);
  return nearest === undefined ? '' : ` Did you mean ${others.get(nearest) ?? nearest}?`;
}

async function run<Args extends ArgsDef>(file: CommandFile<Args>, rawArgs: string[], io: Io): Promise<number> {
  const { command, help } = file;
  const args = withShortYes(command.args);
  if (rawArgs.includes('--help') || rawArgs.includes('-h')) {
    printResult(io, commandUsage({ ...command, args }, help));
    return 0;
  }
  const wrong = wrongOption(args, rawArgs);
  if (wrong !== undefined) {
    say(io, wrong);
    return 2;
  }
  return (await command.run({ args: parseArgs<Args>(rawArgs, args), rawArgs, io })) ?? 0;
}

/** The arguments, with `-y` as a short form of `--yes` if they include it. */
function withShortYes<Args extends ArgsDef>(args: Args = {} as Args): Args {
  return args.yes ? { ...args, yes: { ...args.yes, alias: 'y' } } : args;
}
