import type { Verdict } from '#src/chronicle/edit-candidate.ts';
import { ownSnapshot } from '#src/cli/archive/own-archive.ts';
import { defineCommand } from '#src/cli/command.ts';
import type { CommandHelp } from '#src/cli/command-help.ts';
import { say } from '#src/cli/terminal/print.ts';
import { agreesToAll, decide, requirePerson } from './decide.ts';
import { FILTER_ARGS, findCandidates } from './find-candidates.ts';

/** The command that gives the candidates it is named, or all, this verdict. */
export function verdictCommand(verdict: Verdict, description: string) {
  return defineCommand({
    meta: { name: `chronicle candidates ${verdict}`, description },
    args: {
      candidates: {
        type: 'positional',
        required: false,
        description:
          'Candidates as chronicle candidates list names them, or all. Behind the # stands the id of the event or, where several have the same words, the beginning of the id of its transcript record',
      },
      ...FILTER_ARGS,
      yes: { type: 'boolean', description: 'Do not ask about all' },
    },
    async run({ args, io }) {
      const { world } = io;
      requirePerson(world);
      const candidates = findCandidates(ownSnapshot(io).sessions, args._, args, verdict);
      if (args._.includes('all') && !args.yes && !(await agreesToAll(io, candidates, verdict))) {
        say(io, 'Nothing was written. The candidates stay as they are.');
        return 2;
      }
      return decide(io, candidates, verdict);
    },
  });
}

/** What the help of such a command says beside its examples. */
export const VERDICT_HELP: CommandHelp = {
  exits: { 1: 'a chronicle could not be changed' },
  files: [['<config>/projects/*/chronicle/', 'the chronicles that are changed']],
};
