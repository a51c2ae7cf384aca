import { createHash } from 'node:crypto';
import { linkSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';
import { isErrno, NO_HARD_LINKS } from '#src/project/chronicle-error.ts';
import { readRegularFile } from '../disk/read-file.ts';
import { placeAt } from '../store/create-file.ts';
import { replaceFile } from '../store/replace-file.ts';
import { discard, flushDirectory, writeTemporary } from '../store/work-directory.ts';

/** An editor may hold a file up for a moment (ms). */
const PATIENCE = 5000;

/** A file's bytes as Latin-1, one character a byte; null if there is none. Refuses links and what is no file. */
export function readBytes(path: string): string | null {
  try {
    return readRegularFile(path).text;
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return null;
    throw error;
  }
}

/** The SHA-256 of bytes in Latin-1, as the ledger has it; null for no file. */
export function digestOf(bytes: string | null): string | null {
  return bytes === null ? null : createHash('sha256').update(bytes, 'latin1').digest('hex');
}

/** A text as its UTF-8 bytes in Latin-1, one character a byte. */
export function asBytes(text: string): string {
  return Buffer.from(text).toString('latin1');
}

/** Bytes in Latin-1 as the text that they are in UTF-8. */
export function asText(bytes: string): string {
  return Buffer.from(bytes, 'latin1').toString();
}

/**
 * Puts `wanted` in the place of `expected`, both Latin-1 and null for no file; false, with the file as somebody else
 * left it, if it is not what was expected. A file that goes is moved to `aside`.
 */
export function swapFile(path: string, expected: string | null, wanted: string | null, aside: string): boolean {
  if (expected === null) return wanted === null ? readBytes(path) === null : createWhole(path, wanted);
  if (readBytes(path) !== expected) return false;
  if (wanted === null) return moveAway(path, expected, aside);
  // A save in the instant of the rename comes back here as `current`, and is put back.
  const swap = (current: string) => (current === expected ? wanted : current);
  return replaceFile(path, PATIENCE, swap, () => true) === wanted;
}

/** Edits a file, or makes it of nothing; both Latin-1. Null as the edit's answer leaves it missing. */
export function editFile(path: string, edit: (bytes: string | null) => string | null): void {
  for (;;) {
    if (readBytes(path) !== null) {
      replaceFile(
        path,
        PATIENCE,
        (current) => edit(current) ?? current,
        () => true,
      );
      return;
    }
    const made = edit(null);
    if (made === null || createWhole(path, made)) return;
  }
}

/** False if the name is taken. */
function createWhole(path: string, bytes: string): boolean {
  const directory = dirname(path);
  const temporary = writeTemporary(directory, bytes);
  try {
    const isPlaced = placeAt(path, temporary, bytes);
    flushDirectory(directory);
    return isPlaced;
  } finally {
    discard(temporary);
  }
}

/** Moves first and looks then, since a look before tells nothing of a save after it. */
function moveAway(path: string, expected: string, aside: string): boolean {
  renameSync(path, aside);
  flushDirectory(dirname(path));
  flushDirectory(dirname(aside));
  if (readBytes(aside) === expected) return true;
  putBack(aside, path);
  return false;
}

/** Where somebody has made another file meanwhile, that one stays. */
function putBack(aside: string, path: string): void {
  try {
    linkSync(aside, path);
    discard(aside);
  } catch (error) {
    if (isErrno(error, 'EEXIST')) return;
    if (!isErrno(error, ...NO_HARD_LINKS)) throw error;
    renameSync(aside, path);
  }
}
