/**
 * The backups of memory changes, a directory each:
 *
 *     backups/20260804T082305123Z-p-12150d/{change.json,before.md,after.md,MEMORY.before.md,MEMORY.after.md}
 *
 * A change was made if the history has its line. Everybody who runs as the owner could have written a backup, so nothing in one
 * is trusted beyond what the history and the proposal say too.
 */
import { closeSync, fsyncSync, mkdirSync, openSync } from 'node:fs';
import * as z from 'zod/mini';
import { isErrno } from '#src/lib/chronicle-error.ts';
import { flushDirectory, writeAll } from '#src/lib/files.ts';
import { asBytes, asText } from '#src/lib/latin1.ts';
import { readNames } from '#src/lib/names-in.ts';
import { CREATE_NEW } from '#src/lib/read-file.ts';
import { CHANGE_FILE, type MemoryPlace } from '#src/lib/paths.ts';
import { digestOf, readBytes, type Sides } from './file-bytes.ts';
import { readHistory } from './history.ts';
import { ownDirectory } from './memory-files.ts';
import { isProposableName, PROPOSAL_ACTIONS } from './memory-text.ts';

const sides = z.object({ before: z.nullable(z.string()), after: z.nullable(z.string()) });

const recordSchema = z.object({
  /** UTC. */
  at: z.string(),
  proposal: z.string(),
  action: z.enum([...PROPOSAL_ACTIONS, 'UNDO']),
  /** The directory name of the change that this one undoes. */
  undoes: z.nullable(z.string()),
  /** A plain name in the memory directory: anybody could have written the record. */
  file: z.string().check(z.refine(isProposableName)),
  /** SHA-256 of the memory file; null for no file. */
  memory: sides,
  /** SHA-256 of MEMORY.md; null if it does not change. */
  index: z.nullable(sides),
  /** The line of history. */
  line: z.looseObject({ id: z.string() }),
});

export type ChangeRecord = z.infer<typeof recordSchema>;

/** Reads a `change.json`; null if it is invalid. */
function parseChangeRecord(text: string): ChangeRecord | null {
  try {
    return recordSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** A change with the bytes before and after. `index` is null if MEMORY.md does not change. */
export interface Change {
  record: ChangeRecord;
  memory: Sides;
  index: Sides | null;
}

/** A change in its backup directory. */
export interface MadeChange {
  name: string;
  record: ChangeRecord;
}

/** Writes a new backup, and returns its directory. */
export function writeBackup(place: MemoryPlace, { record, memory, index }: Change): string {
  ownDirectory(place, place.backups);
  const backup = makeBackupDirectory(place, record);
  for (const [name, bytes] of [
    ['before.md', memory.before],
    ['after.md', memory.after],
    ['MEMORY.before.md', index?.before ?? null],
    ['MEMORY.after.md', index?.after ?? null],
    [CHANGE_FILE, asBytes(`${JSON.stringify(record, null, 2)}\n`)],
  ] as const) {
    if (bytes === null) continue;
    const file = openSync(`${backup}/${name}`, CREATE_NEW, 0o600);
    try {
      writeAll(file, Buffer.from(bytes, 'latin1'));
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
  }
  flushDirectory(backup);
  flushDirectory(place.backups);
  return backup;
}

function makeBackupDirectory(place: MemoryPlace, { at, action, proposal }: ChangeRecord): string {
  const stem = `${at.replace(/[-:.]/g, '')}-${action === 'UNDO' ? 'undo-' : ''}${proposal}`;
  for (let n = 1; ; n++) {
    const backup = backupOf(place, n === 1 ? stem : `${stem}-${n}`);
    try {
      mkdirSync(backup, { mode: 0o700 });
      return backup;
    } catch (error) {
      if (!isErrno(error, 'EEXIST')) throw error;
    }
  }
}

/** The changes that were made, in the order of the history, since those of one batch share a time. */
export function madeChanges(place: MemoryPlace): MadeChange[] {
  const order = new Map(readHistory(place.history).map(({ id }, i) => [id, i]));
  return backups(place)
    .flatMap((made) => ({ ...made, at: order.get(made.record.line.id) ?? -1 }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at);
}

/** Backups for this proposal of which the history does not know, as killed processes leave them. */
export function leftBackups(place: MemoryPlace, proposal: string): MadeChange[] {
  const known = new Set(readHistory(place.history).map(({ id }) => id));
  return backups(place).filter(({ record }) => record.proposal === proposal && !known.has(record.line.id));
}

const NAME = /^\d{8}T\d{9}Z-(?:undo-)?p-[0-9a-f]{6,}(?:-\d+)?$/;

function backups(place: MemoryPlace): MadeChange[] {
  return readNames(place.backups)
    .filter((name) => NAME.test(name))
    .flatMap((name) => {
      const record = parseChangeRecord(asText(readBytes(`${backupOf(place, name)}/${CHANGE_FILE}`) ?? ''));
      return record ? [{ name, record }] : [];
    });
}

/** A backed up change; null if any part is missing or damaged. */
export function readChange(place: MemoryPlace, name: string): Change | null {
  const directory = backupOf(place, name);
  const record = parseChangeRecord(asText(readBytes(`${directory}/${CHANGE_FILE}`) ?? ''));
  if (!record) return null;
  const read = (prefix: string, digests: Sides): Sides | null => {
    const before = digests.before === null ? null : readBytes(`${directory}/${prefix}before.md`);
    const after = digests.after === null ? null : readBytes(`${directory}/${prefix}after.md`);
    return digestOf(before) === digests.before && digestOf(after) === digests.after ? { before, after } : null;
  };
  const memory = read('', record.memory);
  const index = record.index && read('MEMORY.', record.index);
  return memory && (index || !record.index) ? { record, memory, index } : null;
}

/** The directory with the bytes before and after a change. */
export function backupOf(place: MemoryPlace, name: string): string {
  return `${place.backups}/${name}`;
}

/** The digests of bytes before and after a change. */
export function digests({ before, after }: Sides): Sides {
  return { before: digestOf(before), after: digestOf(after) };
}
