import { createHash } from 'node:crypto';
import { linkSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';
import { flushDirectory, namingFile, placeAt, replaceFile, writeTemporary } from '#src/lib/files.ts';
import { discard } from '#src/lib/work-directory.ts';
import { isErrno, NO_HARD_LINKS } from '#src/lib/chronicle-error.ts';
import { asBytes, asText } from '../lib/latin1.ts';
import { readRegularFile } from '../lib/read-file.ts';

/** An editor may hold a file up for a moment (ms). */
const PATIENCE = 5000;

/** Bytes as Latin-1 before and after a change; null for no file. */
export interface Sides {
  before: string | null;
  after: string | null;
}

/** A file's bytes as Latin-1, one character per byte; null if it does not exist. Refuses links and anything but files. */
export function readBytes(path: string): string | null {
  try {
    return readRegularFile(path).text;
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return null;
    throw error;
  }
}

/** The SHA-256 of bytes in Latin-1, as in the ledger; null for no file. */
export function digestOf(bytes: string | null): string | null {
  return bytes === null ? null : createHash('sha256').update(bytes, 'latin1').digest('hex');
}

/** The text of bytes; null for no file. */
export function textOf(bytes: string | null): string | null {
  return bytes === null ? null : asText(bytes);
}

/** The bytes of a text; null for no file. */
export function bytesOf(text: string | null): string | null {
  return text === null ? null : asBytes(text);
}

/**
 * Replaces `expected` with `replacement`, both Latin-1 and null for no file. Returns false and leaves the file alone if
 * its content is not as expected. A removed file is moved to `aside`.
 */
export function swapFile(path: string, expected: string | null, replacement: string | null, aside: string): boolean {
  if (expected === null) return replacement === null ? readBytes(path) === null : createWhole(path, replacement);
  if (readBytes(path) !== expected) return false;
  if (replacement === null) return moveAway(path, expected, aside);
  const swap = (current: string) => (current === expected ? replacement : current);
  return replaceFile(path, PATIENCE, swap, () => true) === replacement;
}

/** Edits a file in Latin-1, which is null if it does not exist. If the edit returns null, the file is left as it is. */
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
  const temporary = namingFile(path, directory, () => writeTemporary(directory, bytes));
  try {
    const isPlaced = placeAt(path, temporary);
    flushDirectory(directory);
    return isPlaced;
  } finally {
    discard(temporary);
  }
}

/** Moves the file first and checks it then, since a check before would miss a save in between. */
function moveAway(path: string, expected: string, aside: string): boolean {
  renameSync(path, aside);
  flushDirectory(dirname(path));
  flushDirectory(dirname(aside));
  if (readBytes(aside) === expected) return true;
  putBack(aside, path);
  return false;
}

/** Does nothing if somebody has created another file meanwhile. */
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
