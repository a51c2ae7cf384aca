import type { ArgsDef } from 'citty';
import type { Command } from './command.ts';
import { type CommandHelp, EXITS } from './command-help.ts';
import { columns } from './terminal/table.ts';
import { plain } from './terminal/text.ts';
import { HELP_WIDTH, wrap } from './terminal/wrap.ts';

type Rows = readonly (readonly [name: string, about: string])[];
type Commands = Iterable<readonly [name: string, { about: string }]>;

/** What `chronicle --help` prints: commands by what they are for. */
export function mainUsage(purposes: Iterable<readonly [purpose: string, Commands]>): string {
  return joined([
    'Usage: chronicle <command> [options]',
    wrapped('A private, local record of what your coding agent decided, broke and learned.'),
    ...[...purposes].map(([purpose, commands]) => section(purpose, rowsOf(commands), NAME_WIDTH)),
    section('Options', [
      ['-h, --help', 'print this, or what a command takes'],
      ['-v, --version', 'print the version'],
    ]),
    section('Exit codes', exitRows({})),
    wrapped('chronicle help <command> says more about a command.'),
  ]);
}

/** What `chronicle memory --help` prints. */
export function groupUsage(name: string, commands: Commands): string {
  return joined([
    `Usage: chronicle ${name} <command> [options]`,
    plain(columns(rowsOf(commands), { width: HELP_WIDTH })),
    wrapped(`chronicle help ${name} <command> says more about a command.`),
  ]);
}

/** What `chronicle <command> --help` prints, without colours. */
export function commandUsage<Args extends ArgsDef>(command: Command<Args>, help: CommandHelp = {}): string {
  const { name, description } = command.meta;
  const args = Object.entries<ArgsDef[string]>(command.args ?? {});
  const positionals = args.filter(([, { type }]) => type === 'positional');
  const options = args.filter(([, { type }]) => type !== 'positional');
  const words = help.usage === undefined ? positionals.map(([word, arg]) => `[${valueName(word, arg)}]`) : [help.usage];
  const files = help.files ?? [];
  return joined([
    `Usage: ${[name, ...words, '[options]'].join(' ')}`,
    wrapped(sentence(description)),
    section(
      'Arguments',
      positionals.map(([word, arg]) => [valueName(word, arg), arg.description ?? '']),
    ),
    section('Options', [...options.map(optionRow), ['-h, --help', 'Print this']]),
    examples(help.examples ?? []),
    section('Files', files),
    section('Exit codes', exitRows(help.exits ?? {})),
    wrapped(`${files.length > 0 ? `${CONFIG} ` : ''}chronicle --help lists all commands; the README says more.`),
  ]);
}

const CONFIG = "<config> is Claude Code's directory: CLAUDE_CONFIG_DIR, else ~/.claude.";

/** One width for all sections, so that they read as one list. */
const NAME_WIDTH = 11;

function rowsOf(commands: Commands): Rows {
  return [...commands].map(([name, { about }]) => [name, about]);
}

function section(title: string, rows: Rows, nameWidth = 0): string {
  if (rows.length === 0) return '';
  return `${title}:\n${plain(columns(rows, { width: HELP_WIDTH, narrowest: nameWidth }))}`;
}

function examples(given: NonNullable<CommandHelp['examples']>): string {
  if (given.length === 0) return '';
  return `Examples:\n${given.map(([command, about]) => `  ${command}\n${wrapped(about, 6)}`).join('\n')}`;
}

function exitRows(exits: Readonly<Record<number, string>>): Rows {
  return Object.entries({ ...EXITS, ...exits });
}

function optionRow([name, arg]: [string, ArgsDef[string]]): [string, string] {
  const about = arg.description ?? '';
  if (arg.type === 'boolean' || arg.type === undefined) {
    const isNegative = 'negativeDescription' in arg && arg.default === true;
    return isNegative ? [`--no-${name}`, arg.negativeDescription ?? about] : [`${aliases(arg)}--${name}`, about];
  }
  const usual = arg.default === undefined ? '' : ` (${arg.default} if left out)`;
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

function sentence(text: string): string {
  return text === '' || /[.!?]$/.test(text) ? text : `${text}.`;
}

function joined(parts: readonly string[]): string {
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function wrapped(text: string, indent = 0): string {
  return plain(wrap(text, HELP_WIDTH, { indent }));
}
