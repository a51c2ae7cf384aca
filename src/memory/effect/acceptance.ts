import type { Proposal } from '../proposals/proposal.ts';

/** What people decided about proposals. */
export interface Acceptance {
  /** With those that were undone later. */
  approved: number;
  undone: number;
  skipped: number;
  open: number;
  /** Approved of all that were decided, 0 to 1; null before the first decision. */
  share: number | null;
}

/** Counts decisions. A proposal that a newer one took the place of is left out: nobody decided it. */
export function acceptance(proposals: readonly Pick<Proposal, 'state' | 'replaced_by'>[]): Acceptance {
  const counts = { open: 0, approved: 0, skipped: 0, undone: 0 };
  for (const proposal of proposals) if (proposal.replaced_by === undefined) counts[proposal.state]++;
  const approved = counts.approved + counts.undone;
  const decided = approved + counts.skipped;
  return { ...counts, approved, share: decided === 0 ? null : approved / decided };
}
