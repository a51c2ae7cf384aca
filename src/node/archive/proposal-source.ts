import { type Proposal, parseProposals } from '#src/memory/proposals/proposal.ts';
import type { Source } from './source.ts';

/** What was proposed for a project's memories, decided or not. */
export const proposalSource: Source<Proposal[]> = {
  kind: 'proposal',
  list: { folder: 'chronicle/memory', isMember: (name) => name === 'proposals.jsonl' },
  isOfLines: true,
  parse: parseProposals,
};
