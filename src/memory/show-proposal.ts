import type { Proposal } from '#src/memory/proposals/proposal.ts';
import type { MemoryPlace } from '#src/lib/paths.ts';
import { asText } from '../lib/latin1.ts';
import { unifiedDiff } from '../lib/unified-diff.ts';
import { layoutIn, type World } from '../lib/world.ts';
import { type Evidence, EvidenceReader } from './evidence.ts';
import { digestOf } from './file-bytes.ts';
import { MemoryState } from './memory-state.ts';

/** A proposal with everything a person needs to decide on it. Text is untrusted. */
export interface DisplayedProposal {
  proposal: Proposal;
  /** The change of the current file as a unified diff. */
  diff: string;
  /** Lines removed from and added to MEMORY.md. */
  index: { removed: string[]; added: string[] };
  /** The events and notes that support it, or why one cannot be shown. */
  evidence: ({ reference: string } & (Evidence | { fault: string }))[];
  /** The file has changed since it was proposed, so it cannot be applied. */
  isOutdated: boolean;
}

/**
 * Proposals as they are shown to a person, each as if it were the only one. `paths` are chronicles that the caller knows by
 * session id. Writes nothing.
 */
export function showProposals(
  world: World,
  place: MemoryPlace,
  proposals: readonly Proposal[],
  paths?: ReadonlyMap<string, string>,
): DisplayedProposal[] {
  const state = new MemoryState(place);
  const evidence = new EvidenceReader(world, layoutIn(world), paths);
  return proposals.map((proposal) => {
    const { memory, plan } = state.plan(proposal);
    return {
      proposal,
      diff: unifiedDiff(proposal.file, memory.before === null ? null : asText(memory.before), proposal.text),
      index: { removed: plan.removed, added: plan.added },
      evidence: proposal.events.map((reference) => ({ reference, ...evidence.find(reference, proposal.session_id) })),
      isOutdated: digestOf(memory.before) !== proposal.before,
    };
  });
}
