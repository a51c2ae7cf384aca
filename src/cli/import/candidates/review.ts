import { ownSnapshot } from '#src/cli/archive/own-archive.ts';
import { defineCommand } from '#src/cli/command.ts';
import type { CommandHelp } from '#src/cli/command-help.ts';
import { refreshMemoryIndex } from '#src/cli/memory/refresh.ts';
import { hasPerson } from '#src/cli/terminal/io.ts';
import { say } from '#src/cli/terminal/print.ts';
import { ChronicleError } from '#src/project/chronicle-error.ts';
import { counted } from '#src/text/day.ts';
import { requirePerson } from './decide.ts';
import { FILTER_ARGS, filteredCandidates } from './find-candidates.ts';
import { reviewCandidates } from './review-candidates.ts';

export const help: CommandHelp = {
  examples: [['chronicle candidates review --since 2026-10', 'the candidates of the last months, one by one']],
  files: [
    ['<config>/projects/*/chronicle/', 'the chronicles that are changed'],
    ['<config>/projects/*/*.jsonl', 'the transcripts that the evidence is read from'],
  ],
};

export const command = defineCommand({
  meta: {
    name: 'chronicle candidates review',
    description:
      'Decide candidates in a terminal, one by one: see the event and what the transcript says, then press c to confirm it, d to drop it, s to skip it, or q to stop. What is decided stands',
  },
  args: FILTER_ARGS,
  async run({ args, io }) {
    const { world } = io;
    requirePerson(world);
    if (!hasPerson(io)) {
      throw new ChronicleError(
        'CHRONICLE_NO_TERMINAL',
        'chronicle candidates review asks a person, and this is no terminal. chronicle candidates list prints the candidates, confirm and drop decide those that are named. Nothing was written.',
      );
    }
    const candidates = filteredCandidates(ownSnapshot(io).sessions, args);
    if (candidates.length === 0) {
      say(io, 'There are no such candidates.');
      return 0;
    }
    const { confirmed, dropped } = await reviewCandidates(io, candidates);
    if (confirmed + dropped > 0) refreshMemoryIndex(io);
    const left = candidates.length - confirmed - dropped;
    say(io, `${counted(confirmed, 'candidate')} confirmed, ${dropped} dropped, ${left} left.`);
    return 0;
  },
});
