import type { ArgsDef } from 'citty';
import { capitalised } from '#src/lib/spelled.ts';
import type { Command, CommandHelp } from './command.ts';
import { columns } from './terminal/table.ts';
import { type Text, bold, joined, line } from './terminal/text.ts';
import { HELP_WIDTH, wrap } from './terminal/wrap.ts';

type Rows = readonly (readonly [name: string, about: string])[];
type Commands = Iterable<readonly [name: string, { about: string }]>;

/** What `chronicle --help` prints on a terminal of `columns`: the commands for people. */
export function mainUsage(commands: Commands, columns: number): Text {
  const { section, prose } = helpAt(columns);
  return parts([
    prose('A private, local record of what your coding agent decided, broke and learned.'),
    line`${bold('Usage')}: chronicle [command] [options]`,
    section('Commands', rowsOf(commands), NAME_WIDTH),
    section('Options', [
      ['-h, --help', 'explain a command: chronicle search --help'],
      ['-v, --version', 'print the version'],
    ]),
    section('Exit codes', [
      ['0', 'success'],
      ['1', 'problems found, or nothing found'],
      ['2', 'wrong usage, or the command could not run; the error says why'],
    ]),
    section('Environment', [
      ['CLAUDE_CONFIG_DIR', "Claude Code's directory, if it is not ~/.claude"],
      ['NO_COLOR', 'print without colour; FORCE_COLOR=1 forces it'],
    ]),
    prose(
      'chronicle alone shows what happened last and what is waiting for you.\nchronicle help agent lists the commands for the agent.',
    ),
  ]);
}

/** What `chronicle help agent` prints: the commands for the agent. */
export function agentUsage(commands: Commands, columns: number): Text {
  const { section } = helpAt(columns);
  return parts([
    'The agent runs these while it works. They work for you too.',
    line`${bold('Usage')}: chronicle <command> [options]`,
    section('Commands', rowsOf(commands), NAME_WIDTH),
  ]);
}

/** What `chronicle memory --help` prints. */
export function groupUsage(name: string, about: string, commands: Commands, columns: number): Text {
  const { section, prose } = helpAt(columns);
  return parts([
    prose(capitalised(about)),
    line`${bold('Usage')}: chronicle ${name} <command> [options]`,
    section('Commands', rowsOf(commands)),
  ]);
}

/** What `chronicle <command> --help` prints. What applies to every command is only in `chronicle --help`. */
export function commandUsage<Args extends ArgsDef>(
  command: Command<Args>,
  columns: number,
  help: CommandHelp = {},
): Text {
  const { section, prose, examples } = helpAt(columns);
  const { name, description } = command.meta;
  const args = Object.entries<ArgsDef[string]>(command.args ?? {});
  const positionals = args.filter(([, { type }]) => type === 'positional');
  const options = args.filter(([, { type }]) => type !== 'positional');
  const words = help.usage === undefined ? positionals.map(([word, arg]) => `[${valueName(word, arg)}]`) : [help.usage];
  return parts([
    prose(description),
    line`${bold('Usage')}: ${[name, ...words, ...(options.length > 0 ? ['[options]'] : [])].filter((word) => word !== '').join(' ')}`,
    section(
      'Arguments',
      positionals.map(([word, arg]) => [valueName(word, arg), arg.description ?? '']),
    ),
    section('Options', options.map(optionRow)),
    examples(help.examples ?? []),
    section('Exit codes', Object.entries(help.exits ?? {})),
  ]);
}

/** One width for all sections, so that they read as one list. */
const NAME_WIDTH = 12;

function rowsOf(commands: Commands): Rows {
  return [...commands].map(([name, { about }]) => [name, about]);
}

/** The sections of a help text, as wide as the terminal, and at most as wide as in files and pages. */
function helpAt(terminal: number) {
  const width = Math.min(HELP_WIDTH, terminal);
  return {
    section(title: string, rows: Rows, narrowest = 0): Text {
      return rows.length === 0 ? '' : line`${bold(title)}:\n${columns(rows, { width, narrowest })}`;
    },
    examples(given: NonNullable<CommandHelp['examples']>): Text {
      if (given.length === 0) return '';
      const lines = given.map(([command, about]) => line`  ${command}\n${wrap(about, width, { indent: 6 })}`);
      return line`${bold('Examples')}:\n${joined(lines)}`;
    },
    prose: (text: string): Text => wrap(/[.!?]$/.test(text) ? text : `${text}.`, width),
  };
}

function optionRow([name, arg]: [string, ArgsDef[string]]): [string, string] {
  const about = arg.description ?? '';
  if (arg.type === 'boolean' || arg.type === undefined) {
    const isNegative = 'negativeDescription' in arg && arg.default === true;
    return isNegative ? [`--no-${name}`, arg.negativeDescription ?? about] : [`${aliases(arg)}--${name}`, about];
  }
  const usual = arg.default === undefined ? '' : ` (default: ${arg.default})`;
  return [`${aliases(arg)}--${name} <${valueName('value', arg)}>`, `${about}${usual}`];
}

function aliases(arg: ArgsDef[string]): string {
  const names = 'alias' in arg && arg.alias !== undefined ? [arg.alias].flat() : [];
  return names.map((name) => `${name.length === 1 ? '-' : '--'}${name}, `).join('');
}

/** How a value is named: by its choices, by its hint, else as given. */
function valueName(name: string, arg: ArgsDef[string]): string {
  return 'options' in arg && arg.options !== undefined ? arg.options.join('|') : (arg.valueHint ?? name);
}

/** Parts with an empty line between them. */
function parts(all: readonly Text[]): Text {
  return joined(
    all.filter((part) => part !== ''),
    '\n\n',
  );
}
