/** Runs one command with what was typed after its name. */
import { type ArgsDef, parseArgs } from 'citty';
import { sentenceOf } from '#src/lib/chronicle-error.ts';
import { nearestOf } from '#src/lib/nearest.ts';
import type { CommandFile } from './command.ts';
import type { Io } from './terminal/io.ts';
import { printResult, say } from './terminal/print.ts';
import { line, red, type Text } from './terminal/text.ts';
import { commandUsage } from './usage.ts';

/** Runs a command with the words after its name; returns the exit code. */
export async function runCommand<Args extends ArgsDef>(
  { command, help }: CommandFile<Args>,
  rawArgs: string[],
  io: Io,
): Promise<number> {
  const given: Args = command.args ?? ({} as Args);
  const args: Args = given.yes ? { ...given, yes: { ...given.yes, alias: 'y' } } : given;
  if (rawArgs.includes('--help') || rawArgs.includes('-h')) {
    printResult(io, commandUsage({ ...command, args }, io.stdout.columns, help));
    return 0;
  }
  const wrong = wrongOption(args, rawArgs);
  if (wrong !== undefined) {
    say(io, wrong);
    return 2;
  }
  return (await command.run({ args: parseArgs<Args>(rawArgs, args), io })) ?? 0;
}

/** An error as it is printed: what failed in red; what to do about it follows as usual. */
export function errorText(error: unknown): Text {
  const [failure = '', advice = ''] = sentenceOf(error).split(/(?<=[.?])(?= )(.*)/s);
  return line`${red(failure)}${advice}`;
}

/** A sentence about the first unknown option, missing value or unexpected word; undefined if all is well. */
function wrongOption(args: ArgsDef, given: readonly string[]): string | undefined {
  const options = Object.entries(args).filter(([, { type }]) => type !== 'positional');
  const takesWords = options.length < Object.keys(args).length;
  const optionNamed = (name: string) =>
    options.find(([key, arg]) => key === name || ('alias' in arg && [arg.alias].flat().includes(name)))?.[1];
  const seen = new Set<string>();
  for (let i = 0; i < given.length; i++) {
    const word = given[i] ?? '';
    if (word === '--') return undefined;
    if (!/^-./.test(word)) {
      if (takesWords) continue;
      return `Unexpected argument: ${word}. Run with --help for the options.`;
    }
    const [name = '', value] = word.replace(/^--?/, '').split('=', 2);
    const type = optionNamed(name)?.type;
    if (type === 'string' || type === 'enum') {
      if ((value ?? given[++i] ?? '') === '') return `--${name} needs a value.`;
      if (seen.has(name)) return `--${name} can only be given once.`;
      seen.add(name);
    } else if (type === 'boolean' && value !== undefined) {
      return `--${name} takes no value.`;
    } else if (type !== 'boolean' && !(name.startsWith('no-') && optionNamed(name.slice(3))?.type === 'boolean')) {
      const names = options.map(([option]) => option);
      const nearest = nearestOf(name, names);
      const advice = nearest === undefined ? '' : ` Did you mean --${nearest}?`;
      return `Unknown option: ${word}.${advice} Run with --help for the options.`;
    }
  }
  return undefined;
}
