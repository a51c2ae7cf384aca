import { type ArgsDef, type CommandDef, runCommand } from 'citty';
import { TAGS } from '../chronicle/tags.ts';
import { finish } from '../node/outcome.ts';
import { realWorld } from '../node/world.ts';
import { nearestOf } from '../value/nearest.ts';
import type { CommandHelp } from './command-help.ts';
import { type CommandWords, wordsOf } from './command-words.ts';
import { say } from './output.ts';
import { commandUsage, groupUsage } from './usage.ts';
import { wrongOption } from './wrong-option.ts';

/** One command of the command line. */
export interface Entry {
  /** What it is for, in the list of commands. */
  about: string;
  /** Runs it with the words behind its name; returns its exit code. */
  run(args: string[]): Promise<number>;
  /** What may be typed behind it. */
  words(): Promise<CommandWords>;
  /** Those of a command of commands. */
  commands?: Commands;
}

export type Commands = ReadonlyMap<string, Entry>;

/** What the file of a command exports. */
interface CommandFile<Args extends ArgsDef> {
  command: CommandDef<Args>;
  help?: CommandHelp;
}

/** A command in a file of its own, loaded when it is asked for. */
export function lazy<Args extends ArgsDef>(about: string, load: () => Promise<CommandFile<Args>>): Entry {
  return {
    about,
    run: async (args) => run(await load(), args),
    words: async () => wordsOf((await argsOf((await load()).command)) ?? {}),
  };
}

/** A command of commands: `chronicle memory apply`. */
export function group(name: string, about: string, commands: Commands): Entry {
  return {
    about,
    commands,
    async run([word = '--help', ...args]) {
      if (isHelp(word)) {
        const entry = word === 'help' ? commands.get(args[0] ?? '') : undefined;
        return entry ? entry.run(['--help']) : print(groupUsage(name, commands));
      }
      const entry = commands.get(word);
      if (entry) return entry.run(args);
      say(`There is no command ${name} ${word}. There are ${[...commands.keys()].join(', ')}.${guess(word, commands)}`);
      return 2;
    },
    words: async () => ({ options: [], argument: [...commands.keys()] }),
  };
}

/** The agent's own commands: `bin/chronicle` runs them from the hook bundle, which starts faster. */
export function agents(about: string, name: 'log' | 'summary' | 'tags'): Entry {
  const session = { name: '--session', about: 'The id of the session', value: 'any' } as const;
  return {
    about,
    async run(args) {
      const commands = await import('../node/record/agent-commands.ts');
      finish(await commands[name](realWorld(), args));
      return Number(process.exitCode ?? 0);
    },
    words: async () => ({ options: name === 'tags' ? [] : [session], argument: name === 'log' ? TAGS : 'any' }),
  };
}

export function isHelp(word: string): boolean {
  return word === '--help' || word === '-h' || word === 'help';
}

/** ` Did you mean build?`, if one of the commands, or a word that others use for it, is near; else nothing. */
export function guess(word: string, commands: Commands, others: ReadonlyMap<string, string> = new Map()): string {
  const nearest = nearestOf(word, [...commands.keys(), ...others.keys()]);
  return nearest === undefined ? '' : ` Did you mean ${others.get(nearest) ?? nearest}?`;
}

/** Prints what has no text of others in it. */
export function print(text: string): number {
  process.stdout.write(text);
  return 0;
}

async function run<Args extends ArgsDef>(file: CommandFile<Args>, args: string[]): Promise<number> {
  const { help } = file;
  const command = await withShortYes(file.command);
  if (args.includes('--help') || args.includes('-h')) return print(await commandUsage(command, help));
  const wrong = await wrongOption(command, args);
  if (wrong !== undefined) {
    say(wrong);
    return 2;
  }
  const { result } = await runCommand(command, { rawArgs: args });
  return typeof result === 'number' ? result : 0;
}

/** The command with `-y` for `--yes`, if it has that. */
async function withShortYes<Args extends ArgsDef>(command: CommandDef<Args>): Promise<CommandDef<Args>> {
  const args = await argsOf(command);
  return args?.yes ? { ...command, args: { ...args, yes: { ...args.yes, alias: 'y' } } } : command;
}

async function argsOf<Args extends ArgsDef>({ args }: CommandDef<Args>): Promise<Args | undefined> {
  return args instanceof Function ? args() : args;
}
