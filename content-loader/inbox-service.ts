import type { InboxService } from './current-archive.ts';
import type { DecisionContext } from './decide-proposals.ts';

/** The service for the pages of a dev server. The modules that read for it are loaded with the first item. */
export function inboxService({ world, decisions, codes }: DecisionContext): InboxService {
  return {
    changesMemory: codes !== null,
    decided: () => decisions.soFar(),
    async proposal(directory, id) {
      if (codes === null) return null;
      const { shownProposal } = await import('./shown-proposal.ts');
      return shownProposal(world, directory, id);
    },
  };
}
