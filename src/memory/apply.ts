import { isProposableName } from '#src/memory/memory-name.ts';
import type { Proposal, ProposalAction } from '#src/memory/proposals/proposal.ts';
import { ChronicleError, sentenceOf } from '#src/lib/chronicle-error.ts';
import type { MemoryPlace } from '#src/lib/paths.ts';
import { makeChange } from './change.ts';
import { backupOf } from './change-journal.ts';
import { digestOf } from './file-bytes.ts';
import { applyLine, digests } from './ledger-lines.ts';
import { withMemory } from './memory-lock.ts';
import { MemoryState } from './memory-state.ts';
import { makeMemoryDirectory } from './own-directory.ts';
import { decisionOn, proposalsNamed } from './proposals-file.ts';
import { requireShown } from './require-shown.ts';

/** A change that was made. */
export interface AppliedChange {
  /** The id of the proposal. */
  id: string;
  action: ProposalAction | 'UNDO';
  file: string;
  /** Lines removed from and added to MEMORY.md. */
  index: { removed: string[]; added: string[] };
  /** The directory with the bytes before and after. */
  backup: string;
}

/**
 * Applies proposals. All of them are checked first: if one is refused, nothing is changed. Each change is then made
 * completely or not at all. Refuses unknown ids (CHRONICLE_NO_PROPOSAL), applied proposals (CHRONICLE_DECIDED), files
 * that have changed since they were shown (CHRONICLE_CHANGED), and a MEMORY.md that would get too long
 * (CHRONICLE_INDEX_FULL). With `shown`, the digest of what a person agreed to, also refuses anything else
 * (CHRONICLE_CHANGED).
 */
export function applyProposals(place: MemoryPlace, ids: readonly string[], now: Date, shown?: string): AppliedChange[] {
  return withMemory(place, () => {
    if (shown !== undefined) requireShown(place, 'apply', ids, shown);
    const proposals = proposalsNamed(place, ids);
    preflight(place, proposals);
    const applied: AppliedChange[] = [];
    for (const proposal of proposals) {
      try {
        applied.push(applyOne(place, proposal, now));
      } catch (error) {
        throw applied.length === 0 ? error : stopped(applied, proposals, error);
      }
    }
    return applied;
  });
}

function preflight(place: MemoryPlace, proposals: readonly Proposal[]): void {
  const state = new MemoryState(place);
  for (const proposal of proposals) {
    const { id, file, before } = proposal;
    if (proposal.state === 'approved')
      throw new ChronicleError('CHRONICLE_DECIDED', `${decisionOn(proposal)} Nothing was changed.`);
    if (!isProposableName(file))
      throw new ChronicleError(
        'CHRONICLE_BAD_PROPOSAL',
        `${id} changes ${file}, which is not a memory. Nothing was changed.`,
      );
    const twin = proposals.find((other) => other.file === file && other.id !== id);
    if (twin) {
      throw new ChronicleError(
        'CHRONICLE_SAME_FILE',
        `${twin.id} and ${id} both change ${file}, and each starts from the current file. Apply only one of them. Nothing was changed.`,
      );
    }
    const effect = state.plan(proposal);
    const found = digestOf(effect.memory.before);
    if (found !== before) throw changedSince(place, proposal, found);
    const refusal = state.take(effect);
    if (refusal) throw new ChronicleError('CHRONICLE_INDEX_FULL', `${id}: ${refusal} Nothing was changed.`);
  }
}

function changedSince(
  place: MemoryPlace,
  { id, file, before, proposed }: Proposal,
  found: string | null,
): ChronicleError {
  const fact = (digest: string | null) =>
    digest === null ? 'did not exist' : `had the SHA-256 ${digest.slice(0, 12)}`;
  const today = found === null ? 'is gone' : `has ${found.slice(0, 12)}`;
  return new ChronicleError(
    'CHRONICLE_CHANGED',
    `${place.memory}/${file} has changed since it was shown: when ${id} was proposed on ${proposed} it ${fact(before)}; now it ${today}. Check the file and propose the change again. Nothing was changed.`,
  );
}

function applyOne(place: MemoryPlace, proposal: Proposal, now: Date): AppliedChange {
  const { id, action, file } = proposal;
  if (action === 'NEW') makeMemoryDirectory(place);
  const effect = new MemoryState(place).plan(proposal);
  if (digestOf(effect.memory.before) !== proposal.before)
    throw changedSince(place, proposal, digestOf(effect.memory.before));
  const name = makeChange(place, {
    memory: effect.memory,
    index: effect.index,
    record: {
      at: now.toISOString(),
      proposal: id,
      action,
      undoes: null,
      file,
      memory: digests(effect.memory),
      index: effect.index && digests(effect.index),
      entry: effect.plan.entry,
      line: applyLine(proposal, effect.memory, now.toISOString()),
    },
  });
  const { removed, added } = effect.plan;
  return { id, action, file, index: { removed, added }, backup: backupOf(place, name) };
}

function stopped(applied: readonly AppliedChange[], all: readonly Proposal[], error: unknown): ChronicleError {
  const left = all.slice(applied.length).map(({ id }) => id);
  return new ChronicleError(
    error instanceof ChronicleError ? error.code : 'CHRONICLE_STOPPED',
    `${sentenceOf(error)} Applied before that: ${applied.map(({ id }) => id).join(', ')}. Not applied: ${left.join(', ')}.`,
  );
}
