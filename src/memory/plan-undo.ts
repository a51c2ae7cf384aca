import { indexRefusal } from '#src/memory/proposals/plan-change.ts';
import { restoredIndex } from '#src/memory/proposals/restored-index.ts';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import type { MemoryPlace } from '#src/lib/paths.ts';
import { backupOf, type Change, type MadeChange, madeChanges, readChange } from './change-journal.ts';
import { bytesOf, digestOf, readBytes, type Sides, textOf } from './file-bytes.ts';
import { readLedger } from './ledger-file.ts';
import { MemoryState } from './memory-state.ts';
import { hasMemoryDirectory } from './own-directory.ts';
import { readProposals } from './proposals-file.ts';

/** A change that can be undone. */
export interface Undoing {
  /** The name of its backup directory. */
  name: string;
  /** The id of the proposal. */
  id: string;
  file: string;
  change: Change;
  /** What undoing it does to the memory and to MEMORY.md, as Latin-1; null for no file, or an unchanged MEMORY.md. */
  memory: Sides;
  index: Sides | null;
}

export interface UndoOptions {
  /** Undoes only the change's own line of MEMORY.md and keeps everything changed there since. */
  keepIndex?: boolean;
}

/**
 * The change that `undo` would undo: the last one of a proposal, or the last of all (`last`). Writes nothing. Refuses if
 * there is none (CHRONICLE_NO_CHANGE), or if the memory or MEMORY.md is not byte for byte as the change left it
 * (CHRONICLE_CHANGED). With `keepIndex` MEMORY.md may differ, unless its old line would make it too long
 * (CHRONICLE_INDEX_FULL) or it is not UTF-8 (CHRONICLE_NOT_UTF8).
 */
export function planUndo(place: MemoryPlace, id: string, { keepIndex = false }: UndoOptions = {}): Undoing {
  const left = undoable(place);
  const found = id === 'last' ? left.at(-1) : left.findLast(({ record }) => record.proposal === id);
  if (!found) throw noChange(place, id, left);
  const { name, record } = found;
  requireOwn(place, found);
  const change = readChange(place, name);
  if (!change) {
    throw new ChronicleError(
      'CHRONICLE_NO_CHANGE',
      `The backup ${backupOf(place, name)} is damaged, so ${record.proposal} cannot be undone byte for byte. Nothing was changed.`,
    );
  }
  const newer = left.slice(left.indexOf(found) + 1);
  const { memory, index } = change;
  requireMemory(place, found, newer);
  if (!keepIndex && index) requireIndex(place, found, index, newer);
  return {
    name,
    id: record.proposal,
    file: record.file,
    change,
    memory: reversed(memory),
    index: index && keepIndex ? keptIndex(place, change, index) : index && reversed(index),
  };
}

/**
 * Refuses (CHRONICLE_NO_CHANGE) a backup that is not of a change we made: no proposal is about its file, or the ledger has
 * other digests. Anybody could have written it, and the question before an undo names the proposal's file.
 */
function requireOwn(place: MemoryPlace, { name, record }: MadeChange): void {
  const proposal = readProposals(place).proposals.find(({ id }) => id === record.proposal);
  const line = readLedger(place.ledger).find(({ id }) => id === record.line.id);
  const { before, after } = record.memory;
  if (proposal?.file === record.file && line?.file === record.file && line.before === before && line.after === after)
    return;
  throw new ChronicleError(
    'CHRONICLE_NO_CHANGE',
    `The backup ${backupOf(place, name)} is of no change that chronicle made: its file or its digests differ from those of ${record.proposal} in ${place.proposals} and ${place.ledger}. Nothing was changed. Check the backup, and delete it if you do not know it.`,
  );
}

/** The opposite change. */
function reversed({ before, after }: Sides): Sides {
  return { before: after, after: before };
}

/** MEMORY.md without the change's own line; null if nothing changes. */
function keptIndex(place: MemoryPlace, { record, memory }: Change, index: Sides): Sides | null {
  if (bytesIn(place, place.index) === index.after) return reversed(index);
  const before = new MemoryState(place).index;
  const after = restoredIndex(before, {
    file: record.file,
    before: textOf(index.before),
    after: textOf(index.after),
    isGone: memory.before === null,
  });
  const refusal = indexRefusal(before, after);
  if (refusal) throw new ChronicleError('CHRONICLE_INDEX_FULL', `${refusal} Nothing was changed.`);
  return before === after ? null : { before: bytesOf(before), after: bytesOf(after) };
}

/** Changes that were not undone, oldest first. */
function undoable(place: MemoryPlace): MadeChange[] {
  const made = madeChanges(place);
  const undone = new Set(made.map(({ record }) => record.undoes));
  return made.filter(({ name, record }) => record.action !== 'UNDO' && !undone.has(name));
}

function requireMemory(place: MemoryPlace, found: MadeChange, newer: readonly MadeChange[]): void {
  const { file, memory } = found.record;
  const path = `${place.memory}/${file}`;
  if (digestOf(bytesIn(place, path)) === memory.after) return;
  const by = newer.findLast(({ record }) => record.file === file);
  throw changedSince(place, found, { path, left: memory.after, by });
}

function requireIndex(place: MemoryPlace, found: MadeChange, index: Sides, newer: readonly MadeChange[]): void {
  if (bytesIn(place, place.index) === index.after) return;
  const by = newer.findLast(({ record }) => record.index);
  const keep = `To undo only ${found.record.file} and its own line there, run chronicle memory undo ${found.record.proposal} --keep-index.`;
  throw changedSince(place, found, { path: place.index, left: digestOf(index.after), by, keep });
}

interface Touched {
  path: string;
  /** SHA-256 of the file as the change left it. */
  left: string | null;
  /** Our newest change, which has to be undone first. */
  by: MadeChange | undefined;
  keep?: string;
}

function changedSince(
  place: MemoryPlace,
  { name, record }: MadeChange,
  { path, left, by, keep }: Touched,
): ChronicleError {
  const fact = by
    ? `${by.record.proposal} changed it on ${by.record.at}. Undo that first: chronicle memory undo ${by.record.proposal}.`
    : `The change left ${left === null ? 'no file' : `it with the SHA-256 ${left.slice(0, 12)}`}; somebody has changed it since.`;
  return new ChronicleError(
    'CHRONICLE_CHANGED',
    `${record.proposal} cannot be undone: ${path} has changed since. ${fact} ${keep ? `${keep} ` : ''}The earlier version is in ${backupOf(place, name)}. Nothing was changed.`,
  );
}

function noChange(place: MemoryPlace, id: string, left: readonly MadeChange[]): ChronicleError {
  const proposal = readProposals(place).proposals.find((each) => each.id === id);
  const ids = [...new Set(left.map(({ record }) => record.proposal))].slice(-10).reverse();
  const there = ids.length === 0 ? 'There is nothing to undo.' : `You can undo ${ids.join(', ')}.`;
  const what =
    id === 'last'
      ? 'There is no memory change to undo.'
      : `${id} has no change to undo${proposal ? ` (it is ${proposal.state})` : ''}.`;
  return new ChronicleError('CHRONICLE_NO_CHANGE', `${what} ${id === 'last' ? '' : `${there} `}Nothing was changed.`);
}

function bytesIn(place: MemoryPlace, path: string): string | null {
  return hasMemoryDirectory(place) ? readBytes(path) : null;
}
