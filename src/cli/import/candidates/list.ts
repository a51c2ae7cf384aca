import { ownSnapshot } from '#src/cli/archive/own-archive.ts';
import { defineCommand } from '#src/cli/command.ts';
import type { CommandHelp } from '#src/cli/command-help.ts';
import { readLimit } from '#src/cli/option-values.ts';
import { printJson, printResult, say } from '#src/cli/terminal/print.ts';
import { counted } from '#src/text/day.ts';
import { FILTER_ARGS, filteredCandidates } from './find-candidates.ts';
import { candidateEntry, formatCandidates } from './format-candidate.ts';

export const help: CommandHelp = {
  examples: [
    ['chronicle candidates list --tag user-correction', 'what you may have corrected'],
    ['chronicle candidates list --json --limit 1000', 'candidates for a script'],
  ],
  files: [['<config>/projects/*/chronicle/', 'the archive']],
};

export const command = defineCommand({
  meta: {
    name: 'chronicle candidates list',
    description:
      'List events that backfill worked out from transcripts and nobody has confirmed, newest session first. They count for nothing until then',
  },
  args: {
    ...FILTER_ARGS,
    limit: { type: 'string', valueHint: 'count', default: '50', description: 'How many to list' },
    json: { type: 'boolean', description: 'Print JSON' },
  },
  run({ args, io }) {
    const limit = readLimit(args.limit);
    const { sessions } = ownSnapshot(io);
    const candidates = filteredCandidates(sessions, args);
    const listed = candidates.slice(0, limit);
    if (args.json) printJson(io, listed.map(candidateEntry));
    else printResult(io, formatCandidates(listed));
    const rest = candidates.length - listed.length;
    if (rest > 0) say(io, `${counted(rest, 'more candidate')} not listed; --limit ${candidates.length} lists all.`);
    else if (candidates.length === 0 && sessions.length > 0) say(io, 'There are no such candidates.');
    if (candidates.length > 0 && !args.json)
      say(io, 'A person decides them with chronicle candidates review, confirm and drop.');
    return 0;
  },
});
