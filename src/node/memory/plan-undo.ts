import { indexRefusal } from '#src/memory/proposals/plan-change.ts';
import { restoredIndex } from '#src/memory/proposals/restored-index.ts';
import { ChronicleError } from '#src/project/chronicle-error.ts';
import type { MemoryPlace } from '#src/project/paths.ts';
import { backupOf, type Change, type MadeChange, madeChanges, readChange } from './change-journal.ts';
import { asBytes, asText, digestOf, readBytes } from './file-bytes.ts';
import { MemoryState } from './memory-state.ts';
import { hasMemoryDirectory } from './own-directory.ts';
import { readProposals } from './proposals-file.ts';

/** A change that can be taken back. */
export interface Undoing {
  /** Its backup directory's name. */
  name: string;
  /** The proposal's. */
  id: string;
  file: string;
  change: Change;
  /** What taking it back does to the memory and to MEMORY.md, as Latin-1; null for no file, or a MEMORY.md left alone. */
  memory: Sides;
  index: Sides | null;
}

export interface UndoOptions {
  /** Takes back only the change's own line of MEMORY.md, and keeps what else was changed there since. */
  keepIndex?: boolean;
}

interface Sides {
  before: string | null;
  after: string | null;
}

/**
 * The change that `undo` would take back: the last of a proposal, or the last of all (`last`). Nothing is written.
 * Refuses where there is none (CHRONICLE_NO_CHANGE), and where the memory, or the MEMORY.md that the change wrote and
 * that is not to be kept, is not byte for byte what it left (CHRONICLE_CHANGED). Refuses as well to keep a MEMORY.md that
 * would get too long by its old line (CHRONICLE_INDEX_FULL) or is not UTF-8 (CHRONICLE_NOT_UTF8).
 */
export function planUndo(place: MemoryPlace, id: string, { keepIndex = false }: UndoOptions = {}): Undoing {
  const left = undoable(place);
  const found = id === 'last' ? left.at(-1) : left.findLast(({ record }) => record.proposal === id);
  if (!found) throw noChange(place, id, left);
  const { name, record } = found;
  const change = readChange(place, name);
  if (!change) {
    throw new ChronicleError(
      'CHRONICLE_NO_CHANGE',
      `The backup ${backupOf(place, name)} is not what was written there, so ${record.proposal} cannot be taken back byte for byte. Nothing was written.`,
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
    memory: turned(memory),
    index: index && keepIndex ? keptIndex(place, change, index) : index && turned(index),
  };
}

/** From what a change left to what was before it. */
function turned({ before, after }: Sides): Sides {
  return { before: after, after: before };
}

/** MEMORY.md as it stands, and without the change's own line; null if that changes nothing. */
function keptIndex(place: MemoryPlace, { record, memory }: Change, index: Sides): Sides | null {
  if (bytesIn(place, place.index) === index.after) return turned(index);
  const before = new MemoryState(place).index;
  const after = restoredIndex(before, {
    file: record.file,
    before: textOf(index.before),
    after: textOf(index.after),
    isGone: memory.before === null,
  });
  const refusal = indexRefusal(before, after);
  if (refusal) throw new ChronicleError('CHRONICLE_INDEX_FULL', `${refusal} Nothing was written.`);
  return before === after ? null : { before: bytesOf(before), after: bytesOf(after) };
}

/** Changes that stand, oldest first. */
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
  const keep = `chronicle memory undo ${found.record.proposal} --keep-index takes back ${found.record.file} and its own line there, and keeps the rest of MEMORY.md.`;
  throw changedSince(place, found, { path: place.index, left: digestOf(index.after), by, keep });
}

interface Touched {
  path: string;
  /** SHA-256 of what the change left. */
  left: string | null;
  /** The newest change by us that has to be taken back first. */
  by: MadeChange | undefined;
  keep?: string;
}

function changedSince(
  place: MemoryPlace,
  { name, record }: MadeChange,
  { path, left, by, keep }: Touched,
): ChronicleError {
  const fact = by
    ? `${by.record.proposal} changed it on ${by.record.at}: take that back first with chronicle memory undo ${by.record.proposal}.`
    : `It was ${left === null ? 'not there' : `left with the SHA-256 ${left.slice(0, 12)}`}, and somebody has changed it since.`;
  return new ChronicleError(
    'CHRONICLE_CHANGED',
    `${record.proposal} cannot be taken back: ${path} is not what it left. ${fact} ${keep ? `${keep} ` : ''}The bytes before it lie in ${backupOf(place, name)}. Nothing was written.`,
  );
}

function noChange(place: MemoryPlace, id: string, left: readonly MadeChange[]): ChronicleError {
  const proposal = readProposals(place).proposals.find((each) => each.id === id);
  const ids = [...new Set(left.map(({ record }) => record.proposal))].slice(-10).reverse();
  const there = ids.length === 0 ? 'There is none to take back.' : `These can be: ${ids.join(', ')}.`;
  const what =
    id === 'last'
      ? 'No change of memory is left to take back.'
      : `${id} has changed nothing that stands${proposal ? ` (it is ${proposal.state})` : ''}.`;
  return new ChronicleError('CHRONICLE_NO_CHANGE', `${what} ${id === 'last' ? '' : `${there} `}Nothing was written.`);
}

function bytesIn(place: MemoryPlace, path: string): string | null {
  return hasMemoryDirectory(place) ? readBytes(path) : null;
}

function textOf(bytes: string | null): string | null {
  return bytes === null ? null : asText(bytes);
}

function bytesOf(text: string | null): string | null {
  return text === null ? null : asBytes(text);
}
