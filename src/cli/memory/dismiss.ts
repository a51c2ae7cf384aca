import { defineCommand } from '#src/cli/command.ts';
import { printResult } from '#src/cli/terminal/print.ts';
import { dismissalOf, dismissIn } from '#src/memory/dismissals.ts';
import { pathsIn } from '#src/lib/env.ts';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import { oneLine } from '#src/lib/text/clip.ts';
import { ownArchive } from '../own-archive.ts';
import { ownRepeats, repeatNamed } from './own-repeats.ts';

export const command = defineCommand({
  meta: {
    name: 'chronicle memory dismiss',
    description:
      'Never show a request or a failure again that chronicle memory list names. It is kept in config.json, under "dismissed"; delete it there to see it again',
  },
  args: {
    ids: { type: 'positional', required: false, description: 'Ids such as r-3f6c2a and x-12ab34' },
  },
  run({ args, io }) {
    const paths = pathsIn(io.env);
    if (args._.length === 0)
      throw new ChronicleError(
        'CHRONICLE_WRONG_USE',
        'chronicle memory dismiss takes ids such as r-3f6c2a, which chronicle memory list names. Nothing was changed.',
      );
    const all = ownRepeats(ownArchive(io), paths);
    const repeats = args._.map((id) => repeatNamed(all, id));
    for (const repeat of repeats) {
      const name = dismissalOf(repeat);
      dismissIn(paths, repeat.own.project, name);
      printResult(io, `Dismissed in ${oneLine(repeat.own.project.name)}: ${oneLine(name)}`);
    }
    return 0;
  },
});
