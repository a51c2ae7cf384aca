/**
 * Whether a half-done change that is found in the journal was made by us. Anybody who can write files here could leave one;
 * completing it must do nothing that the proposal it names does not say.
 */
import { isDeepStrictEqual } from 'node:util';
import { indexEntries } from '#src/memory/memory-index.ts';
import { isProposableName } from '#src/memory/memory-name.ts';
import { planIndex } from '#src/memory/proposals/plan-change.ts';
import type { Proposal } from '#src/memory/proposals/proposal.ts';
import { restoredIndex } from '#src/memory/proposals/restored-index.ts';
import type { MemoryPlace } from '#src/lib/paths.ts';
import { readMemoryText } from './read-memory-text.ts';
import { asBytes, asText } from '../lib/latin1.ts';
import { type Change, madeChanges, readChange } from './change-journal.ts';
import { digestOf, textOf } from './file-bytes.ts';
import { readLedger } from './ledger-file.ts';
import { applyLine, undoLine } from './ledger-lines.ts';
import { readProposals } from './proposals-file.ts';

/**
 * Whether a change is what its proposal says, byte for byte, with the same entry and ledger line: for an undo, the opposite
 * of a change that the ledger has. The proposal must not have been decided by another change, and nothing may have happened
 * to the memory since.
 */
export function fitsItsProposal(place: MemoryPlace, name: string, change: Change): boolean {
  const { record } = change;
  const proposal = readProposals(place).proposals.find(({ id }) => id === record.proposal);
  if (!proposal || proposal.file !== record.file || !isProposableName(record.file)) return false;
  if (!name.startsWith(record.at.replace(/[-:.]/g, '')) || isOutdated(place, change)) return false;
  return record.action === 'UNDO' ? isUndoing(place, change, proposal) : isApplying(change, proposal);
}

/** Whether the ledger has a later change of the same file. */
function isOutdated(place: MemoryPlace, { record: { file, at, line } }: Change): boolean {
  const lines = readLedger(place.ledger);
  const own = lines.findIndex(({ id }) => id === line.id);
  const later = own === -1 ? lines.filter((each) => each.at > at) : lines.slice(own + 1);
  return later.some((each) => each.file === file && each.source === 'retro');
}

function isExactly(actual: unknown, expected: unknown): boolean {
  return isDeepStrictEqual(actual, JSON.parse(JSON.stringify(expected)));
}

function isApplying({ record, memory, index }: Change, proposal: Proposal): boolean {
  const { action, file, before, text, state, decided } = proposal;
  if (state === 'approved' && decided !== record.at) return false;
  if (!isExactly(record.line, applyLine(proposal, memory, record.at))) return false;
  if (record.action !== action || record.undoes !== null || digestOf(memory.before) !== before) return false;
  if (memory.after !== (text === null ? null : asBytes(text))) return false;
  const plan = planIndex({
    action,
    file,
    before: memory.before === null ? null : readMemoryText(asText(memory.before)),
    after: text === null ? null : readMemoryText(text),
    index: textOf(index?.before ?? null),
  });
  // Without a change of MEMORY.md, the journal does not have its text, and an entry is not written.
  return index === null || (plan.text === textOf(index.after) && isExactly(record.entry, plan.entry));
}

function isUndoing(place: MemoryPlace, { record, memory, index }: Change, proposal: Proposal): boolean {
  if (proposal.state !== 'approved' && proposal.undone !== record.at) return false;
  if (!isExactly(record.line, undoLine(record, proposal, memory, record.at))) return false;
  const made = madeChanges(place).find(({ name }) => name === record.undoes);
  const undone = made && readChange(place, made.name);
  if (!undone || undone.record.proposal !== record.proposal || undone.record.file !== record.file) return false;
  if (memory.before !== undone.memory.after || memory.after !== undone.memory.before) return false;
  if (index === null) return true;
  const entry = indexEntries(textOf(index.after) ?? '').find(({ file }) => file === record.file);
  if (!isExactly(record.entry, entry ? { title: entry.title, hook: entry.hook } : null)) return false;
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
