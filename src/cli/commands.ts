/**
 * All commands. Each is a file that exports `command`, and `help` if it has more to say. It is loaded when it runs.
 *
 *     chronicle build --out dist     ->  site/build.ts
 *     chronicle memory apply all     ->  memory/decide.ts
 */
import type { ArgsDef } from 'citty';
import { IMPORT_KINDS } from '#src/format/import-kinds.ts';
import { numberOfTags } from '#src/format/tags.ts';
import type { AgentCommand } from '#src/setup/package-copy.ts';
import type { CommandFile } from './command.ts';
import { runCommand } from './run-command.ts';
import type { Io } from './terminal/io.ts';
import { say } from './terminal/print.ts';

/** One command of the command line. */
interface Entry {
  /** What it does, for the list of commands. */
  about: string;
  /** Runs it with the words after its name; returns the exit code. Missing for a group that does nothing by itself. */
  run?(args: string[], io: Io): Promise<number>;
  /** Its subcommands, if it has any. */
  commands?: Commands;
}

export type Commands = ReadonlyMap<string, Entry>;

/** A command whose file is loaded when it runs. */
function lazy<Args extends ArgsDef>(about: string, load: () => Promise<CommandFile<Args>>): Entry {
  return { about, run: async (args, io) => runCommand(await load(), args, io) };
}

/** The agent's own commands: `bin/chronicle` runs them from the hook bundle, which starts faster. */
function agents(about: string, name: AgentCommand): Entry {
  return {
    about,
    async run(args, io) {
      const commands = {
        ...(await import('../../hooks/log.ts')),
        ...(await import('#src/notes/notes.ts')),
        ...(await import('#src/notes/observe-commands.ts')),
        ...(await import('#src/notes/pending.ts')),
      };
      const { stdout = '', stderr, exitCode = 0 } = await commands[name](io.env, args, io.stdin.read);
      io.stdout.write(stdout);
      if (stderr) say(io, `session-chronicle: ${stderr}`);
      return exitCode;
    },
  };
}

const MEMORY: Commands = new Map([
  ['list', lazy('list memories and whether each helped', () => import('./memory/list.ts'))],
  ['show', lazy('print one memory and its history', () => import('./memory/show.ts'))],
  ['audit', lazy('check memory files and their index', () => import('./memory/audit.ts'))],
  ['propose', lazy('file proposals, as JSON on stdin', () => import('./memory/propose.ts'))],
  ['apply', lazy('apply proposals', async () => (await import('./memory/decide.ts')).apply)],
  ['skip', lazy('skip proposals', async () => (await import('./memory/decide.ts')).skip)],
  ['undo', lazy('undo the last change to memory', async () => (await import('./memory/decide.ts')).undo)],
  ['dismiss', lazy('never show a request or failure again', async () => (await import('./memory/repeats.ts')).dismiss)],
]);

const DRAFT: Commands = new Map([
  ['new', lazy('make a draft of sessions or narratives', () => import('./posts/draft-new.ts'))],
  ['list', lazy('list drafts and their state', () => import('./posts/draft-list.ts'))],
]);

const IMPORT: Commands = new Map([
  ['transcripts', lazy("import sessions from Claude Code's transcripts", () => import('./import/transcripts.ts'))],
  ...IMPORT_KINDS.map(({ name, about }): [string, Entry] => [
    name,
    lazy(about, async () => (await import('./import/import-kind.ts')).commandOf(name)),
  ]),
  ['list', lazy('list imports', () => import('./import/list.ts'))],
  ['undo', lazy('undo an import', () => import('./import/undo.ts'))],
]);

const RETRO: Commands = new Map([
  [
    'context',
    lazy('print what a retrospective needs to know', async () => (await import('./memory/retro.ts')).context),
  ],
  ['narrative', lazy('save the narrative given on stdin', async () => (await import('./memory/retro.ts')).narrative)],
]);

const lookForImports = lazy('list what could be imported', () => import('./import/look.ts'));

