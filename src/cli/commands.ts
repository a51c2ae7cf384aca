/**
 * All commands, by topic. Each is a file in the folder of its feature that exports `command`, and `help` if it has more
 * to say. It is loaded when it runs.
 *
 *     chronicle build --out dist     ->  site/build.ts
 *     chronicle memory apply all     ->  memory/apply.ts
 */

import { IMPORT_KINDS } from '../format/import-kinds.ts';
import { numberOfTags } from '../format/tags.ts';
import { agents, type Commands, type Entry, group, lazy } from './entry.ts';
import { FINDING } from './finding.ts';

const RETRO: Commands = new Map([
  ['context', lazy('print what a retrospective needs to know', () => import('./memory/retro/context.ts'))],
  ['narrative', lazy('save the narrative given on stdin', () => import('./memory/retro/narrative.ts'))],
]);

const MEMORY: Commands = new Map([
  ['list', lazy('list memories and whether each helped', () => import('./memory/list.ts'))],
  ['show', lazy('print one memory and its history', () => import('./memory/show.ts'))],
  ['review', lazy('review proposals one by one', () => import('./memory/review.ts'))],
  ['audit', lazy('check memory files and their index', () => import('./memory/audit.ts'))],
  ['propose', lazy('file proposals, as JSON on stdin', () => import('./memory/propose.ts'))],
  ['apply', lazy('apply proposals', () => import('./memory/apply.ts'))],
  ['skip', lazy('skip proposals', () => import('./memory/skip.ts'))],
  ['dismiss', lazy('never show a request or failure again', () => import('./memory/dismiss.ts'))],
  ['undo', lazy('undo the last change to memory', () => import('./memory/undo.ts'))],
]);

const DRAFT: Commands = new Map([
  ['new', lazy('start a draft from sessions or narratives', () => import('./posts/drafts/new.ts'))],
  ['list', lazy('list drafts and their state', () => import('./posts/drafts/list.ts'))],
  ['show', lazy('print the beats, sources and findings of a draft', () => import('./posts/drafts/show.ts'))],
  ['beat', lazy('choose which event tells a beat', () => import('./posts/drafts/beat.ts'))],
  ['redact', lazy('decide what must not be published', () => import('./posts/drafts/redact.ts'))],
  ['published', lazy('record where a draft was published', () => import('./posts/drafts/published.ts'))],
]);

const SERIES: Commands = new Map([
  ['new', lazy('start a series of posts', () => import('./posts/series/new.ts'))],
  ['add', lazy('add a part or an event to a series', () => import('./posts/series/add.ts'))],
  ['list', lazy('list series, and sessions that could become one', () => import('./posts/series/list.ts'))],
  ['show', lazy('print the outline of a series', () => import('./posts/series/show.ts'))],
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

const LOOK = lazy('list what could be imported', () => import('./import/look.ts'));

/** The commands by topic: first the ones for every day. */
export const TOPICS: readonly (readonly [topic: string, Commands])[] = [
  [
    'Everyday',
    new Map<string, Entry>([
      ['init', lazy('set up Claude Code to record its sessions', () => import('./install/init.ts'))],
      ['doctor', lazy('check that recording works', () => import('./doctor/doctor.ts'))],
      ['dev', lazy('browse the archive in a local site', () => import('./site/dev.ts'))],
      ['list', FINDING.list],
      ['show', FINDING.show],
      ['search', FINDING.search],
      ['review', lazy('decide what waits for you', () => import('./archive/review.ts'))],
      ['export', lazy('write a session or draft into your blog', () => import('./posts/export/export.ts'))],
    ]),
  ],
  [
    'Archive',
    new Map<string, Entry>([
      ['brief', lazy('print what the next session here is told', () => import('./notebook/brief.ts'))],
      ['observations', lazy("list this project's observations", () => import('./notebook/observations.ts'))],
      ['recall', FINDING.recall],
      ['plan', lazy("list this project's plans, or print one", () => import('./plans/plan.ts'))],
      ['import', group('import', 'import earlier sessions, and what other systems kept', IMPORT, LOOK)],
      ['memory', group('memory', "review changes to Claude's memory, and see what helped", MEMORY)],
      ['check', lazy('check chronicle files for problems', () => import('./archive/check.ts'))],
      ['forget', lazy('delete a session, an event or some text for good', () => import('./forget/forget.ts'))],
    ]),
  ],
  [
    'Posts',
    new Map<string, Entry>([
      ['draft', group('draft', 'turn sessions into a blog post', DRAFT)],
      ['series', group('series', 'plan posts that belong together', SERIES)],
    ]),
  ],
  [
    'Site',
    new Map<string, Entry>([
      ['build', lazy('build the site as static files', () => import('./site/build.ts'))],
      ['preview', lazy('serve the built site on this machine', () => import('./site/preview.ts'))],
    ]),
  ],
  [
    'Setup',
    new Map<string, Entry>([
      ['mcp', lazy('let clients without a shell ask the archive', () => import('./mcp/mcp.ts'))],
      ['status', lazy('print one line for a status bar', () => import('./doctor/status.ts'))],
      ['completions', lazy('print completions for bash, zsh or fish', completionsFile)],
      ['uninstall', lazy('undo init; chronicles are kept', () => import('./install/uninstall.ts'))],
    ]),
  ],
  [
    'For the agent',
    new Map<string, Entry>([
      ['log', agents("add an event to a session's chronicle", 'log')],
      ['summary', agents('set the summary of a session', 'summary')],
      ['tags', agents(`explain the ${numberOfTags()} tags`, 'tags')],
      ['note', agents("add a note to a session's notebook, or resolve one", 'note')],
      ['notes', agents("print a session's notebook", 'notes')],
      ['observe', agents('keep what a later session should know', 'observe')],
      ['handoff', agents('say where the work stands', 'handoff')],
      ['pending', agents('read what earlier sessions left unobserved', 'pending')],
      ['retro', group('retro', 'commands for the /session-retro skill', RETRO)],
    ]),
  ],
];

/** All of them, by name. */
export const COMMANDS: Commands = new Map(TOPICS.flatMap(([, commands]) => [...commands]));

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
  ['backfill', 'chronicle backfill is now chronicle import transcripts.'],
  [
    'candidates',
    'chronicle candidates is gone: found events need no confirming. The page of a session in chronicle dev can keep or hide them.',
  ],
  ['restore', 'chronicle restore is gone: what sessions log is no longer lost when several write at once.'],
  [
    'join',
    'chronicle join is gone: of several files of a session, the one with more is shown. chronicle check names the others.',
  ],
  ['prune', 'chronicle prune is now chronicle forget --empty.'],
  ['merge', 'chronicle merge is gone: git needs no merge driver for chronicles. docs/install.md has the recipe.'],
]);

/** Completions are generated from this list. */
async function completionsFile() {
  const { completionsOf } = await import('./completions/completions.ts');
  return completionsOf(COMMANDS);
}
