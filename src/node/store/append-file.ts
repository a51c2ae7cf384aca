/**
 * This folder is how files are written that others write too: editors, the agent, hooks of other sessions, and processes
 * that are killed on the way. `appendToFile` adds to the end of a chronicle, `replaceFile` edits any place of a file,
 * `createFile` makes a new one under a free name, and `appendLines` adds lines of JSON. `withLock` keeps our own
 * processes apart for a moment; `exclusively` refuses a second build or backfill.
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

/** A file is quiet when nothing about it changed for this long (ms). */
const QUIET = 25;
/** A file last written longer ago than this needs no waiting (ms). */
const LONG_QUIET = 2000;

/**
 * Appends what `plan` asks for, until the file no longer needs it; returns whether anything was
 * appended. `plan` gets the file as Latin-1 and returns Latin-1, or null for nothing.
 *
 * The file is read when it is quiet and whole, and is only ever written at its end, in one write:
 * a writer that appends at the same moment loses nothing, and an editor that saved an older copy
 * over it is seen and the append repeated. Refuses (CHRONICLE_RESTLESS) after `patience` ms,
 * with nothing written by this call or everything.
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

/** Writes at the end of an open file of this size. On a full disk the part that fitted is taken back, unless somebody has written behind it. */
export function appendWhole(file: number, size: number, bytes: Uint8Array): void {
  let at = 0;
  try {
    while (at < bytes.length) at += writeSync(file, bytes, at);
  } catch (error) {
    if (at > 0 && fstatSync(file).size === size + at) ftruncateSync(file, size);
    throw error;
  }
}

/** Half-written files are waited for; `settle` waits even if the last write is long ago, as ours is the last. */
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
        `${path} is being rewritten all the time, or its front matter is broken. Its summary was not written.`,
      );
    }
  }
}

/** An editor that renames leaves a moment without a file. */
function tryRead(path: string): FileReading | null {
  try {
    return readRegularFile(path);
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return null;
    throw error;
  }
}

/** Whether the front matter is closed: that of a file which is being written is not, for a moment. */
export function hasFrontMatter(text: string): boolean {
  return scanFrontMatter(text).frontMatter.close !== -1;
}

/** Whether the name still stands for the same file with the same content, as far as the file system tells. */
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
