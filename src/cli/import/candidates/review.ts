import type { ListedCandidate } from '#src/archive/listed-candidates.ts';
import { ownSnapshot } from '#src/cli/archive/own-archive.ts';
import { defineCommand } from '#src/cli/command.ts';
import type { CommandHelp } from '#src/cli/command-help.ts';
import { refreshMemoryIndex } from '#src/cli/memory/refresh.ts';
import { readSince } from '#src/cli/option-values.ts';
import { hasPerson, type Io } from '#src/cli/terminal/io.ts';
import { say } from '#src/cli/terminal/print.ts';
import { ChronicleError } from '#src/project/chronicle-error.ts';
import { requirePerson } from './decide.ts';
import { FILTER_ARGS, filteredCandidates } from './find-candidates.ts';
import { reviewCandidates } from './review-candidates.ts';

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
      'Go through unconfirmed events one by one in a terminal. Each is shown with what the transcript says: press y to confirm it, n to drop it, s to decide later, u to undo, q to quit. Every answer is saved at once',
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
    await reviewEvents(io, candidates);
    return 0;
  },
});

/** Asks a person about each of these candidates, and says what came of it. */
export async function reviewEvents(io: Io, candidates: readonly ListedCandidate[]): Promise<void> {
  const { confirmed, dropped } = await reviewCandidates(io, candidates);
  if (confirmed + dropped > 0) refreshMemoryIndex(io);
  const left = candidates.length - confirmed - dropped;
  say(io, `${confirmed} confirmed, ${dropped} dropped, ${left} still unconfirmed.`);
}
