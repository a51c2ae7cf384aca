import { ownSnapshot } from '#src/cli/archive/own-archive.ts';
import { defineCommand } from '#src/cli/command.ts';
import type { CommandHelp } from '#src/cli/command-help.ts';
import { readLimit, readSince } from '#src/cli/option-values.ts';
import { printJson, printResult, say } from '#src/cli/terminal/print.ts';
import { FILTER_ARGS, filteredCandidates } from './find-candidates.ts';
import { candidateEntry, formatCandidates } from './format-candidate.ts';

export const help: CommandHelp = {
  examples: [
    ['chronicle candidates list --tag user-correction', 'possible corrections'],
    ['chronicle candidates list --json --limit 1000', 'for a script'],
  ],
  files: [['<config>/projects/*/chronicle/', 'the archive']],
};

export const command = defineCommand({
  meta: {
    name: 'chronicle candidates list',
    description:
      'List unconfirmed events, newest session first: events that transcripts suggest. They do not count until a person confirms them',
  },
  args: {
    ...FILTER_ARGS,
    limit: { type: 'string', valueHint: 'count', default: '50', description: 'How many to list' },
    json: { type: 'boolean', description: 'Print JSON' },
  },
  run({ args, io }) {
    const limit = readLimit(args.limit);
    const { sessions } = ownSnapshot(io);
    const candidates = filteredCandidates(sessions, { ...args, since: readSince(args.since, io) });
    const listed = candidates.slice(0, limit);
    if (args.json) printJson(io, listed.map(candidateEntry));
    else printResult(io, formatCandidates(listed, io.stdout.columns));
    const rest = candidates.length - listed.length;
    if (rest > 0) say(io, `${rest} more. Use --limit ${candidates.length} to list all.`);
    else if (candidates.length === 0 && sessions.length > 0) say(io, 'No unconfirmed events match.');
    if (candidates.length > 0 && !args.json) say(io, 'To confirm or drop them, run chronicle candidates review.');
    return 0;
  },
});
