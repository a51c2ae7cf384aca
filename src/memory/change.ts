/**
 * Changes of memory files that a person has approved, and undoing them. Each is made in five steps:
 *
 *     1. a backup of the bytes before and after
 *     2. one rename for the memory
 *     3. one for MEMORY.md, if that changes
 *     4. one line of history
 *     5. the proposal's new state
 *
 * A process that is killed in between leaves its proposal undecided. Whoever approves it again finds the memory as it was to
 * become, and the rest is done then. Nothing else is ever completed: everybody who runs as the owner could have left it.
 */
import { rmSync } from 'node:fs';
import { ChronicleError, sentenceOf } from '#src/lib/chronicle-error.ts';
import { sha256Of } from '#src/lib/digest.ts';
import { asBytes, asText } from '#src/lib/latin1.ts';
import type { MemoryPlace } from '#src/lib/paths.ts';
import {
  backupOf,
  type Change,
  type ChangeRecord,
  digests,
  leftBackups,
  type MadeChange,
  madeChanges,
  readChange,
  writeBackup,
} from './backups.ts';
import { digestOf, editFile, readBytes, type Sides, swapFile, textOf } from './file-bytes.ts';
import { type HistoryLine, readHistory } from './history.ts';
import { decisionOn, type Proposal, proposalsNamed, readProposals, requireShown, writeProposals } from './proposals.ts';
import { MemoryState, makeMemoryDirectory, withMemory } from './memory-files.ts';
import { indexRefusal, restoredIndex } from './memory-index.ts';
import { isProposableName, type ProposalAction } from './memory-text.ts';

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
 * Applies proposals. All of them are checked first: if one is refused, nothing is changed. Refuses unknown ids
 * (CHRONICLE_NO_PROPOSAL), applied proposals (CHRONICLE_DECIDED), files that have changed since they were shown
 * (CHRONICLE_CHANGED), and a MEMORY.md that would get too long (CHRONICLE_INDEX_FULL). With `shown`, the digest of what a person
 * agreed to, also refuses anything else (CHRONICLE_CHANGED).
 */
