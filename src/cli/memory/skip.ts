import { defineCommand } from '#src/cli/command.ts';
import { endRetroOf } from '#src/memory/end-retro.ts';
import { skipProposals } from '#src/memory/propose.ts';
import { memoryPlaceFor } from '#src/cli/memory/which-project.ts';
import { oneLine } from '#src/lib/text/clip.ts';
import { printResult } from '../terminal/print.ts';
import { DECISION_ARGS, findProposals, isInSession, ticketFor } from './consent.ts';

export const command = defineCommand({
  meta: {
    name: 'chronicle memory skip',
    description: 'Skip proposals. They are not applied, but stay on file',
  },
  args: {
    proposals: { type: 'positional', required: false, description: 'Proposal ids, or all for every open proposal' },
    ...DECISION_ARGS,
    yes: {
      type: 'boolean',
      description: 'Not needed, as skip does not ask. In a Claude Code session the hook still asks',
    },
  },
  run({ args, io }) {
    const { env } = io;
    const place = memoryPlaceFor(env, args);
    const ids = findProposals(place, args._, 'skip').map(({ id }) => id);
    // The record says that a person decided, so an agent needs a person's yes.
    const shown = isInSession(env) ? ticketFor(env, { place, verb: 'skip', ids, proof: args.proof }) : undefined;
    const skipped = skipProposals(place, ids, env.now(), shown);
    endRetroOf(env, place, ids);
    printResult(io, skipped.map(({ id, action, file }) => `${id} [${action}] ${oneLine(file)}: skipped.`).join('\n'));
    return 0;
  },
});
