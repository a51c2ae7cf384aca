import type { MemoryHistory, ProjectProposal } from '../ledger/memory-history.ts';
import type { Proposal } from '../proposals/proposal.ts';
import type { Evidence, Evidences } from './evidence.ts';
import { memoryPageAddress } from './memory-address.ts';

/** A proposal as pages show it: plain values, so that they can name what a page shows. */
export interface ShownProposal
  extends Pick<Proposal, 'id' | 'state' | 'action' | 'file' | 'reason' | 'proposed' | 'decided'> {
  /** Nobody decided it: a newer one of the same session took its place. */
  isReplaced: boolean;
  project: { slug: string; name: string; directory: string };
  /** The page of the memory it would change, where it has one. */
  href: string | null;
  evidence: Evidence[];
  session: { href: string; title: string } | null;
}

/** Proposals as pages show them, in their order. `historyOf` finds the memory that one would change. */
export function shownProposals(
  proposals: readonly ProjectProposal[],
  evidences: Evidences,
  historyOf: (project: string, file: string) => MemoryHistory | undefined,
): ShownProposal[] {
  return proposals.map(
    ({ id, state, action, file, reason, proposed, decided, project, events, session_id, ...rest }) => {
      const { slug, name, directory } = project;
      const history = historyOf(slug, file);
      return {
        id,
        state,
        action,
        file,
        reason,
        proposed,
        decided,
        isReplaced: rest.replaced_by !== undefined,
        project: { slug, name, directory },
        href: history ? memoryPageAddress(history) : null,
        evidence: evidences.events(events, slug),
        session: evidences.session(session_id, slug),
      };
    },
  );
}