export function applyProposals(place: MemoryPlace, ids: readonly string[], now: Date, shown?: string): AppliedChange[] {
  return withMemory(place, () => {
    if (shown !== undefined) requireShown(place, 'apply', ids, shown);
    catchUp(place);
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

/** Gives proposals the state that the history says, if a process was killed before it wrote that. */
function catchUp(place: MemoryPlace): void {
  const last = new Map(madeChanges(place).map(({ record }) => [record.proposal, record]));
  const late = readProposals(place).proposals.flatMap((proposal): Proposal[] => {
    const { action, at } = last.get(proposal.id) ?? {};
    if (action === undefined || at === undefined) return [];
    if (action === 'UNDO') return proposal.state === 'approved' ? [{ ...proposal, state: 'undone', undone: at }] : [];
    return proposal.state === 'open' ? [approved(proposal, at)] : [];
  });
  writeProposals(place, late);
}

function approved({ replaced_by, ...proposal }: Proposal, at: string): Proposal {
  return { ...proposal, state: 'approved', decided: at, undone: null };
}

function preflight(place: MemoryPlace, proposals: readonly Proposal[]): void {
  const state = new MemoryState(place);
  for (const proposal of proposals) {
    const { id, file } = proposal;
    if (proposal.state === 'approved')
      throw new ChronicleError('CHRONICLE_DECIDED', `${decisionOn(proposal)} Nothing was changed.`);
    if (!isProposableName(file))
      throw new ChronicleError(
        'CHRONICLE_BAD_PROPOSAL',
        `${id} changes ${file}, which is not a memory. Nothing was changed.`,
      );
    const twin = proposals.find((other) => other.file === file && other.id !== id);
    if (twin)
      throw new ChronicleError(
        'CHRONICLE_SAME_FILE',
        `${twin.id} and ${id} both change ${file}, and each starts from the current file. Apply only one of them. Nothing was changed.`,
      );
    const refusal = state.take(state.plan(proposal, bytesBefore(place, proposal, state)));
    if (refusal) throw new ChronicleError('CHRONICLE_INDEX_FULL', `${id}: ${refusal} Nothing was changed.`);
  }
}

/**
 * The bytes that a proposal changes: those of its memory, or of the backup that a killed process made before it wrote the memory.
 * Refuses (CHRONICLE_CHANGED) any other memory than the person was shown.
 */
function bytesBefore(place: MemoryPlace, proposal: Proposal, state: MemoryState): string | null {
  const { id, file, before, text, proposed } = proposal;
  const current = state.read(file);
  const found = digestOf(current);
  if (found === before) return current;
  if (current === (text === null ? null : asBytes(text))) {
    const left = leftBackups(place, id).find(({ record }) => record.file === file && record.memory.before === before);
    const change = left && readChange(place, left.name);
    if (change) return change.memory.before;
  }
  const fact = (digest: string | null) =>
    digest === null ? 'did not exist' : `had the SHA-256 ${digest.slice(0, 12)}`;
  const today = found === null ? 'is gone' : `has ${found.slice(0, 12)}`;
  throw new ChronicleError(
    'CHRONICLE_CHANGED',
    `${place.memory}/${file} has changed since it was shown: when ${id} was proposed on ${proposed} it ${fact(before)}; now it ${today}. Check the file and propose the change again. Nothing was changed.`,
  );
}

const HISTORY_ACTIONS = { NEW: 'new', STRENGTHEN: 'strengthen', 'STALE?': 'stale', DELETE: 'delete' } as const;

function applyOne(place: MemoryPlace, proposal: Proposal, now: Date): AppliedChange {
  const { id, action, file, session_id, events } = proposal;
  if (action === 'NEW') makeMemoryDirectory(place);
  const state = new MemoryState(place);
  const { memory, index, plan } = state.plan(proposal, bytesBefore(place, proposal, state));
  const at = now.toISOString();
  const line: HistoryLine = {
    ...{ id: lineId('apply', id, at), at, source: 'retro', action: HISTORY_ACTIONS[action], file, session_id, events },
    ...digests(memory),
  };
  const backup = makeChange(place, {
    ...{ memory, index, proposal: approved(proposal, at) },
    record: { ...{ at, proposal: id, action, undoes: null, file, line }, ...digestsOf(memory, index) },
  });
  return { id, action, file, index: { removed: plan.removed, added: plan.added }, backup };
}

function stopped(applied: readonly AppliedChange[], all: readonly Proposal[], error: unknown): ChronicleError {
  const left = all.slice(applied.length).map(({ id }) => id);
  return new ChronicleError(
    error instanceof ChronicleError ? error.code : 'CHRONICLE_STOPPED',
    `${sentenceOf(error)} Applied before that: ${applied.map(({ id }) => id).join(', ')}. Not applied: ${left.join(', ')}.`,
  );
}

/** A change that can be undone, with what undoing it does to the memory and to MEMORY.md; null for an unchanged MEMORY.md. */
export interface Undoing {
  /** The id of the proposal. */
  id: string;
  file: string;
  /** The name of its backup. */
  name: string;
  memory: Sides;
  index: Sides | null;
}

/**
 * Undoes a change, byte for byte; refuses like `planUndo`. With `shown`, the digest of what a person agreed to, also refuses
 * anything else (CHRONICLE_CHANGED).
 */
export function undoChange(place: MemoryPlace, id: string, now: Date, shown?: string): AppliedChange {
  return withMemory(place, () => {
    if (shown !== undefined) requireShown(place, 'undo', [id], shown);
    catchUp(place);
    const { name, id: proposal, file, memory, index } = planUndo(place, id);
    makeMemoryDirectory(place);
    const at = now.toISOString();
    const known = readProposals(place).proposals.find((each) => each.id === proposal);
    const line: HistoryLine = {
      ...{ id: lineId('undo', proposal, at), at, source: 'retro', action: 'undo', file },
      ...{ session_id: known?.session_id ?? '', events: known?.events ?? [], ...digests(memory) },
    };
    const backup = makeChange(place, {
      ...{ memory, index, proposal: known && { ...known, state: 'undone', undone: at } },
      record: { ...{ at, proposal, action: 'UNDO', undoes: name, file, line }, ...digestsOf(memory, index) },
    });
    const [old = [], young = []] = [index?.before, index?.after].map((bytes) => asText(bytes ?? '').split(/\r?\n/));
    const lines = {
      removed: old.filter((each) => !young.includes(each)),
      added: young.filter((each) => !old.includes(each)),
    };
    return { id: proposal, action: 'UNDO', file, index: lines, backup };
  });
}

/**
 * The change that `undo` would undo: the last one of a proposal, or the last of all (`last`). Writes nothing. Refuses if
 * there is none (CHRONICLE_NO_CHANGE), or if the memory is not byte for byte as the change left it (CHRONICLE_CHANGED). Of a
 * MEMORY.md that has changed since, only the memory's own line is undone; refuses one that would get too long
 * (CHRONICLE_INDEX_FULL) or is not UTF-8 (CHRONICLE_NOT_UTF8).
 */
export function planUndo(place: MemoryPlace, id: string): Undoing {
  const made = madeChanges(place);
  const undone = new Set(made.map(({ record }) => record.undoes));
  const left = made.filter(({ name, record }) => record.action !== 'UNDO' && !undone.has(name));
  const found = id === 'last' ? left.at(-1) : left.findLast(({ record }) => record.proposal === id);
  if (!found) throw noChange(place, id);
  requireOwn(place, found);
  const { name, record } = found;
  const change = readChange(place, name);
  if (!change)
    throw new ChronicleError(
      'CHRONICLE_NO_CHANGE',
      `The backup ${backupOf(place, name)} is damaged, so ${record.proposal} cannot be undone byte for byte. Nothing was changed.`,
    );
  const state = new MemoryState(place);
  // An earlier undo may have been killed after it had written the memory.
  if (![change.memory.after, change.memory.before].includes(state.read(record.file))) {
    const by = left.slice(left.indexOf(found) + 1).findLast(({ record: { file } }) => file === record.file);
    throw changedSince(place, found, by);
  }
  const memory = { before: change.memory.after, after: change.memory.before };
  return { id: record.proposal, file: record.file, name, memory, index: undoneIndex(place, change) };
}

/** What undoing a change does to MEMORY.md; null for nothing. */
function undoneIndex(place: MemoryPlace, { record: { file }, memory, index }: Change): Sides | null {
  const current = readBytes(place.index);
  if (index && current === index.after) return { before: index.after, after: index.before };
  if (index && current === index.before) return null;
  const { index: before } = new MemoryState(place);
  const sides = { before: textOf(index?.before ?? null), after: textOf(index?.after ?? null) };
  const after = restoredIndex(before, { file, ...sides, isGone: memory.before === null });
  if (before === after) return null;
  const refusal = indexRefusal(before, after);
  if (refusal) throw new ChronicleError('CHRONICLE_INDEX_FULL', `${refusal} Nothing was changed.`);
  return { before: current, after: after === null ? null : asBytes(after) };
}

/**
 * Refuses (CHRONICLE_NO_CHANGE) a backup that is not of a change we made: no proposal is about its file, or the history has
 * other digests. Anybody could have written it, and the question before an undo names the proposal's file.
 */
function requireOwn(place: MemoryPlace, { name, record }: MadeChange): void {
  const proposal = readProposals(place).proposals.find(({ id }) => id === record.proposal);
  const line = readHistory(place.history).find(({ id }) => id === record.line.id);
  const { before, after } = record.memory;
  if (proposal?.file === record.file && line?.file === record.file && line.before === before && line.after === after)
    return;
  throw new ChronicleError(
    'CHRONICLE_NO_CHANGE',
    `The backup ${backupOf(place, name)} is of no change that chronicle made: its file or its digests differ from those of ${record.proposal} in ${place.proposals} and ${place.history}. Nothing was changed. Check the backup, and delete it if you do not know it.`,
  );
}

/** `by` is our newest change of the same memory, which has to be undone first. */
function changedSince(place: MemoryPlace, { name, record }: MadeChange, by: MadeChange | undefined): ChronicleError {
  const left = record.memory.after;
  const fact = by
    ? `${by.record.proposal} changed it on ${by.record.at}. Undo that first: chronicle memory undo ${by.record.proposal}.`
    : `The change left ${left === null ? 'no file' : `it with the SHA-256 ${left.slice(0, 12)}`}; somebody has changed it since.`;
  return new ChronicleError(
    'CHRONICLE_CHANGED',
    `${record.proposal} cannot be undone: ${place.memory}/${record.file} has changed since. ${fact} The earlier version is in ${backupOf(place, name)}. Nothing was changed.`,
  );
}

function noChange(place: MemoryPlace, id: string): ChronicleError {
  const state = readProposals(place).proposals.find((each) => each.id === id)?.state;
  const what =
    id === 'last'
      ? 'There is no memory change to undo.'
      : `${id} has no change to undo${state ? ` (it is ${state})` : ''}.`;
  return new ChronicleError('CHRONICLE_NO_CHANGE', `${what} Nothing was changed.`);
}

/** Makes a change, and returns its backup. Refuses (CHRONICLE_CHANGED) and writes nothing if the memory is not as expected. */
function makeChange(place: MemoryPlace, change: Change & { proposal: Proposal | undefined }): string {
  const { record, memory, index, proposal } = change;
  const path = `${place.memory}/${record.file}`;
  const backup = writeBackup(place, change);
  try {
    const isWritten = readBytes(path) === memory.after;
    if (!isWritten && !swapFile(path, memory, `${backup}/removed.md`))
      throw new ChronicleError('CHRONICLE_CHANGED', `${path} was just changed by something else. Nothing was changed.`);
  } catch (error) {
    rmSync(backup, { recursive: true, force: true });
    throw error;
  }
  try {
    if (index && !swapFile(place.index, index, `${backup}/MEMORY.removed.md`))
      throw new ChronicleError('CHRONICLE_CHANGED', `${place.index} was just changed by something else.`);
    const line = asBytes(`${JSON.stringify(record.line)}\n`);
    editFile(place.history, (bytes) => `${bytes ?? ''}${/[^\n]$/.test(bytes ?? '') ? '\n' : ''}${line}`);
    if (proposal) writeProposals(place, [proposal]);
    for (const { name } of leftBackups(place, record.proposal))
      rmSync(backupOf(place, name), { recursive: true, force: true });
    return backup;
  } catch (error) {
    throw new ChronicleError(
      error instanceof ChronicleError ? error.code : 'CHRONICLE_HALF_DONE',
      `${sentenceOf(error)} ${path} was already changed. Run the same command again to finish the rest.`,
    );
  }
}

function digestsOf(memory: Sides, index: Sides | null): Pick<ChangeRecord, 'memory' | 'index'> {
  return { memory: digests(memory), index: index && digests(index) };
}

/** The same change always gets the same id. */
function lineId(...parts: string[]): string {
  return `l-${sha256Of(parts.join('\n')).slice(0, 12)}`;
}
