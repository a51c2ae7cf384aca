import { closeSync, fstatSync, fsyncSync, openSync, readSync } from 'node:fs';
import { dirname } from 'node:path';
import { APPEND_AND_READ } from '../disk/open-flags.ts';
import { requireFile } from '../disk/read-file.ts';
import { appendWhole } from './append-file.ts';
import { flushDirectory } from './work-directory.ts';

const NEWLINE = 0x0a;

/**
 * Adds lines to the end of a file in one write, and makes them last; a missing file is made, for its owner alone. Where a
 * killed writer left half a line, it stays a line of its own. Refuses what is no regular file (CHRONICLE_NOT_A_FILE). On a
 * full disk nothing of it is left.
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

function isTorn(file: number, size: number): boolean {
  if (size === 0) return false;
  const last = Buffer.alloc(1);
  return readSync(file, last, 0, 1, size - 1) === 1 && last[0] !== NEWLINE;
}