/** The commands for people, as `chronicle --help` lists them. */
export const PEOPLE: Commands = new Map<string, Entry>([
  ['init', lazy('set up Claude Code to record its sessions', () => import('./init.ts'))],
  ['uninstall', lazy('undo init; chronicles are kept', () => import('./uninstall.ts'))],
  ['doctor', lazy('check recording and the files of the archive', () => import('./doctor.ts'))],
  ['status', lazy('print one line for a status bar', () => import('./status.ts'))],
  ['dev', lazy('browse the archive in a local site', () => import('./site/dev.ts'))],
  ['build', lazy('build the site as static files', () => import('./site/build.ts'))],
  ['preview', lazy('serve the built site on this machine', () => import('./site/preview.ts'))],
  ['list', lazy('list sessions, newest first', () => import('./list.ts'))],
  ['show', lazy('print one session', () => import('./show.ts'))],
  ['search', lazy('search the archive', () => import('./search.ts'))],
  ['review', lazy('decide what waits for you', () => import('./review.ts'))],
  ['draft', { about: 'turn sessions into a blog post', commands: DRAFT }],
  ['export', lazy('write a session or draft into your blog', () => import('./posts/export.ts'))],
  ['import', { ...lookForImports, about: 'import earlier sessions, and what other systems kept', commands: IMPORT }],
  ['memory', { about: "review changes to Claude's memory, and see what helped", commands: MEMORY }],
  ['plan', lazy("list this project's plans, or print one", () => import('./plan.ts'))],
  ['forget', lazy('delete a session or some text for good', () => import('./forget/forget.ts'))],
]);

/** The commands for the agent, as `chronicle help agent` lists them. */
export const AGENT: Commands = new Map<string, Entry>([
  ['log', agents("add an event to a session's chronicle", 'log')],
  ['summary', agents('set the summary of a session', 'summary')],
  ['tags', agents(`explain the ${numberOfTags()} tags`, 'tags')],
  ['note', agents("add a note to a session's notebook, or resolve one", 'note')],
  ['notes', agents("print a session's notebook", 'notes')],
  ['observe', agents('keep what a later session should know', 'observe')],
  ['observations', lazy("list this project's observations", () => import('./notebook/observations.ts'))],
  ['handoff', agents('say where the work stands', 'handoff')],
  ['pending', agents('read what earlier sessions left unobserved', 'pending')],
  ['recall', lazy('ask the archive: sessions, words, whole records', () => import('./recall.ts'))],
  ['brief', lazy('print what the next session here is told', () => import('./notebook/brief.ts'))],
  ['retro', { about: 'commands for the /session-retro skill', commands: RETRO }],
  ['mcp', lazy('let clients without a shell ask the archive', () => import('./mcp.ts'))],
]);

/** All of them, by name. */
export const COMMANDS: Commands = new Map([...PEOPLE, ...AGENT]);

/** Commands of other programs, and ours that do the same. */
export const OTHER_NAMES: ReadonlyMap<string, string> = new Map([
  ['install', 'init'],
  ['setup', 'init'],
  ['update', 'init'],
  ['upgrade', 'init'],
  ['remove', 'uninstall'],
  ['delete', 'forget'],
  ['serve', 'preview'],
]);

/** Commands that are gone, and what became of them. */
export const FORMER_NAMES: ReadonlyMap<string, string> = new Map([
  ['series', 'chronicle series is gone: drafts with the same "series" in their front matter are one.'],
  ['draft redact', 'chronicle draft redact is now chronicle review.'],
  ['memory review', 'chronicle memory review is now chronicle review.'],
  [
    'draft show',
    'chronicle draft show is gone: see chronicle draft list, chronicle review and chronicle export --dry-run.',
  ],
  ['draft beat', 'chronicle draft beat is gone: a draft is one Markdown file, whose text you edit.'],
  [
    'draft published',
    'chronicle draft published is gone: add the address to the front matter of the draft, as published.',
  ],
  ['backfill', 'chronicle backfill is now chronicle import transcripts.'],
  ['candidates', 'chronicle candidates is gone: found events need no confirming. chronicle dev can keep or hide them.'],
  ['check', 'chronicle check is now part of chronicle doctor.'],
  ['completions', 'chronicle completions is gone. chronicle --help lists the commands.'],
  ['join', 'chronicle join is gone: of several files of a session, the one with more is shown.'],
  ['merge', 'chronicle merge is gone: git needs no merge driver for chronicles. docs/install.md has the recipe.'],
  ['prune', 'chronicle prune is now chronicle forget --empty.'],
  ['restore', 'chronicle restore is gone: what sessions log is no longer lost when several write at once.'],
]);
