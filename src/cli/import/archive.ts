import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { type ArchiveOutcome, readArchive } from '#src/node/import/archive/read-archive.ts';
import { importLock } from '#src/node/import/sources/run-import.ts';
import { layoutIn } from '#src/node/world.ts';
import { ChronicleError } from '#src/project/chronicle-error.ts';
import { defineCommand } from '../command.ts';
import type { CommandHelp } from '../command-help.ts';
import type { Io } from '../terminal/io.ts';
import { printJson, printResult, say } from '../terminal/print.ts';
import { ProgressBar } from '../terminal/progress-bar.ts';
import { summaryOf } from './archive-words.ts';

export const help: CommandHelp = {
  examples: [
    ['chronicle export --json --out archive.jsonl', 'writes the archive of the old machine'],
    ['chronicle import archive archive.jsonl', 'brings it in on the new one'],
  ],
  exits: { 1: 'a line cannot be used, or a file differs from yours' },
  files: [
    ['<config>/projects/*/chronicle/', 'chronicles, facts, notebooks, ledgers and proposals'],
    ['<config>/session-chronicle/', 'drafts, series and your decisions'],
  ],
};

export const command = defineCommand({
  meta: {
    name: 'chronicle import archive',
    description:
      'Bring in an archive that chronicle export --json wrote, byte for byte. What you have is never changed: of a file that differs, yours is kept and named; ledgers and proposals get the lines that they lack. Forgotten sessions stay forgotten. Memory files of Claude Code are not written, since only a proposal that you approve changes memory. Running it again adds only what is missing',
  },
  args: {
    file: { type: 'positional', valueHint: 'file', description: 'The file with JSON lines' },
    'dry-run': { type: 'boolean', description: 'Show what would be imported, but write nothing' },
    json: { type: 'boolean', description: 'Print JSON' },
  },
  async run({ args, io }) {
    const layout = layoutIn(io.world);
    if (args._.length > 1)
      throw new ChronicleError('CHRONICLE_WRONG_USE', 'chronicle import archive takes one file. Nothing was changed.');
    if (!existsSync(layout.config))
      throw new ChronicleError(
        'CHRONICLE_NO_CONFIG',
        `${layout.config} does not exist. Run Claude Code once, or set CLAUDE_CONFIG_DIR if its files are elsewhere. Nothing was changed.`,
      );
    const isDryRun = args['dry-run'] === true;
    const path = resolve(io.world.cwd, args.file ?? '');
    const outcome = await importLock(layout, isDryRun, async () => withProgress(io, layout, path, isDryRun));
    if (args.json) printJson(io, { dryRun: isDryRun, ...outcome });
    else printResult(io, summaryOf(outcome, isDryRun));
    for (const sentence of [...outcome.conflicts, ...outcome.problems]) say(io, sentence);
    return outcome.conflicts.length + outcome.problems.length > 0 ? 1 : 0;
  },
});

function withProgress(io: Io, layout: ReturnType<typeof layoutIn>, path: string, isDryRun: boolean): ArchiveOutcome {
  const bar = new ProgressBar(io.stderr);
  try {
    return readArchive(path, { layout, isDryRun, progress: (count) => bar.sessions(count, null) });
  } finally {
    bar.end();
  }
}
