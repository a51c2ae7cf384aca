/**
 * Whether a half-done change that is found in the journal was made by us. Anybody who can write files here could leave one;
 * completing it must do nothing that the proposal it names does not say.
 */
import { isMemoryName } from '#src/memory/proposals/check-proposal.ts';
import { planIndex } from '#src/memory/proposals/plan-change.ts';
import type { Proposal } from '#src/memory/proposals/proposal.ts';
import { restoredIndex } from '#src/memory/proposals/restored-index.ts';
import type { MemoryPlace } from '#src/project/paths.ts';
import { readMemoryText } from '../archive/read-memory-text.ts';
import { type Change, madeChanges, readChange } from './change-journal.ts';
import { asBytes, asText, digestOf } from './file-bytes.ts';
import { readProposals } from './proposals-file.ts';

/**
 * Whether a change is what its proposal says, byte for byte: for an undo, the opposite of a change that the ledger has. The
 * proposal must be on record, with the same file and action.
 */
export function fitsItsProposal(place: MemoryPlace, name: string, change: Change): boolean {
  const { record } = change;
  const proposal = readProposals(place).proposals.find(({ id }) => id === record.proposal);
  if (!proposal || proposal.file !== record.file || !isMemoryName(record.file)) return false;
  if (!name.startsWith(record.at.replace(/[-:.]/g, '')) || record.line.file !== record.file) return false;
  return record.action === 'UNDO' ? isUndone(place, change) : isMade(change, proposal);
}

function isMade({ record, memory, index }: Change, { action, file, before, text }: Proposal): boolean {
  if (record.action !== action || record.undoes !== null || digestOf(memory.before) !== before) return false;
  if (memory.after !== (text === null ? null : asBytes(text))) return false;
  if (index === null) return true;
  const plan = planIndex({
    action,
    file,
    before: memory.before === null ? null : readMemoryText(asText(memory.before)),
    after: text === null ? null : readMemoryText(text),
    index: textOf(index.before),
  });
  return plan.text === textOf(index.after);
}

function isUndone(place: MemoryPlace, { record, memory, index }: Change): boolean {
  const made = madeChanges(place).find(({ name }) => name === record.undoes);
  const undone = made && readChange(place, made.name);
  if (!undone || undone.record.proposal !== record.proposal || undone.record.file !== record.file) return false;
  if (memory.before !== undone.memory.after || memory.after !== undone.memory.before) return false;
  if (index === null) return true;
  if (undone.index === null) return false;
  if (index.before === undone.index.after) return index.after === undone.index.before;
  const restored = restoredIndex(textOf(index.before), {
    file: record.file,
    before: textOf(undone.index.before),
    after: textOf(undone.index.after),
    isGone: undone.memory.before === null,
  });
  return restored === textOf(index.after);
}

function textOf(bytes: string | null): string | null {
  return bytes === null ? null : asText(bytes);
}
