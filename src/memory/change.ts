/**
 * A memory change, made completely or not at all, even if this process is killed: it is prepared and marked as pending,
 * then the memory file, MEMORY.md, the ledger and the proposal are written one by one.
 */
import { indexEntries, withEntry, withoutEntry } from '#src/memory/memory-index.ts';
import type { ChangeRecord } from '#src/memory/proposals/change-record.ts';
import type { Proposal } from '#src/memory/proposals/proposal.ts';
import { ChronicleError, sentenceOf } from '#src/lib/chronicle-error.ts';
import type { MemoryPlace } from '#src/lib/paths.ts';
import { asBytes, asText } from '../lib/latin1.ts';
import {
  backupOf,
  type Change,
  clearPending,
  discardChange,
  markPending,
  pendingChange,
  prepareChange,
  readChange,
} from './change-journal.ts';
import { editFile, readBytes, swapFile } from './file-bytes.ts';
import { completeLine, readLedger } from './ledger-file.ts';
import { fitsItsProposal } from './left-change.ts';
import { readProposals, writeProposals } from './proposals-file.ts';

/**
 * Makes a change and returns the name of its backup. Refuses (CHRONICLE_CHANGED) and writes nothing if the memory file is
 * not as the change expects it. Call it under the lock of `withMemory`.
 */
export function makeChange(place: MemoryPlace, change: Change): string {
  const name = prepareChange(place, change);
  const { memory, record } = change;
  const path = `${place.memory}/${record.file}`;
  let isMade = false;
  try {
    markPending(place, name);
    isMade = swapFile(path, memory.before, memory.after, asideOf(place, name));
    if (!isMade)
      throw new ChronicleError(
        'CHRONICLE_CHANGED',
        `${path} was just changed by something else. It was left as it is.`,
      );
    finish(place, name, change);
  } catch (error) {
    if (isMade) throw unfinished(place, record.file, error);
    abandon(place, name);
    throw error;
  }
  return name;
}

/** What the mark of a change being made names, when no process of ours is making one. */
export type LeftChange =
  /** A change that a killed process had begun to write, or that somebody made look like one. */
  | { kind: 'begun'; name: string; change: Change }
  /** A change of which nothing was written. */
  | { kind: 'unwritten'; name: string }
  /** Nothing that fits a proposal, so not one of ours. */
  | { kind: 'foreign' };

/** The change that was left, or null. Call it under the lock named `memory` of the chronicle directory. */
export function leftChange(place: MemoryPlace): LeftChange | null {
  const name = pendingChange(place);
  if (name === null) return null;
  const change = name === '' ? null : readChange(place, name);
  if (!change || !fitsItsProposal(place, name, change)) return { kind: 'foreign' };
  return isBegun(place, change) ? { kind: 'begun', name, change } : { kind: 'unwritten', name };
}

/** Whether a person has agreed to complete a half-done change. */
export type MayComplete = (record: ChangeRecord) => boolean;

/**
 * Completes the change that was left, or drops it if none of it was written. Call it under the same lock, before anything
 * else is done there. Leaves a foreign one as it is. Returns a half-done change that nobody has agreed to complete, or null:
 * its files may be anybody's work.
 */
export function recoverChange(place: MemoryPlace, mayComplete: MayComplete): Change | null {
  const left = leftChange(place);
  if (left?.kind === 'unwritten') abandon(place, left.name);
  if (left?.kind !== 'begun') return null;
  if (!mayComplete(left.change.record)) return left.change;
  finish(place, left.name, left.change);
  return null;
}

function isBegun(place: MemoryPlace, { record, memory, index }: Change): boolean {
  if (readBytes(`${place.memory}/${record.file}`) === memory.after) return true;
  if (index && readBytes(place.index) === index.after) return true;
  return readLedger(place.ledger).some(({ id }) => id === record.line.id);
}

function finish(place: MemoryPlace, name: string, change: Change): void {
  if (change.index) writeIndex(place, change, `${backupOf(place, name)}/MEMORY.removed.md`);
  completeLine(place.ledger, change.record.line);
  const { proposals } = readProposals(place);
  writeProposals(
    place,
    proposals.flatMap((each) => (each.id === change.record.proposal ? [decided(each, change.record)] : [])),
  );
  clearPending(place);
}

function writeIndex(place: MemoryPlace, change: Change, aside: string): void {
  const isGone = change.index?.after === null && swapFile(place.index, change.index.before, null, aside);
  if (!isGone) editFile(place.index, (bytes) => indexAfter(change, bytes));
}

/** MEMORY.md as prepared. If somebody has changed it meanwhile, their version with the entry. */
function indexAfter({ record: { file, entry }, index }: Change, bytes: string | null): string | null {
  if (bytes === index?.before) return index.after;
  if (bytes === index?.after) return bytes;
  const text = asText(bytes ?? '');
  if (entry) return asBytes(withEntry(text, { file, ...entry }));
  return indexEntries(text).some((each) => each.file === file) ? asBytes(withoutEntry(text, file)) : bytes;
}

function decided({ replaced_by, ...proposal }: Proposal, { action, at }: Change['record']): Proposal {
  if (action === 'UNDO') return { ...proposal, state: 'undone', undone: at };
  return { ...proposal, state: 'approved', decided: at, undone: null };
}

function abandon(place: MemoryPlace, name: string): void {
  clearPending(place);
  // Keep a file that was moved away and that somebody has replaced.
  if (readBytes(asideOf(place, name)) === null) discardChange(place, name);
}

function asideOf(place: MemoryPlace, name: string): string {
  return `${backupOf(place, name)}/removed.md`;
}

function unfinished(place: MemoryPlace, file: string, error: unknown): ChronicleError {
  return new ChronicleError(
    error instanceof ChronicleError ? error.code : 'CHRONICLE_HALF_DONE',
    `${sentenceOf(error)} ${place.memory}/${file} was already changed; the next chronicle memory command finishes the rest.`,
  );
}
