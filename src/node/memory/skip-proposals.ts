import type { Proposal } from '#src/memory/proposals/proposal.ts';
import { ChronicleError } from '#src/project/chronicle-error.ts';
import type { MemoryPlace } from '#src/project/paths.ts';
import { withMemory } from './memory-lock.ts';
import { decisionOn, proposalsNamed, writeProposals } from './proposals-file.ts';

/**
 * Notes that a person decided against open proposals; returns them as they are kept. Refuses an id that there is not
 * (CHRONICLE_NO_PROPOSAL) and a proposal that is decided already (CHRONICLE_DECIDED).
 */
export function skipProposals(place: MemoryPlace, ids: readonly string[], now: Date): Proposal[] {
  return withMemory(place, () => {
    const decided = now.toISOString();
    const skipped = proposalsNamed(place, ids).map((proposal): Proposal => {
      if (proposal.state === 'open') return { ...proposal, state: 'skipped', decided };
      throw new ChronicleError('CHRONICLE_DECIDED', `${decisionOn(proposal)} Nothing was written.`);
    });
    writeProposals(place, skipped);
    return skipped;
  });
}
