import type { FiledProposal } from '#src/memory/proposals/check-filing.ts';
import type { Proposal } from '#src/memory/proposals/proposal.ts';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import type { MemoryPlace } from '#src/lib/paths.ts';
import { sha256Of } from '../lib/digest.ts';
import { digestOf } from './file-bytes.ts';
import { withMemory } from './memory-lock.ts';
import type { MemoryState } from './memory-state.ts';
import { decisionOn, proposalsNamed, readProposals, writeProposals } from './proposals-file.ts';
import { requireShown } from './require-shown.ts';

/** A stored proposal. `was` says how the same proposal was decided earlier; null if it is new or was open. */
export interface StoredProposal {
  proposal: Proposal;
  was: string | null;
}

/**
 * Stores checked proposals as open ones; `replaced` is the proposal that a person edited into the first. Decided
 * proposals are not changed. Call it under the lock of `withMemory`.
 */
export function storeProposals(
  place: MemoryPlace,
  sessionId: string,
  state: MemoryState,
  filed: readonly FiledProposal[],
  now: Date,
  replaced?: Proposal,
): StoredProposal[] {
  const at = now.toISOString();
  const { proposals } = readProposals(place);
  const known = new Map(proposals.map((proposal) => [proposal.id, proposal]));
  const changed = new Map<string, Proposal>();
  const stored = filed.map(({ action, file, text, events, reason }): StoredProposal => {
    const before = digestOf(state.read(file));
    const id = idOf({ session_id: sessionId, action, file, before, text }, known);
    const same = known.get(id);
    const isUndecided = !same || same.state === 'open' || same.replaced_by !== undefined;
    if (!isUndecided) return { proposal: same, was: decisionOn(same) };
    const proposal: Proposal = {
      id,
      state: 'open',
      proposed: same?.state === 'open' ? same.proposed : at,
      decided: null,
      undone: null,
      session_id: sessionId,
      action,
      file,
      before,
      text,
      events,
      reason,
    };
    for (const old of proposals) {
      const isOld = old.id === replaced?.id || (old.session_id === sessionId && old.file === file);
      if (isOld && old.state === 'open' && old.id !== id)
        changed.set(old.id, { ...old, state: 'skipped', decided: at, replaced_by: id });
    }
    changed.set(id, proposal);
    known.set(id, proposal);
    return { proposal, was: null };
  });
  writeProposals(place, [...changed.values()]);
  return stored;
}

type Identity = Pick<Proposal, 'session_id' | 'action' | 'file' | 'before' | 'text'>;

/** The same proposal always gets the same id. If another one has its first digits, the id gets longer. */
function idOf(identity: Identity, known: ReadonlyMap<string, Proposal>): string {
  const parts = ({ session_id, action, file, before, text }: Identity) =>
    JSON.stringify([session_id, action, file, before, text]);
  const digest = sha256Of(parts(identity));
  for (let length = 6; ; length += 2) {
    const id = `p-${digest.slice(0, length)}`;
    const other = known.get(id);
    if (!other || parts(other) === parts(identity) || length >= digest.length) return id;
  }
}

/**
 * Records that a person skipped open proposals, and returns them as stored. Refuses an unknown id
 * (CHRONICLE_NO_PROPOSAL) and a proposal that was already decided (CHRONICLE_DECIDED). With `shown`, the digest of what
 * the person agreed to, also refuses anything else (CHRONICLE_CHANGED).
 */
export function skipProposals(place: MemoryPlace, ids: readonly string[], now: Date, shown?: string): Proposal[] {
  return withMemory(place, () => {
    if (shown !== undefined) requireShown(place, 'skip', ids, shown);
    const decided = now.toISOString();
    const skipped = proposalsNamed(place, ids).map((proposal): Proposal => {
      if (proposal.state === 'open') return { ...proposal, state: 'skipped', decided };
      throw new ChronicleError('CHRONICLE_DECIDED', `${decisionOn(proposal)} Nothing was changed.`);
    });
    writeProposals(place, skipped);
    return skipped;
  });
}

/** Makes skipped or undone proposals open again. Refuses an unknown id (CHRONICLE_NO_PROPOSAL). */
export function reopenProposals(place: MemoryPlace, ids: readonly string[]): void {
  withMemory(place, () => {
    const closed = proposalsNamed(place, ids).filter(({ state }) => state === 'skipped' || state === 'undone');
    writeProposals(
      place,
      closed.map((proposal): Proposal => ({ ...proposal, state: 'open', decided: null, undone: null })),
    );
  });
}
