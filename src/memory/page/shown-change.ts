import type { LedgerLine } from '../ledger/ledger.ts';
import type { MemoryChange } from '../ledger/memory-history.ts';
import type { Evidence, Evidences } from './evidence.ts';

/** A line of the ledger as a memory's page shows it. */
export interface ShownChange {
  id: string;
  /** UTC. */
  at: string;
  /** `Written`, `Changed outside a retro` */
  deed: string;
  session: { href: string; title: string } | null;
  evidence: Evidence[];
}

/** What was done to a memory, newest first. */
export function shownChanges(changes: readonly MemoryChange[], evidences: Evidences): ShownChange[] {
  return changes
    .map((change) => ({
      id: change.id,
      at: change.at,
      deed: deedOf(change),
      session: evidences.session(change.session_id, change.project.slug),
      evidence: evidences.events(change.events, change.project.slug),
    }))
    .reverse();
}

const DEEDS: Record<LedgerLine['action'], string> = {
  new: 'Written',
  strengthen: 'Strengthened',
  stale: 'Revised, since it was out of date',
  delete: 'Deleted',
  changed: 'Changed',
  undo: 'A change undone',
};

/** `Written, as a hook saw it`; what a hook saw was written by Claude Code itself or by hand. */
function deedOf({ action, source, dated, after }: LedgerLine): string {
  const deed = action === 'undo' && after === null ? 'Undone: the file was removed again' : DEEDS[action];
  if (dated === 'file') return `${deed}, by the date of its file`;
  if (source === 'seen') return `${deed} outside a retro`;
  return source === 'backfill' ? `${deed}, as found in older records` : deed;
}
