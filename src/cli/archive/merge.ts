import { basename } from 'node:path';
import { mergedFile } from '#src/node/session/merge-file.ts';
import { ChronicleError } from '#src/project/chronicle-error.ts';
import { defineCommand } from '../command.ts';
import type { CommandHelp } from '../command-help.ts';
import { say } from '../terminal/print.ts';

export const help: CommandHelp = {
  examples: [['git config merge.chronicle.driver "chronicle merge -- %O %A %B %P"', 'lets git join chronicles']],
  exits: {
    1: 'something contradicts and was left, or the versions are of two sessions and the other was written beside ours; git shows the file as a conflict',
  },
  files: [['docs/several-machines.md', 'the recipe that uses it']],
};

export const command = defineCommand({
  meta: {
    name: 'chronicle merge',
    description:
      'Join two versions of a chronicle, notebook, facts file, ledger or list of proposals: a merge driver for git. Writes the result to OURS. Files of different sessions are never joined: the other one is written beside PATH',
  },
  args: {
    base: { type: 'positional', required: false, description: 'The version that both were made from (%O)' },
    ours: { type: 'positional', required: false, description: 'Our version, which is replaced (%A)' },
    theirs: { type: 'positional', required: false, description: 'The other version (%B)' },
    path: {
      type: 'positional',
      required: false,
      description: 'The path in the repository, which says what kind of file it is (%P)',
    },
  },
  run({ args, io }) {
    const [base, ours, theirs, path] = args._;
    if (base === undefined || ours === undefined || theirs === undefined || path === undefined || args._.length > 4)
      throw new ChronicleError(
        'CHRONICLE_WRONG_USE',
        'chronicle merge takes four files: base, ours, theirs and the path in the repository. Nothing was changed.',
      );
    const conflicts = mergedFile({ base, ours, theirs, path }, io.world.cwd);
    for (const conflict of conflicts) say(io, `${basename(path)}: ${conflict}`);
    return conflicts.length === 0 ? 0 : 1;
  },
});
