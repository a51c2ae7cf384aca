/**
 * Files that belong to others and that we change at their owner's word: settings of Claude Code, AGENTS.md, CLAUDE.md. A
 * link is followed and kept, as people keep such files elsewhere. Nothing is left beside them.
 */

import { isUtf8 } from 'node:buffer';
import {
  closeSync,
  fchmodSync,
  fsyncSync,
  lstatSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { ChronicleError, isErrno } from '#src/project/chronicle-error.ts';
import { CREATE_NEW } from '../disk/open-flags.ts';
import { type FileReading, readRegularFile } from '../disk/read-file.ts';
import { isUnchanged } from '../store/append-file.ts';
import { placeAt } from '../store/create-file.ts';
import { discard, flushDirectory, writeAll } from '../store/work-directory.ts';
import { temporaryBeside } from './old-temporaries.ts';

/** Nobody's settings or instructions are larger (bytes). */
const LARGEST = 1024 * 1024;
const ATTEMPTS = 20;

/** What a file becomes; null is no file. */
export type Edit = (text: string | null) => string | null;

/** The text of a file, or null if there is none. Refuses what is no file of text. */
export function readForeign(path: string): string | null {
  const target = targetOf(path);
  const reading = target === null ? null : readText(target, path);
  return reading?.text ?? null;
}

/** Refuses (CHRONICLE_READ_ONLY) a file that its owner has made read-only; one that is not there may be written. */
export function requireWritable(path: string): void {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats || (stats.mode & 0o200) !== 0) return;
  throw new ChronicleError(
    'CHRONICLE_READ_ONLY',
    `${path} is read-only. Make it writable, then run this again. It was not changed.`,
  );
}

/** Refuses (CHRONICLE_TOO_LARGE) a change that makes a file one that `readForeign` would refuse. */
export function requireFits(path: string, before: string | null, after: string | null): void {
  if (after === null || after === before || Buffer.byteLength(after) <= LARGEST) return;
  throw new ChronicleError(
    'CHRONICLE_TOO_LARGE',
    `${path} would be larger than 1 MiB. Make it smaller, then run this again. It was not changed.`,
  );
}

/**
 * Changes a file and returns the text it has then. It is the old one or the new one at every moment, and keeps its mode; a
 * new one gets `mode`. If somebody saves it meanwhile, the edit is done again on what they saved.
 */
export function changeForeign(path: string, edit: Edit, mode: number): string | null {
  for (let n = 0; n < ATTEMPTS; n++) {
    const target = targetOf(path);
    const reading = target === null ? null : readText(target, path);
    const before = reading?.text ?? null;
    const after = edit(before);
    requireFits(path, before, after);
    if (after === before || isDone(target ?? path, reading, after, mode)) return after;
  }
  throw new ChronicleError('CHRONICLE_RESTLESS', `${path} is being rewritten all the time. It was not changed.`);
}

/** The file that a path means, links followed; null if there is none. */
function targetOf(path: string): string | null {
  try {
    return realpathSync.native(path);
  } catch (error) {
    if (isErrno(error, 'ENOTDIR')) return null;
    if (!isErrno(error, 'ENOENT')) throw error;
  }
  if (!lstatSync(path, { throwIfNoEntry: false })) return null;
  throw new ChronicleError(
    'CHRONICLE_BAD_LINK',
    `${path} is a link that leads nowhere. Remove it. It was not changed.`,
  );
}

function readText(target: string, path: string): FileReading {
  const reading = readRegularFile(target);
  const bytes = Buffer.from(reading.text, 'latin1');
  const refuse = (code: string, why: string) => new ChronicleError(code, `${path} ${why} It was not changed.`);
  if (bytes.length > LARGEST) throw refuse('CHRONICLE_TOO_LARGE', 'is larger than 1 MiB.');
  if (!isUtf8(bytes)) throw refuse('CHRONICLE_NOT_UTF8', 'is not UTF-8. Save it as UTF-8.');
  return { ...reading, text: bytes.toString() };
}

/** False if somebody else was at the file. */
function isDone(target: string, reading: FileReading | null, text: string | null, mode: number): boolean {
  if (text === null) {
    if (reading && !isUnchanged(target, reading.stats)) return false;
    rmSync(target, { force: true });
    return true;
  }
  const temporary = writeBeside(target, text, reading ? Number(reading.stats.mode) & 0o777 : mode);
  try {
    if (!reading) return placeAt(target, temporary, Buffer.from(text).toString('latin1'));
    if (!isUnchanged(target, reading.stats)) return false;
    renameSync(temporary, target);
    return true;
  } finally {
    discard(temporary);
    flushDirectory(dirname(target));
  }
}

function writeBeside(target: string, text: string, mode: number): string {
  const path = temporaryBeside(target);
  const file = openSync(path, CREATE_NEW, 0o600);
  try {
    writeAll(file, Buffer.from(text));
    if (mode !== 0o600) fchmodSync(file, mode);
    fsyncSync(file);
  } catch (error) {
    discard(path);
    throw error;
  } finally {
    closeSync(file);
  }
  return path;
}
