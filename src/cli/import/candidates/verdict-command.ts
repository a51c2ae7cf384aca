import type { Verdict } from '#src/chronicle/edit-candidate.ts';
import { ownSnapshot } from '#src/cli/archive/own-archive.ts';
import { defineCommand } from '#src/cli/command.ts';
import type { CommandHelp } from '#src/cli/command-help.ts';
import { readSince } from '#src/cli/option-values.ts';
import { say } from '#src/cli/terminal/print.ts';
import { agreesToAll, decide, requirePerson } from './decide.ts';
import { FILTER_ARGS, findCandidates } from './find-candidates.ts';

/** The command that confirms or drops the named events, or all. */
export function verdictCommand(verdict: Verdict, description: string) {
  return defineCommand({
    meta: { name: `chronicle candidates ${verdict}`, description },
    args: {
      candidates: {
        type: 'positional',
        required: false,
        description:
          'Events as shown by chronicle candidates list, or all. The part after # is the id of the event or, if several have the same text, the beginning of the id of its transcript record',
      },
      ...FILTER_ARGS,
      yes: { type: 'boolean', description: 'Do not ask before confirming or dropping all' },
    },
    async run({ args, io }) {
      const { world } = io;
      requirePerson(world);
      const filter = { ...args, since: readSince(args.since, io) };
      const candidates = findCandidates(ownSnapshot(io).sessions, args._, filter, verdict);
      if (args._.includes('all') && !args.yes && !(await agreesToAll(io, candidates, verdict))) {
        say(io, 'Nothing was changed.');
        return 2;
      }
      return decide(io, candidates, verdict);
    },
  });
}

/** The help of both commands. */
export const VERDICT_HELP: CommandHelp = {
  exits: { 1: 'a chronicle could not be changed' },
  files: [['<config>/projects/*/chronicle/', 'the chronicles that change']],
};
