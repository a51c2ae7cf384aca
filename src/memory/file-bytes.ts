/** Whole files as bytes in Latin-1, one character per byte; null stands for no file. */
import { createHash } from 'node:crypto';
import { renameSync } from 'node:fs';
import { dirname } from 'node:path';
import { isErrno } from '#src/lib/chronicle-error.ts';
import { createWhole, flushDirectory, replaceFile } from '#src/lib/files.ts';
import { asText } from '#src/lib/latin1.ts';
import { readRegularFile } from '#src/lib/read-file.ts';

/** An editor may hold a file up for a moment (ms). */
const PATIENCE = 5000;

/** Bytes before and after a change. */
export interface Sides {
  before: string | null;
  after: string | null;
}

/** A file's bytes; null if it does not exist. Refuses links and anything but files. */
export function readBytes(path: string): string | null {
  try {
    return readRegularFile(path).text;
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return null;
    throw error;
  }
}

/** The SHA-256 of bytes, as in the history of memory. */
export function digestOf(bytes: string | null): string | null {
  return bytes === null ? null : createHash('sha256').update(bytes, 'latin1').digest('hex');
}

/** The text of bytes. */
export function textOf(bytes: string | null): string | null {
  return bytes === null ? null : asText(bytes);
}

/**
 * Replaces `before` with `after` by one rename. Returns false and leaves the file alone if it is not as expected. A removed
 * file is moved to `aside`.
 */
export function swapFile(path: string, { before, after }: Sides, aside: string): boolean {
  if (before === null) return after === null || createWhole(path, after);
  if (readBytes(path) !== before) return false;
  if (after === null) {
    renameSync(path, aside);
    flushDirectory(dirname(path));
    return true;
  }
  const swap = (current: string) => (current === before ? after : current);
  return replaceFile(path, PATIENCE, swap, () => true) === after;
}

/** Edits a file. If the edit returns null, the file is left as it is. */
export function editFile(path: string, edit: (bytes: string | null) => string | null): void {
  for (;;) {
    if (readBytes(path) !== null) {
      const isWhole = () => true;
      replaceFile(path, PATIENCE, (current) => edit(current) ?? current, isWhole);
      return;
    }
    const made = edit(null);
    if (made === null || createWhole(path, made)) return;
  }
}
