import { closeSync, fstatSync, fsyncSync, openSync, readSync } from 'node:fs';
import { dirname } from 'node:path';
import { APPEND_AND_READ } from '../disk/open-flags.ts';
import { requireFile } from '../disk/read-file.ts';
import { appendWhole } from './append-file.ts';
import { flushDirectory } from './work-directory.ts';

const NEWLINE = 0x0a;

/**
 * Appends lines to a file in one durable write. Creates a missing file, readable by its owner only. Half a line left by a
 * killed writer stays on its own line. Throws CHRONICLE_NOT_A_FILE for anything but a regular file. On a full disk nothing
 * is appended.
 */
export function appendLines(path: string, lines: readonly string[]): void {
  if (lines.length === 0) return;
  const file = openSync(path, APPEND_AND_READ, 0o600);
  try {
    const stats = fstatSync(file);
    requireFile(stats, path);
    const text = lines.map((line) => `${line}\n`).join('');
    appendWhole(file, stats.size, Buffer.from(isTorn(file, stats.size) ? `\n${text}` : text));
    fsyncSync(file);
    if (stats.size === 0) flushDirectory(dirname(path));
  } finally {
    closeSync(file);
  }
}

/** Whether the last line has no line break, as after a killed writer. */
function isTorn(file: number, size: number): boolean {
  if (size === 0) return false;
  const last = Buffer.alloc(1);
  return readSync(file, last, 0, 1, size - 1) === 1 && last[0] !== NEWLINE;
}
