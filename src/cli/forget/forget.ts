/** `chronicle forget`: shows what would change, asks, and deletes for good. */
import type { Session } from '#src/format/session.ts';
import { defineCommand } from '../command.ts';
import { printJson, printResult } from '../terminal/print.ts';
import {
  applyForgetting,
  type ForgettingPlan,
  isEmptyPlan,
  planForgetting,
  type Target,
} from '#src/setup/forget/forget.ts';
import { emptySessions } from '#src/setup/forget/empty-sessions.ts';
import { type LeftPlace, leftPlaces } from '#src/setup/forget/left-places.ts';
import { noteForgotten } from '#src/lib/forgotten.ts';
import { writeMemoryIndex } from '#src/memory/write-memory-index.ts';
import { entryOf, readState } from '#src/record/live.ts';
import { isRunning } from '#src/lib/lock.ts';
import { type Env, pathsIn } from '#src/lib/env.ts';
import { ChronicleError, sentenceOf } from '#src/lib/chronicle-error.ts';
import { type Paths, OBSERVATIONS_FILE } from '#src/lib/paths.ts';
import { ownSnapshot } from '../own-archive.ts';
import type { CommandHelp } from '../command.ts';
import type { Io } from '../terminal/io.ts';
import { say } from '../terminal/print.ts';
import { red } from '../terminal/text.ts';
import { agrees } from '../terminal/ask.ts';
import { findTarget } from './find-target.ts';
import {
  failuresOf,
  forgettingEntry,
  formatFiles,
  formatLines,
  type Outcome,
  remarks,
  warnings,
} from './format-forgetting.ts';

export const help: CommandHelp = {
  examples: [
    ['chronicle forget -', 'asks for a secret, so that it is not in your shell history'],
    ['chronicle forget 2026-03-24-main --dry-run', 'shows what deleting a session would change'],
    ['chronicle forget --empty', 'lists sessions in which nothing happened, and asks before it deletes them'],
  ],
  exits: { 1: 'no match, or a file could not be read or changed; run it again then, as after an interruption' },
};

export const command = defineCommand({
  meta: {
    name: 'chronicle forget',
    description:
      'Delete a session or some text for good from everything session-chronicle keeps in your own archive: chronicles, facts, proposals, backups, histories, drafts, logs, caches and the built site. Shows what will change and asks first; no copy is kept',
  },
  args: {
    what: {
      type: 'positional',
      required: false,
      description: 'A session as in chronicle show, text in quotes, or - to enter the text separately',
    },
    text: {
      type: 'boolean',
      description:
        'Treat the argument as text, even if a session has that name. Matching ignores case and line breaks; run the command again for other spellings, such as STRASSE for straße, and for words hyphenated at the end of a line',
    },
    empty: {
      type: 'boolean',
      description: 'Delete the chronicles of empty sessions: no prompt, event, summary or note',
    },
    'dry-run': { type: 'boolean', description: 'Only show what would change' },
    yes: { type: 'boolean', description: 'Do not ask' },
    json: { type: 'boolean', description: 'Print the files as JSON, without their text' },
  },
  async run({ args, io }) {
    const paths = pathsIn(io.env);
    const { roots, sessions } = ownSnapshot(io);
    if (args.empty === true && args._.length > 0)
      throw new ChronicleError('CHRONICLE_WRONG_USE', '--empty takes no session and no text. Nothing was changed.');
    const target: Target =
      args.empty === true
        ? { kind: 'empty', sessions: emptySessions(paths, roots, sessions, io.env.now()) }
        : await findTarget(io, { paths, roots, sessions }, args._, args.text === true);
    if (target.kind === 'session') requireEnded(io.env, paths, target.session);
    const plan = planForgetting(paths, target);
    if (io.stdout.isTerminal && !args.json) printResult(io, formatLines(plan));
    if (!args.json) printResult(io, formatFiles(plan));
    for (const sentence of warnings(plan)) say(io, sentence);
    if (io.stderr.isTerminal && target.kind === 'text') say(io, "Searching Claude Code's files …");
    const left = leftPlaces(paths, roots, plan, observationsFiles(sessions, target));
    const again = transcriptsOf(paths, plan, left);
    let outcome: Outcome = 'not asked';
    if (isEmptyPlan(plan) && !args['dry-run']) noteForgotten(paths, again);
    else if (!args['dry-run']) outcome = await forgotten(io, paths, plan, { again, isAgreed: args.yes === true });
    const failures = failuresOf(plan, outcome);
    if (args.json) printJson(io, forgettingEntry(plan, left, outcome));
    for (const failure of failures) say(io, red(failure));
    for (const sentence of remarks(plan, left, outcome)) say(io, sentence);
    if (outcome === 'declined') return 2;
    return (plan.isFound || target.kind === 'empty') && failures.length === 0 ? 0 : 1;
  },
});

/** The files with observations that the checkouts of these sessions may have; of a session, that of its own. */
function observationsFiles(sessions: readonly Session[], target: Target): string[] {
  const own = target.kind === 'session' ? sessions.filter(({ id }) => id === target.session) : sessions;
  const roots = new Set(own.flatMap(({ project }) => project.root ?? []));
  return [...roots].map((root) => `${root}/${OBSERVATIONS_FILE}`);
}

/** Carries the plan out if the person agrees. */
async function forgotten(
  io: Io,
  paths: Paths,
  plan: ForgettingPlan,
  { again, isAgreed }: { again: readonly string[]; isAgreed: boolean },
): Promise<Outcome> {
  if (!isAgreed && !(await agrees(io, 'Forget this? No copy is kept, and it cannot be undone.'))) return 'declined';
  const forgetting = await applyForgetting(paths, plan, again);
  try {
    if (plan.derived.some((path) => path.startsWith(paths.memoryIndex))) writeMemoryIndex(paths, ownSnapshot(io));
  } catch (error) {
    say(io, `The memory index could not be rebuilt. ${sentenceOf(error)} Run chronicle build to rebuild it.`);
  }
  return forgetting;
}

/** The sessions whose transcripts contain a forgotten text: `<id>.jsonl` and the files below `<id>/`. */
function transcriptsOf({ projects }: Paths, { target }: ForgettingPlan, left: readonly LeftPlace[]): string[] {
  const transcripts = target.kind === 'text' ? left.filter(({ kind }) => kind === 'transcript') : [];
  return transcripts.map(({ path }) => {
    const [, name = ''] = path.slice(projects.length + 1).split('/');
    return name.replace(/\.jsonl$/, '');
  });
}

/** Refuses (CHRONICLE_LIVE) a running session: its hooks would record it again. */
function requireEnded(env: Env, paths: Paths, session: string): void {
  const state = readState(paths, session);
  if (!state || (state.host === env.host && !isRunning(state))) return;
  const why =
    state.host === env.host
      ? `is running (process ${state.pid}). End it first. Texts can be forgotten while it runs`
      : `was started on ${state.host}, so chronicle cannot tell whether it has ended. If it has, delete ${entryOf(paths, session)} and run this again`;
  throw new ChronicleError('CHRONICLE_LIVE', `The session ${session} ${why}. Nothing was changed.`);
}
