#!/usr/bin/env node
/**
 * The command line. Each command is a file of this folder that exports `command`; it is loaded
 * when it is asked for.
 *
 *     chronicle build --out dist     ->  build.ts
 *     chronicle memory apply all     ->  memory/apply.ts
 *
 * A command's `run` returns its exit code (nothing is 0): 0 fine, 1 problems found, 2 wrong use.
 * It may throw a ChronicleError: its sentence goes to stderr and the code is 2.
 */
import { type ArgsDef, type CommandDef, runCommand } from 'citty';
import { sentenceOf } from '../node/chronicle-error.ts';
import { finish } from '../node/outcome.ts';
import { realWorld } from '../node/world.ts';
import { say } from './output.ts';
import { commandUsage, groupUsage, mainUsage, wrongOption } from './usage.ts';

interface Entry {
  about: string;
  run(args: string[]): Promise<number>;
}

const RETRO: ReadonlyMap<string, Entry> = new Map([
  ['context', lazy('print what a retro needs to know', () => import('./retro/context.ts'))],
  ['narrative', lazy('write the narrative, text on stdin', () => import('./retro/narrative.ts'))],
]);

const MEMORY: ReadonlyMap<string, Entry> = new Map([
  ['propose', lazy('file proposals to change memory, as JSON on stdin', () => import('./memory/propose.ts'))],
  ['review', lazy('decide proposals in a terminal, one by one', () => import('./memory/review.ts'))],
  ['apply', lazy('change memory as proposals say', () => import('./memory/apply.ts'))],
  ['skip', lazy('decide against proposals', () => import('./memory/skip.ts'))],
  ['undo', lazy('take back a change of memory', () => import('./memory/undo.ts'))],
  ['list', lazy('list memories and how they fare', () => import('./memory/list.ts'))],
  ['show', lazy('print one memory and what is known of it', () => import('./memory/show.ts'))],
  ['audit', lazy('name what is wrong with memories', () => import('./memory/audit.ts'))],
]);

const DRAFT: ReadonlyMap<string, Entry> = new Map([
  ['new', lazy('make a draft of sessions or narratives', () => import('./draft/new.ts'))],
  ['list', lazy('list drafts and how far they are', () => import('./draft/list.ts'))],
  ['show', lazy('print one draft: beats, sources, findings', () => import('./draft/show.ts'))],
  ['beat', lazy('choose the event of a part of the story', () => import('./draft/beat.ts'))],
  ['redact', lazy('decide in a terminal what is not published', () => import('./draft/redact.ts'))],
  ['published', lazy('note where a post was published', () => import('./draft/published.ts'))],
]);

const SERIES: ReadonlyMap<string, Entry> = new Map([
  ['new', lazy('begin a series of posts', () => import('./series/new.ts'))],
  ['add', lazy('add a part or an event to a series', () => import('./series/add.ts'))],
  ['list', lazy('list series, and sessions that tell one story', () => import('./series/list.ts'))],
  ['show', lazy('print the outline of a series', () => import('./series/show.ts'))],
]);

const COMMANDS: ReadonlyMap<string, Entry> = new Map([
  ['log', agents('write an event into the chronicle of a session', 'log')],
  ['summary', agents('set the summary of a session', 'summary')],
  ['tags', agents('print the eight tags and their boundaries', 'tags')],
  ['dev', lazy('browse the archive in a local site that follows it', () => import('./dev.ts'))],
  ['build', lazy('write the site as static files', () => import('./build.ts'))],
  ['preview', lazy('serve the built site on this machine', () => import('./preview.ts'))],
  ['list', lazy('list the sessions of your archive', () => import('./list.ts'))],
  ['show', lazy('print one session', () => import('./show.ts'))],
  ['search', lazy('search your archive', () => import('./search.ts'))],
  ['check', lazy('name what is wrong in chronicle files', () => import('./check.ts'))],
  ['retro', group('retro', 'review a session at its end', RETRO)],
  ['memory', group('memory', 'change what memory says, and see whether it helped', MEMORY)],
  ['draft', group('draft', 'make a blog post of sessions', DRAFT)],
  ['series', group('series', 'plan posts that belong together', SERIES)],
  ['export', lazy('write a draft into a blog', () => import('./export.ts'))],
]);

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  say(sentenceOf(error));
  process.exitCode = 2;
}

async function main([name = '--help', ...args]: string[]): Promise<number> {
  if (name === '--help' || name === '-h' || name === 'help') return print(mainUsage(COMMANDS));
  const entry = COMMANDS.get(name);
  if (entry) return entry.run(args);
  say(`There is no command ${name}. chronicle --help lists them.`);
  return 2;
}

/** The agent's own commands: `bin/chronicle` runs them from the hook bundle, which starts faster. */
function agents(about: string, name: 'log' | 'summary' | 'tags'): Entry {
  return {
    about,
    async run(args) {
      const commands = await import('../node/session/agent-commands.ts');
      finish(await commands[name](realWorld(), args));
      return Number(process.exitCode ?? 0);
    },
  };
}

/** A command of commands: `chronicle memory apply`. */
function group(name: string, about: string, commands: ReadonlyMap<string, Entry>): Entry {
  return {
    about,
    async run([word = '--help', ...args]) {
      if (word === '--help' || word === '-h' || word === 'help') return print(groupUsage(name, commands));
      const entry = commands.get(word);
      if (entry) return entry.run(args);
      say(`There is no command ${name} ${word}. There are ${[...commands.keys()].join(', ')}.`);
      return 2;
    },
  };
}

function lazy<Args extends ArgsDef>(about: string, load: () => Promise<{ command: CommandDef<Args> }>): Entry {
  return { about, run: async (args) => run((await load()).command, args) };
}

async function run<Args extends ArgsDef>(command: CommandDef<Args>, args: string[]): Promise<number> {
  if (args.includes('--help') || args.includes('-h')) return print(await commandUsage(command));
  const wrong = await wrongOption(command, args);
  if (wrong !== undefined) {
    say(wrong);
    return 2;
  }
  const { result } = await runCommand(command, { rawArgs: args });
  return typeof result === 'number' ? result : 0;
}

function print(text: string): number {
  process.stdout.write(text);
  return 0;
}
