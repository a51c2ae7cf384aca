/**
 * The functions in this folder write files that editors, the agent and other hooks may write at the same time, and survive
 * being killed. `appendToFile` adds to the end of a chronicle, `replaceFile` edits any part of a file, `createFile` makes a
 * new one under a free name, and `appendLines` adds JSON lines. `withLock` serialises our own processes for a moment;
 * `exclusively` refuses a second build or import.
 */
import {
  type BigIntStats,
  closeSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  lstatSync,
  openSync,
  writeSync,
} from 'node:fs';
import { basename, dirname } from 'node:path';
import { scanFrontMatter } from '#src/chronicle/scan.ts';
import { ChronicleError, isErrno } from '#src/project/chronicle-error.ts';
import { APPEND } from '../disk/open-flags.ts';
import { type FileReading, readRegularFile, requireFile } from '../disk/read-file.ts';
import { withLock } from './lock.ts';
import { pause } from './pause.ts';

/** A file is quiet if it has not changed for this long (ms). */
const QUIET = 25;
/** A file last written longer ago than this is quiet without waiting (ms). */
const LONG_QUIET = 2000;

/**
 * Appends the text that `plan` returns for the file, and repeats that until `plan` returns null. Returns whether anything
 * was appended. Both texts are Latin-1.
 *
 * Reads the file when it is quiet and complete, and writes only at its end, in one write. So a concurrent append loses
 * nothing, and if an editor saves an older copy over it, the append is repeated. Throws CHRONICLE_RESTLESS after
 * `patience` ms, having written all of the text or none of it.
 */
export function appendToFile(path: string, patience: number, plan: (text: string) => string | null): boolean {
  const deadline = Date.now() + patience;
  return withLock(dirname(path), basename(path), patience, () => {
    for (let appended = false; ; appended = true) {
      const addition = plan(readQuiet(path, deadline, appended));
      if (addition === null) return appended;
      append(path, addition);
    }
  });
}

function append(path: string, addition: string): void {
  const file = openSync(path, APPEND);
  try {
    const stats = fstatSync(file);
    requireFile(stats, path);
    appendWhole(file, stats.size, Buffer.from(addition, 'latin1'));
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Writes at the end of an open file of this size. If the disk is full, removes the part that fitted, unless somebody has appended after it. */
export function appendWhole(file: number, size: number, bytes: Uint8Array): void {
  let at = 0;
  try {
    while (at < bytes.length) at += writeSync(file, bytes, at);
  } catch (error) {
    if (at > 0 && fstatSync(file).size === size + at) ftruncateSync(file, size);
    throw error;
  }
}

/** Reads the file once it is quiet and complete. With `settle`, waits even after an old last write, as the last write was ours. */
function readQuiet(path: string, deadline: number, settle: boolean): string {
  for (;;) {
    const reading = tryRead(path);
    if (reading && hasFrontMatter(reading.text)) {
      if (!settle && Date.now() - Number(reading.stats.mtimeMs) > LONG_QUIET) return reading.text;
      pause(QUIET);
      if (isUnchanged(path, reading.stats)) return reading.text;
    } else {
      pause(QUIET);
    }
    if (Date.now() > deadline) {
      throw new ChronicleError(
        'CHRONICLE_RESTLESS',
        `${path} keeps changing, or its front matter is broken. Its summary was not written.`,
      );
    }
  }
}

/** Null in the moment in which an editor replaces the file. */
function tryRead(path: string): FileReading | null {
  try {
    return readRegularFile(path);
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return null;
    throw error;
  }
}

/** Whether the front matter is closed. It is not while the file is being written. */
export function hasFrontMatter(text: string): boolean {
  return scanFrontMatter(text).frontMatter.close !== -1;
}

/** Whether the path is still the same file with the same content, as far as its status tells. */
export function isUnchanged(path: string, before: BigIntStats): boolean {
  const after = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  return (
    after !== undefined &&
    after.ino === before.ino &&
    after.dev === before.dev &&
    after.size === before.size &&
    after.mtimeNs === before.mtimeNs
  );
}
