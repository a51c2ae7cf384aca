import { compare } from '#src/lib/compare.ts';
import type { ProjectProposal } from '../history.ts';
import { isLater } from '../misses/group-state.ts';
import type { Miss, MissGroup } from '../misses/miss-group.ts';
import { occurrenceName } from '../misses/occurrences.ts';
import type { Proposal } from '../proposals.ts';

/** People's decisions on proposals. */
export interface Acceptance {
  /** Including those that were undone later. */
  approved: number;
  undone: number;
  skipped: number;
  open: number;
  /** The share of approved among decided proposals, 0 to 1; null before the first decision. */
  share: number | null;
}

/** Counts decisions, without replaced proposals, which nobody decided. */
export function acceptance(proposals: readonly Pick<Proposal, 'state' | 'replaced_by'>[]): Acceptance {
  const counts = { open: 0, approved: 0, skipped: 0, undone: 0 };
  for (const proposal of proposals) if (proposal.replaced_by === undefined) counts[proposal.state]++;
  const approved = counts.approved + counts.undone;
  const decided = approved + counts.skipped;
  return { ...counts, approved, share: decided === 0 ? null : approved / decided };
}

/** A skipped proposal with the misses of its mistake since. */
interface SkippedAndMissed {
  proposal: ProjectProposal;
  /** After it was skipped, oldest first, at least one. */
  misses: Miss[];
}

/**
 * The skipped proposals whose mistake was made again since: in a group of their project that has one of their events or
 * whose memory is their file. The most misses first, then the latest decision. Replaced proposals are not included, since
 * nobody skipped them, and neither are deletions, which no mistake supports.
 */
export function skippedAndMissed(
  proposals: readonly ProjectProposal[],
  groups: readonly MissGroup[],
): SkippedAndMissed[] {
  const groupsOf = Map.groupBy(groups, ({ project }) => project.slug);
  return proposals
    .flatMap((proposal) => {
      const { decided, state, action, replaced_by: replacedBy, project } = proposal;
      if (state !== 'skipped' || decided === null || replacedBy !== undefined || action === 'DELETE') return [];
      const events = new Set(proposal.events);
      const misses = (groupsOf.get(project.slug) ?? [])
        .filter((group) => concerns(group, proposal.file, events))
        .flatMap((group) => group.misses.filter((miss) => isLater(miss, decided)))
        .sort((a, b) => compare(timeOf(a), timeOf(b)));
      return misses.length === 0 ? [] : [{ proposal, misses, decided }];
    })
    .sort((a, b) => b.misses.length - a.misses.length || Date.parse(b.decided) - Date.parse(a.decided))
    .map(({ proposal, misses }) => ({ proposal, misses }));
}

function concerns({ memory, misses, hits }: MissGroup, file: string, events: ReadonlySet<string>): boolean {
  if (memory?.file.toLowerCase() === file.toLowerCase()) return true;
  return [...misses, ...hits].some((occurrence) => events.has(occurrenceName(occurrence)));
}

function timeOf({ event }: Miss): string {
  return `${event.date} ${event.time ?? ''}`;
}
