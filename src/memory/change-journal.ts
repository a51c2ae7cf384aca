/**
 * The journal of changes. Each has a directory below `backups`, written before anything else:
 *
 *     20260804T082305123Z-p-12150d/{change.json,before.md,after.md,MEMORY.before.md,MEMORY.after.md}
 *
 * While a change is being made, the file `pending` next to `backups` contains its directory's name. A change was made if
 * the ledger has its line.
 */
import { closeSync, fsyncSync, mkdirSync, openSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { flushDirectory, overwriteFile, writeAll } from '#src/lib/files.ts';
import { discard } from '#src/lib/work-directory.ts';
import { type ChangeRecord, parseChangeRecord } from '#src/memory/proposals/change-record.ts';
import { isErrno } from '#src/lib/chronicle-error.ts';
import type { MemoryPlace } from '#src/lib/paths.ts';
import { CHANGE_FILE } from '#src/lib/paths.ts';
import { asBytes, asText } from '../lib/latin1.ts';
import { readNames } from '../lib/names-in.ts';
import { CREATE_NEW } from '../lib/open-flags.ts';
import { digestOf, readBytes, type Sides } from './file-bytes.ts';
import { readLedger } from './ledger-file.ts';
import { ownDirectory } from './own-directory.ts';

/** A change with the bytes before and after. `index` is null if MEMORY.md does not change. */
export interface Change {
  record: ChangeRecord;
  memory: Sides;
  index: Sides | null;
}

/** A change that was made, in its backup directory. */
export interface MadeChange {
  name: string;
  record: ChangeRecord;
}

const NAME = /^\d{8}T\d{9}Z-(?:undo-)?p-[0-9a-f]{6,}(?:-\d+)?$/;

/** Writes down a change with everything needed to make it; returns the name of its directory. */
export function prepareChange(place: MemoryPlace, { record, memory, index }: Change): string {
  ownDirectory(place, place.backups);
  const name = makeBackup(place, record);
  const directory = backupOf(place, name);
  writeSide(directory, 'before.md', memory.before);
  writeSide(directory, 'after.md', memory.after);
  writeSide(directory, 'MEMORY.before.md', index?.before ?? null);
  writeSide(directory, 'MEMORY.after.md', index?.after ?? null);
  writeSide(directory, CHANGE_FILE, asBytes(`${JSON.stringify(record, null, 2)}\n`));
  flushDirectory(directory);
  flushDirectory(place.backups);
  return name;
}

/** Marks a change as being made. */
export function markPending(place: MemoryPlace, name: string): void {
  overwriteFile(place.pending, `${name}\n`);
}

/** Removes the mark of the change being made. */
export function clearPending(place: MemoryPlace): void {
  discard(place.pending);
  flushDirectory(dirname(place.backups));
}

/** The directory of the change being made, or null; empty if the mark cannot be read. */
export function pendingChange(place: MemoryPlace): string | null {
  const text = readBytes(place.pending);
  if (text === null) return null;
  return NAME.test(text.trim()) ? text.trim() : '';
}

/** A prepared change; null if any part is missing or damaged. */
export function readChange(place: MemoryPlace, name: string): Change | null {
  const directory = backupOf(place, name);
  const record = parseChangeRecord(asText(readBytes(`${directory}/${CHANGE_FILE}`) ?? ''));
  if (!record) return null;
  const memory = readSides(directory, '', record.memory);
  const index = record.index && readSides(directory, 'MEMORY.', record.index);
  return memory && (index || !record.index) ? { record, memory, index } : null;
}

/** Removes the directory of a change that was not made. */
export function discardChange(place: MemoryPlace, name: string): void {
  rmSync(backupOf(place, name), { recursive: true, force: true });
}

/** The changes that were made, in the order of the ledger, since those of one batch share a time. */
export function madeChanges(place: MemoryPlace): MadeChange[] {
  const order = new Map(readLedger(place.ledger).map(({ id }, i) => [id, i]));
  const made = backupNames(place).flatMap((name) => {
    const record = parseChangeRecord(asText(readBytes(`${backupOf(place, name)}/${CHANGE_FILE}`) ?? ''));
    const at = record ? order.get(record.line.id) : undefined;
    return record && at !== undefined ? [{ name, record, at }] : [];
  });
  return made.sort((a, b) => a.at - b.at).map(({ name, record }) => ({ name, record }));
}

/** The directory with the bytes before and after a change. */
export function backupOf(place: MemoryPlace, name: string): string {
  return `${place.backups}/${name}`;
}

function makeBackup(place: MemoryPlace, { at, action, proposal }: ChangeRecord): string {
  const stem = `${at.replace(/[-:.]/g, '')}-${action === 'UNDO' ? 'undo-' : ''}${proposal}`;
  for (let n = 1; ; n++) {
    const name = n === 1 ? stem : `${stem}-${n}`;
    try {
      mkdirSync(backupOf(place, name), { mode: 0o700 });
      return name;
    } catch (error) {
      if (!isErrno(error, 'EEXIST')) throw error;
    }
  }
}

function writeSide(directory: string, name: string, bytes: string | null): void {
  if (bytes === null) return;
  const file = openSync(`${directory}/${name}`, CREATE_NEW, 0o600);
  try {
    writeAll(file, Buffer.from(bytes, 'latin1'));
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function readSides(directory: string, prefix: string, digests: Sides): Sides | null {
  const sides = {
    before: digests.before === null ? null : readBytes(`${directory}/${prefix}before.md`),
    after: digests.after === null ? null : readBytes(`${directory}/${prefix}after.md`),
  };
  return digestOf(sides.before) === digests.before && digestOf(sides.after) === digests.after ? sides : null;
}

function backupNames(place: MemoryPlace): string[] {
  return readNames(place.backups).filter((name) => NAME.test(name));
}
