import { resolve } from 'node:path';
import { checkoutOf } from '#src/node/git/checkout.ts';
import { readChronicles } from '#src/node/import/archive/read-archive.ts';
import { importLock } from '#src/node/import/sources/run-import.ts';
import { layoutIn } from '#src/node/world.ts';
import { ChronicleError } from '#src/project/chronicle-error.ts';
import { directoryName } from '#src/project/directory-name.ts';
import { defineCommand } from '../command.ts';
import type { CommandHelp } from '../command-help.ts';
import { printJson, printResult, say } from '../terminal/print.ts';
import { summaryOf } from './archive-words.ts';

export const help: CommandHelp = {
  examples: [
    ['chronicle import chronicles ~/backup/-home-me-my.site', 'files of a project whose folder has another name'],
    ['chronicle import chronicles ~/old-notes --project ~/code/larder', 'files in a folder that names no project'],
  ],
  exits: { 1: 'a file was left, or differs from yours' },
  files: [['<config>/projects/*/chronicle/', 'where chronicles are written']],
};

export const command = defineCommand({
  meta: {
    name: 'chronicle import chronicles',
    description:
      'Bring in chronicles from any folder, such as those of the scripts that session-chronicle grew from. They are recognised by their content; other files are named and left. Each gets the line "imported_from: chronicle", the originals are not changed, and what you have already is kept. The project is the folder of the form -home-me-code above them, or the one that --project names. Running it again adds only what is new',
  },
  args: {
    path: {
      type: 'positional',
      valueHint: 'path',
      description: 'A folder, which is searched four levels deep, or a file',
    },
    project: { type: 'string', valueHint: 'path', description: 'The checkout of the project that they belong to' },
    'dry-run': { type: 'boolean', description: 'Show what would be imported, but write nothing' },
    json: { type: 'boolean', description: 'Print JSON' },
  },
  async run({ args, io }) {
    const layout = layoutIn(io.world);
    if (args._.length > 1)
      throw new ChronicleError(
        'CHRONICLE_WRONG_USE',
        'chronicle import chronicles takes one path. Nothing was changed.',
      );
    const { cwd } = io.world;
    const directory = args.project === undefined ? null : directoryName(checkoutOf(resolve(cwd, args.project)).mainTop);
    const isDryRun = args['dry-run'] === true;
    const path = resolve(cwd, args.path ?? '');
    const outcome = await importLock(layout, isDryRun, async () =>
      readChronicles(path, directory, { layout, isDryRun, progress: () => {} }),
    );
    if (args.json) printJson(io, { dryRun: isDryRun, ...outcome });
    else printResult(io, summaryOf(outcome, isDryRun));
    for (const sentence of [...outcome.conflicts, ...outcome.problems]) say(io, sentence);
    return outcome.conflicts.length + outcome.problems.length > 0 ? 1 : 0;
  },
});
