import { defineCommand } from '#src/cli/command.ts';
import { requireUsualMemory } from '#src/setup/usual-memory.ts';
import { applyProposals } from '#src/memory/change.ts';
import { endRetroOf } from '#src/memory/end-retro.ts';
import { showProposals } from '#src/memory/evidence.ts';
import { memoryPlaceFor } from '#src/cli/memory/which-project.ts';
import { counted } from '#src/lib/text/day.ts';
import type { CommandHelp } from '../command.ts';
import { printResult, say } from '../terminal/print.ts';
import { consentTo, DECISION_ARGS, findProposals } from './consent.ts';
import { formatApplied, formatProposal } from './format-proposal.ts';
import { refreshMemoryIndex } from './own-memory.ts';

export const help: CommandHelp = {
  examples: [
    ['chronicle memory apply p-3fa9c1', 'shows the change, asks, and applies it'],
    ['chronicle memory apply all --yes', 'applies every open proposal without asking'],
  ],
  files: [
    ['<config>/projects/*/memory/', "Claude Code's memory, with its index MEMORY.md"],
    ['<config>/projects/*/chronicle/memory/', 'proposals, and backups of changed files'],
    ['<config>/projects/*/chronicle/memory-ledger.jsonl', 'a line for each change'],
  ],
};

export const command = defineCommand({
  meta: {
    name: 'chronicle memory apply',
    description: 'Apply proposed memory changes after asking a person; keeps a backup',
  },
  args: {
    proposals: { type: 'positional', required: false, description: 'Proposal ids, or all for every open proposal' },
    ...DECISION_ARGS,
    yes: { type: 'boolean', description: 'Do not ask. In a Claude Code session the hook still asks' },
  },
  async run({ args, io }) {
    const { env } = io;
    const place = memoryPlaceFor(env, args);
    requireUsualMemory(env, place);
    const proposals = findProposals(place, args._, 'apply');
    const ids = proposals.map(({ id }) => id);
    const what = ids.length === 1 ? 'this change' : `these ${counted(ids.length, 'change')}`;
    const asked = { place, verb: 'apply' as const, ids, proof: args.proof };
    const text = () => showProposals(env, place, proposals).map(formatProposal).join('\n\n');
    const shown = await consentTo(io, asked, { yes: args.yes === true, text, question: `Apply ${what}?` });
    if (shown === null) {
      say(io, 'Nothing was changed. The proposals stay open; to close them, run chronicle memory skip.');
      return 2;
    }
    printResult(io, formatApplied(applyProposals(place, ids, env.now(), shown)));
    endRetroOf(env, place, ids);
    refreshMemoryIndex(io);
    return 0;
  },
});
