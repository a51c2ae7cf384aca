import { oldestFirst } from '#src/archive/inbox.ts';
import { ownSnapshot } from '#src/cli/archive/own-archive.ts';
import { defineCommand } from '#src/cli/command.ts';
import type { CommandHelp } from '#src/cli/command-help.ts';
import { readSince } from '#src/cli/option-values.ts';
import { hasPerson } from '#src/cli/terminal/io.ts';
import { say } from '#src/cli/terminal/print.ts';
import { review } from '#src/cli/terminal/review.ts';
import { ChronicleError } from '#src/project/chronicle-error.ts';
import { requirePerson } from './decide.ts';
import { FILTER_ARGS, filteredCandidates } from './find-candidates.ts';
import { eventQueue } from './review-candidates.ts';

export const help: CommandHelp = {
  examples: [['chronicle candidates review --since 2026-10', 'only those since October']],
  files: [
    ['<config>/projects/*/chronicle/', 'the chronicles that change'],
    ['<config>/projects/*/*.jsonl', 'the transcripts with the evidence'],
  ],
};

export const command = defineCommand({
  meta: {
    name: 'chronicle candidates review',
    description:
      'Go through unconfirmed events in a terminal, as chronicle review does, the oldest first. Each is shown with what the transcript says: press y to confirm it, n to drop it, e to edit it first, s to decide later, u to undo, q to quit. Every answer is saved at once',
  },
  args: FILTER_ARGS,
  async run({ args, io }) {
    const { world } = io;
    requirePerson(world);
    if (!hasPerson(io)) {
      throw new ChronicleError(
        'CHRONICLE_NO_TERMINAL',
        'chronicle candidates review needs a terminal. Use chronicle candidates list to see the unconfirmed events, and chronicle candidates confirm or drop to decide on them. Nothing was changed.',
      );
    }
    const since = readSince(args.since, io);
    const candidates = filteredCandidates(ownSnapshot(io).sessions, { ...args, since });
    if (candidates.length === 0) {
      say(io, 'No unconfirmed events.');
      return 0;
    }
    await review(io, [eventQueue(io, oldestFirst(candidates))]);
    return 0;
  },
});
