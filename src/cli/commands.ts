/**
 * All commands, by what they are for. Each is a file in the folder of its feature that exports `command`, and `help` if
 * it has more to say; it is loaded when it is asked for.
 *
 *     chronicle build --out dist     ->  site/build.ts
 *     chronicle memory apply all     ->  memory/apply.ts
 */
import { numberOfTags } from '../chronicle/tags.ts';
import { agents, type Commands, type Entry, group, lazy } from './entry.ts';

const RETRO: Commands = new Map([
  ['context', lazy('print what a retro needs to know', () => import('./memory/retro/context.ts'))],
  ['narrative', lazy('write the narrative, text on stdin', () => import('./memory/retro/narrative.ts'))],
]);

const MEMORY: Commands = new Map([
  ['propose', lazy('file proposals to change memory, as JSON on stdin', () => import('./memory/propose.ts'))],
  ['review', lazy('decide proposals in a terminal, one by one', () => import('./memory/review.ts'))],
  ['apply', lazy('change memory as proposals say', () => import('./memory/apply.ts'))],
  ['skip', lazy('decide against proposals', () => import('./memory/skip.ts'))],
  ['undo', lazy('take back a change of memory', () => import('./memory/undo.ts'))],
  ['list', lazy('list memories and how they fare', () => import('./memory/list.ts'))],
  ['show', lazy('print one memory and what is known of it', () => import('./memory/show.ts'))],
  ['audit', lazy('name what is wrong with memories', () => import('./memory/audit.ts'))],
]);

const DRAFT: Commands = new Map([
  ['new', lazy('make a draft of sessions or narratives', () => import('./posts/drafts/new.ts'))],
  ['list', lazy('list drafts and how far they are', () => import('./posts/drafts/list.ts'))],
  ['show', lazy('print one draft: beats, sources, findings', () => import('./posts/drafts/show.ts'))],
  ['beat', lazy('choose the event of a part of the story', () => import('./posts/drafts/beat.ts'))],
  ['redact', lazy('decide in a terminal what is not published', () => import('./posts/drafts/redact.ts'))],
  ['published', lazy('note where a post was published', () => import('./posts/drafts/published.ts'))],
]);

const SERIES: Commands = new Map([
  ['new', lazy('begin a series of posts', () => import('./posts/series/new.ts'))],
  ['add', lazy('add a part or an event to a series', () => import('./posts/series/add.ts'))],
  ['list', lazy('list series, and sessions that tell one story', () => import('./posts/series/list.ts'))],
  ['show', lazy('print the outline of a series', () => import('./posts/series/show.ts'))],
]);

const CANDIDATES: Commands = new Map([
  [
    'list',
    lazy('list events that backfill found and nobody has confirmed', () => import('./import/candidates/list.ts')),
  ],
  ['review', lazy('confirm or drop them in a terminal, one by one', () => import('./import/candidates/review.ts'))],
  ['confirm', lazy('make candidates events', () => import('./import/candidates/confirm.ts'))],
  ['drop', lazy('take candidates out of their chronicles', () => import('./import/candidates/drop.ts'))],
]);

/** Commands that serve one purpose, under its name. */
export const PURPOSES: readonly (readonly [purpose: string, Commands])[] = [
  [
    'Begin',
    new Map<string, Entry>([
      ['init', lazy('have Claude Code record its sessions', () => import('./install/init.ts'))],
      ['doctor', lazy('say whether recording works, and what to mend', () => import('./doctor/doctor.ts'))],
      ['status', lazy('say in one line whether recording works', () => import('./doctor/status.ts'))],
      ['backfill', lazy('make chronicles of the transcripts you have', () => import('./import/backfill.ts'))],
      ['candidates', group('candidates', 'decide what backfill found', CANDIDATES)],
    ]),
  ],
  [
    'Record',
    new Map<string, Entry>([
      ['log', agents('write an event into the chronicle of a session', 'log')],
      ['summary', agents('set the summary of a session', 'summary')],
      ['tags', agents(`print the ${numberOfTags()} tags and their boundaries`, 'tags')],
      ['retro', group('retro', 'review a session at its end', RETRO)],
    ]),
  ],
  [
    'Browse',
    new Map<string, Entry>([
      ['dev', lazy('browse the archive in a local site that follows it', () => import('./site/dev.ts'))],
      ['build', lazy('write the site as static files', () => import('./site/build.ts'))],
      ['preview', lazy('serve the built site on this machine', () => import('./site/preview.ts'))],
      ['list', lazy('list the sessions of your archive', () => import('./archive/list.ts'))],
      ['show', lazy('print one session', () => import('./archive/show.ts'))],
      ['search', lazy('search your archive', () => import('./search/search.ts'))],
      ['check', lazy('name what is wrong in chronicle files', () => import('./archive/check.ts'))],
    ]),
  ],
  ['Memory', new Map([['memory', group('memory', 'change what memory says, and see whether it helped', MEMORY)]])],
  [
    'Write posts',
    new Map<string, Entry>([
      ['draft', group('draft', 'make a blog post of sessions', DRAFT)],
      ['series', group('series', 'plan posts that belong together', SERIES)],
      ['export', lazy('write a draft into a blog', () => import('./posts/export/export.ts'))],
    ]),
  ],
  [
    'Keep house',
    new Map<string, Entry>([
      ['forget', lazy('remove a session, an event or a text for good', () => import('./forget/forget.ts'))],
      ['prune', lazy('remove files of sessions in which nothing happened', () => import('./forget/prune.ts'))],
      ['uninstall', lazy('take out what init put in; chronicles stay', () => import('./install/uninstall.ts'))],
      ['completions', lazy('print completions for bash, zsh or fish', completionsFile)],
    ]),
  ],
];

/** All of them, by name. */
export const COMMANDS: Commands = new Map(PURPOSES.flatMap(([, commands]) => [...commands]));

/** What other programs call what these commands do. */
export const OTHER_NAMES: ReadonlyMap<string, string> = new Map([
  ['install', 'init'],
  ['setup', 'init'],
  ['update', 'init'],
  ['upgrade', 'init'],
  ['remove', 'uninstall'],
  ['delete', 'forget'],
  ['serve', 'preview'],
]);

/** Completions are made of this list. */
async function completionsFile() {
  const { completionsOf } = await import('./completions/completions.ts');
  return completionsOf(COMMANDS);
}
