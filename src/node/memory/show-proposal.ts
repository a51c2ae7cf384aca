import type { Proposal } from '#src/memory/proposals/proposal.ts';
import type { MemoryPlace } from '#src/project/paths.ts';
import { unifiedDiff } from '../unified-diff.ts';
import { layoutIn, type World } from '../world.ts';
import { type Evidence, EvidenceReader } from './evidence.ts';
import { asText, digestOf } from './file-bytes.ts';
import { MemoryState } from './memory-state.ts';

/** A proposal with everything that a person needs to decide about it. Text is untrusted. */
export interface DisplayedProposal {
  proposal: Proposal;
  /** What changes in the file as it lies there, as `diff -u` says it. */
  diff: string;
  /** Lines of MEMORY.md that go and come. */
  index: { removed: string[]; added: string[] };
  /** The events that speak for it, or why one cannot be shown. */
  evidence: ({ reference: string } & (Evidence | { fault: string }))[];
  /** Whether the file is another one than when it was proposed: then it cannot be applied. */
  isOutdated: boolean;
}

/** Proposals as a person is shown them, each as if it were the only one. Nothing is written. */
export function showProposals(world: World, place: MemoryPlace, proposals: readonly Proposal[]): DisplayedProposal[] {
  const state = new MemoryState(place);
  const evidence = new EvidenceReader(world, layoutIn(world));
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
