import { defineCommand } from '../command.ts';
import { printJson, printResult, say } from '../terminal/print.ts';
import { findRun, type Undone, undoImport } from '#src/import/undo.ts';
import { TRANSCRIPTS } from '#src/import/import-run.ts';
import { pathsIn } from '#src/lib/env.ts';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import { counted } from '#src/lib/text/day.ts';
import { listed } from '#src/lib/listed.ts';
import type { CommandHelp } from '../command.ts';
import { agrees } from '../terminal/ask.ts';
import { measureOf, wrap } from '../terminal/wrap.ts';

export const help: CommandHelp = {
  examples: [
    ['chronicle import undo last --dry-run', 'shows what would be deleted, and what would be kept'],
    ['chronicle import undo i-3fa2c1', 'undoes one import; chronicle import list shows the ids'],
  ],
  exits: { 1: 'something could not be deleted; run it again', 2: 'nobody agreed, so nothing was deleted' },
};

/** More kept files are only counted. */
const MOST_SHOWN = 20;

export const command = defineCommand({
  meta: {
    name: 'chronicle import undo',
    description:
      'Undo an import: delete the sessions and files that it created, after a question. What was edited since is kept and named, and so is what it added to sessions that were here. The source stays as it is, so it can be imported again',
  },
  args: {
    import: { type: 'positional', required: false, valueHint: 'id', description: 'The id of the import, or last' },
    'dry-run': { type: 'boolean', description: 'Only list what would be deleted' },
    yes: { type: 'boolean', description: 'Do not ask' },
    json: { type: 'boolean', description: 'Print JSON' },
  },
  async run({ args, io }) {
    const { env } = io;
    if (args.import === undefined || args._.length > 1)
      throw new ChronicleError(
        'CHRONICLE_WRONG_USE',
        'chronicle import undo takes the id of one import, or last. Run chronicle import list to see the ids. Nothing was changed.',
      );
    const run = findRun(pathsIn(env), args.import);
    const planned = await undoImport(env, run, { isDryRun: true });
    const width = measureOf(io.stdout.columns);
    const isDry = args['dry-run'] === true;
    if (!args.json) printResult(io, wrap(planText(run, planned), width));
    const isAgreed = !isDry && (args.yes || (await agrees(io, `Undo import ${run.id}?`)));
    const undone = isAgreed ? await undoImport(env, run, { isDryRun: false }) : planned;
    if (args.json) printJson(io, { id: run.id, isUndone: isAgreed, ...undone });
    for (const problem of undone.problems) say(io, problem);
    if (!isAgreed) say(io, 'Nothing was deleted.');
    else if (undone.problems.length === 0) say(io, `Undone: ${listed(amounts(undone)) || 'nothing was left'}.`);
    else say(io, `Undone in part. Fix the problem above and run chronicle import undo ${run.id} again.`);
    if (!isAgreed) return isDry ? 0 : 2;
    return undone.problems.length === 0 ? 0 : 1;
  },
});

function planText({ id, kind, from }: { id: string; kind: string; from: string }, plan: Undone): string {
  const goes = amounts(plan);
  const stays =
    kind === TRANSCRIPTS
      ? ['What the transcripts show of sessions that hooks recorded stays.']
      : plan.added > 0
        ? [`What was added to ${counted(plan.added, 'session')} that ${plan.added === 1 ? 'was' : 'were'} here stays.`]
        : [];
  const kept = plan.kept.slice(0, MOST_SHOWN).map(({ path, why }) => `Kept: ${path} (${WHY[why]})`);
  const more = plan.kept.length - kept.length;
  return [
    `Import ${id} of ${kind} from ${from}.`,
    goes.length === 0 ? 'Nothing of it is left to delete.' : `Would delete: ${listed(goes)}.`,
    ...stays,
    ...kept,
    ...(more > 0 ? [`${counted(more, 'more file')} kept.`] : []),
  ].join('\n');
}

function amounts({ chronicles, files }: Undone): string[] {
  return [counted(chronicles, 'session'), counted(files, 'more file')].filter((words) => !words.startsWith('no '));
}

const WHY = { edited: 'edited since', 'not imported': 'made since, so its session stays' };
