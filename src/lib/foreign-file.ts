/**
 * Files of others that we change with their owner's consent: Claude Code's settings, AGENTS.md, CLAUDE.md. Links are followed
 * and kept, because people keep such files elsewhere. No temporary file stays next to them.
 */

import { isUtf8 } from 'node:buffer';
import { lstatSync, realpathSync, rmSync, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { ChronicleError, isErrno } from './chronicle-error.ts';
import { isUnchanged, placeAt, placeWhole, replaceRead } from './files.ts';
import { asBytes } from './latin1.ts';
import { HOST, isLeftover } from './lock.ts';
import { namesIn } from './names-in.ts';
import { type FileReading, readRegularFile, realPath } from './read-file.ts';

/** Larger than any real settings or instructions (bytes). */
const LARGEST = 1024 * 1024;
const ATTEMPTS = 20;

/** Returns the new text for a text; null stands for no file. */
export type Edit = (text: string | null) => string | null;

/** The text of a file, or null if there is none. Refuses anything but a text file. */
export function readForeign(path: string): string | null {
  const target = targetOf(path);
  const reading = target === null ? null : readText(target, path);
  return reading?.text ?? null;
}

/**
 * Refuses a read-only file (CHRONICLE_READ_ONLY), and one of another user (CHRONICLE_NOT_OWNER): a file can only be
 * replaced by one of the user's own, unless the user is root. One that does not exist is fine.
 */
export function requireWritable(path: string, user = process.getuid?.()): void {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats) return;
  if (user !== undefined && user !== 0 && stats.uid !== user)
    throw new ChronicleError(
      'CHRONICLE_NOT_OWNER',
      `${path} belongs to ${stats.uid === 0 ? 'root' : `another user (${stats.uid})`}. Have it changed by its owner, or make it yours, then run this again. The file was not changed.`,
    );
  if ((stats.mode & 0o200) !== 0) return;
  throw new ChronicleError(
    'CHRONICLE_READ_ONLY',
    `${path} is read-only. Make it writable, then run this again. The file was not changed.`,
  );
}

/** Refuses (CHRONICLE_TOO_LARGE) a change after which `readForeign` would refuse the file. */
export function requireFits(path: string, before: string | null, after: string | null): void {
  if (after === null || after === before || Buffer.byteLength(after) <= LARGEST) return;
  throw new ChronicleError(
    'CHRONICLE_TOO_LARGE',
    `${path} would be larger than 1 MiB. Shorten it, then run this again. The file was not changed.`,
  );
}

/**
 * Changes a file and returns its new text. At every moment the file has its old or its new text. It keeps its mode; a new
 * file gets `mode`. If someone saves the file meanwhile, the edit is applied again to what they saved.
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
  throw new ChronicleError(
    'CHRONICLE_RESTLESS',
    `${path} keeps changing. Close the programs that write to it, then run this again. The file was not changed.`,
  );
}

/** The file a path leads to, links followed; null if there is none. */
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
    `${path} is a broken symbolic link. Delete it, then run this again. The file was not changed.`,
  );
}

function readText(target: string, path: string): FileReading {
  const reading = readRegularFile(target);
  const bytes = Buffer.from(reading.text, 'latin1');
  const refuse = (code: string, why: string) => new ChronicleError(code, `${path} ${why} The file was not changed.`);
  if (bytes.length > LARGEST) throw refuse('CHRONICLE_TOO_LARGE', 'is larger than 1 MiB.');
  if (!isUtf8(bytes)) throw refuse('CHRONICLE_NOT_UTF8', 'is not UTF-8. Save it as UTF-8.');
  return { ...reading, text: bytes.toString() };
}

/** False if someone else changed the file meanwhile. */
function isDone(target: string, reading: FileReading | null, text: string | null, mode: number): boolean {
  if (text !== null) {
    const temporary = temporaryBeside(target);
    if (reading) return replaceRead(target, asBytes(text), reading.stats, temporary);
    return placeWhole(target, asBytes(text), () => placeAt(target, temporary), { mode, temporary });
  }
  if (reading && !isUnchanged(target, reading.stats)) return false;
  rmSync(target, { force: true });
  return true;
}

/** A new name for the replacement of a file. It names this process, in case that is killed. */
function temporaryBeside(path: string): string {
  return `${dirname(path)}/.${basename(path)}.${process.pid}.${HOST}.${Math.random().toString(16).slice(2)}.tmp`;
}

/** Deletes what a killed `changeForeign` left next to these files: it may contain their secrets. */
export function deleteTemporaries(paths: readonly string[]): void {
  for (const path of new Set(paths.map((path) => realPath(path) ?? path))) {
    const start = `.${basename(path)}.`;
    for (const name of namesIn(dirname(path)).filter((each) => each.startsWith(start))) {
      const left = `${dirname(path)}/${name}`;
      if (lstatSync(left, { throwIfNoEntry: false })?.isFile() && isLeftover(left, name.slice(start.length)))
        rmSync(left, { force: true });
    }
  }
}
