import type { LedgerLine } from '../../memory/ledger.ts';
import { indexEntries } from '../../memory/memory-index.ts';
import type { MemoryPlace } from '../../project/paths.ts';
import { ChronicleError } from '../chronicle-error.ts';
import { type AppliedChange, digests, lineId } from './apply.ts';
import { makeChange } from './change.ts';
import { backupOf, type Change, type MadeChange, madeChanges, readChange } from './change-journal.ts';
import { asText, digestOf, readBytes } from './file-bytes.ts';
import { withMemory } from './memory-lock.ts';
import { hasMemoryDirectory, makeMemoryDirectory } from './own-directory.ts';
import { readProposals } from './proposals-file.ts';

/** A change that can be taken back. */
export interface Undoing {
  /** Its backup directory's name. */
  name: string;
  /** The proposal's. */
  id: string;
  file: string;
  change: Change;
  /** What taking it back would do to the memory and to MEMORY.md; null for no file, or a MEMORY.md left alone. */
  texts: { memory: Texts; index: Texts | null };
}

interface Texts {
  before: string | null;
  after: string | null;
}

/**
 * The change that `undo` would take back: the last of a proposal, or the last of all (`last`). Nothing is written.
 * Refuses where there is none (CHRONICLE_NO_CHANGE), and where the memory, or the MEMORY.md that the change wrote, is not
 * byte for byte what it left (CHRONICLE_CHANGED).
 */
export function planUndo(place: MemoryPlace, id: string): Undoing {
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
  requireUntouched(place, found, change, left.slice(left.indexOf(found) + 1));
  const texts = { memory: turned(change.memory), index: change.index && turned(change.index) };
  return { name, id: record.proposal, file: record.file, change, texts };
}

/** From what a change left to what was before it. */
function turned({ before, after }: Texts): Texts {
  return { before: after === null ? null : asText(after), after: before === null ? null : asText(before) };
}

/** Takes a change back, byte for byte; refuses as `planUndo` does. */
export function undoChange(place: MemoryPlace, id: string, now: Date): AppliedChange {
  return withMemory(place, () => {
    const { name, id: proposal, change } = planUndo(place, id);
    const { record } = change;
    makeMemoryDirectory(place);
    const memory = { before: change.memory.after, after: change.memory.before };
    const index = change.index && { before: change.index.after, after: change.index.before };
    const entry = indexEntries(asText(index?.after ?? '')).find(({ file }) => file === record.file);
    const at = now.toISOString();
    const backup = makeChange(place, {
      memory,
      index,
      record: {
        at,
        proposal,
        action: 'UNDO',
        undoes: name,
        file: record.file,
        memory: digests(memory),
        index: index && digests(index),
        entry: entry ? { title: entry.title, hook: entry.hook } : null,
        line: undoLine(place, change, at),
      },
    });
    return {
      id: proposal,
      action: 'UNDO',
      file: record.file,
      index: lineChange(index?.before ?? null, index?.after ?? null),
      backup: backupOf(place, backup),
    };
  });
}

/** Changes that stand, oldest first. */
function undoable(place: MemoryPlace): MadeChange[] {
  const made = madeChanges(place);
  const undone = new Set(made.map(({ record }) => record.undoes));
  return made.filter(({ name, record }) => record.action !== 'UNDO' && !undone.has(name));
}

function requireUntouched(
  place: MemoryPlace,
  { name, record }: MadeChange,
  change: Change,
  newer: readonly MadeChange[],
): void {
  const isThere = hasMemoryDirectory(place);
  const memory = isThere ? readBytes(`${place.memory}/${record.file}`) : null;
  const index = isThere ? readBytes(place.index) : null;
  const isSameMemory = memory === change.memory.after;
  if (isSameMemory && (!change.index || index === change.index.after)) return;
  const path = isSameMemory ? place.index : `${place.memory}/${record.file}`;
  const by = newer.findLast((each) => (isSameMemory ? each.record.index : each.record.file === record.file));
  const left = isSameMemory ? digestOf(change.index?.after ?? null) : record.memory.after;
  const advice = by
    ? `${by.record.proposal} changed it on ${by.record.at}: take that back first.`
    : `It was ${left === null ? 'not there' : `left with the SHA-256 ${left.slice(0, 12)}`}, and somebody has changed it since.`;
  throw new ChronicleError(
    'CHRONICLE_CHANGED',
    `${record.proposal} cannot be taken back: ${path} is not what it left. ${advice} The bytes before it lie in ${backupOf(place, name)}. Nothing was written.`,
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

function undoLine(place: MemoryPlace, { record, memory }: Change, at: string): LedgerLine {
  const proposal = readProposals(place).proposals.find(({ id }) => id === record.proposal);
  return {
    id: lineId('undo', record.proposal, at),
    at,
    source: 'retro',
    action: 'undo',
    file: record.file,
    session_id: proposal?.session_id ?? '',
    events: proposal?.events ?? [],
    before: digestOf(memory.after),
    after: digestOf(memory.before),
  };
}

function lineChange(before: string | null, after: string | null): { removed: string[]; added: string[] } {
  const [old, young] = [before, after].map((bytes) => asText(bytes ?? '').split(/\r?\n/));
  return {
    removed: (old ?? []).filter((line) => !young?.includes(line)),
    added: (young ?? []).filter((line) => !old?.includes(line)),
  };
}
