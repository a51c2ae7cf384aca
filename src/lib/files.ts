/**
 * How this product writes files. Hooks, the agent's commands, a person's commands and their editor write the same files at
 * the same time, and any process may be killed at any moment. Two rules make that safe:
 *
 * 1. A file gets its name only when it is complete: it is written under a temporary name in the hidden folder next to it,
 *    flushed to the disk, and renamed. Whoever reads sees the old file or the new one, whenever a process is killed and
 *    however full the disk is.
 * 2. Whoever changes a file holds its lock (`lock.ts`), reads it, edits what was read, and renames only if the file is still
 *    the one that was read; otherwise it starts over. So none of our processes loses what another wrote. A rename alone
 *    would lose more than writing in place.
 *
 * `createFile` makes a new file, `replaceFile` edits one, `overwriteFile` writes one that only we write, and `appendLines`
 * adds lines to a log in one write at its end. None of them follows a link. Editors know no lock: one that saves a text it
 * read earlier overwrites what was added since, as with any text file.
 *
 * Texts are Latin-1, one character for each byte, so that an edit keeps every byte that it does not change.
 */
import {
  type BigIntStats,
  closeSync,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  linkSync,
  lstatSync,
  openSync,
  readSync,
  renameSync,
  writeSync,
} from 'node:fs';
import { basename, dirname } from 'node:path';
import { ChronicleError, isErrno, NO_HARD_LINKS } from './chronicle-error.ts';
import { asBytes } from './latin1.ts';
import { discard, pause, temporaryName, withLock } from './lock.ts';
import { workPath } from './paths.ts';
import { APPEND_AND_READ, CREATE_NEW, type FileReading, readRegularFile, requireFile } from './read-file.ts';

/** How long to wait before a file is read again that is being saved (ms). */
const RETRY_AFTER = 5;
/** Some editors rename the old file before they write the new one: so often a missing file is looked for again. */
const LOOKS_FOR_MISSING = 5;
const NEWLINE = 0x0a;

/**
 * Creates a file under the first free name of `nameOf(1)`, `nameOf(2)`, … and returns that name. The text is not Latin-1.
 * The file appears complete or not at all, and never replaces a file.
 */
export function createFile(directory: string, nameOf: (n: number) => string, text: string): string {
  return placeWhole(`${directory}/${nameOf(1)}`, asBytes(text), (temporary) => {
    for (let n = 1; ; n++) if (placeAt(`${directory}/${nameOf(n)}`, temporary)) return nameOf(n);
  });
}

/** Creates a file, complete or not at all. Returns false, and leaves the file alone, if the name is taken. */
export function createWhole(path: string, text: string): boolean {
  return placeWhole(path, text, (temporary) => placeAt(path, temporary));
}

/**
 * Edits a file and returns the new text. `edit` gets the text of the file, perhaps several times, and returns the new one,
 * or the same if there is nothing to change. The file keeps its mode and owner. `isWhole` tells whether a text is complete
 * and not still being saved; it is read again until it is.
 *
 * Throws CHRONICLE_RESTLESS after `patience` ms, CHRONICLE_GONE for a missing file, and CHRONICLE_NOT_OWNED for a file of
 * another user whom the new one could not belong to. Nothing is written then.
 */
export function replaceFile(
  path: string,
  patience: number,
  edit: (text: string) => string,
  isWhole = hasFrontMatter,
): string {
  const deadline = Date.now() + patience;
  const directory = dirname(path);
  const replace = () => {
    for (let missed = 0; ; pause(RETRY_AFTER)) {
      const reading = readIfThere(path);
      if (reading === null && ++missed > LOOKS_FOR_MISSING)
        throw new ChronicleError('CHRONICLE_GONE', `${path} no longer exists. Nothing was written.`);
      if (reading && isWhole(reading.text)) {
        const text = edit(reading.text);
        if (text === reading.text || replaceRead(path, text, reading.stats)) return text;
      }
      if (Date.now() > deadline)
        throw new ChronicleError(
          'CHRONICLE_RESTLESS',
          `${path} keeps changing, or its front matter is broken. Nothing was written.`,
        );
    }
  };
  return naming(path, workPath(directory), () => withLock(directory, basename(path), patience, replace));
}

/** Replaces a file by a text, unless it is no longer the one with this status: then returns false. It keeps its mode and owner. */
export function replaceRead(path: string, text: string, read: BigIntStats, temporary?: string): boolean {
  const place = (made: string) => {
    if (!isUnchanged(path, read)) return false;
    renameSync(made, path);
    return true;
  };
  return placeWhole(path, text, place, { like: { path, stats: read }, temporary });
}

/**
 * Writes a whole file that only we write, new or not. Whoever bases the text on what the file contained holds a lock
 * meanwhile. Not flushed to the disk unless `durable`.
 */
export function overwriteFile(path: string, text: string, options: { mode?: number; durable?: boolean } = {}): void {
  placeWhole(path, text, (temporary) => renameSync(temporary, path), options);
}

/**
 * Appends lines to a file in one durable write. The lines are not Latin-1. Creates a missing file, readable by its owner
 * only. Half a line left by a killed writer stays on its own line. Throws CHRONICLE_NOT_A_FILE for anything but a regular
 * file. On a full disk nothing is appended.
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

/** Writes at the end of an open file of this size. If the disk is full, removes the part that fitted, unless somebody has appended after it. */
function appendWhole(file: number, size: number, bytes: Uint8Array): void {
  let at = 0;
  try {
    while (at < bytes.length) at += writeSync(file, bytes, at);
  } catch (error) {
    if (at > 0 && fstatSync(file).size === size + at) ftruncateSync(file, size);
    throw error;
  }
}

/** How a file is written: its mode, or the file whose mode and owner it gets, and whether it is flushed to the disk. */
interface Writing {
  mode?: number | undefined;
  like?: { path: string; stats: BigIntStats } | undefined;
  durable?: boolean | undefined;
  /** Where it is written first; in the work directory if it is undefined. */
  temporary?: string | undefined;
}

/**
 * Writes a text under a temporary name and returns what `place` does with that. The temporary file is gone afterwards. Messages
 * name `path`.
 */
export function placeWhole<T>(path: string, text: string, place: (temporary: string) => T, writing: Writing = {}): T {
  const directory = dirname(path);
  return naming(path, writing.temporary ?? workPath(directory), () => {
    const temporary = writeTemporary(directory, text, writing);
    try {
      const placed = place(temporary);
      if (writing.durable ?? true) flushDirectory(directory);
      return placed;
    } finally {
      discard(temporary);
    }
  });
}

/**
 * Gives a finished temporary file a name; false if the name is taken. Where the file system has no hard links, the name is
 * first taken by an empty file, which stays if the process is killed in that instant.
 */
export function placeAt(path: string, temporary: string): boolean {
  try {
    linkSync(temporary, path);
  } catch (error) {
    if (isErrno(error, 'EEXIST')) return false;
    if (!isErrno(error, ...NO_HARD_LINKS)) throw error;
    try {
      closeSync(openSync(path, CREATE_NEW, 0o600));
      renameSync(temporary, path);
    } catch (other) {
      if (isErrno(other, 'EEXIST')) return false;
      throw other;
    }
  }
  return true;
}

/** Writes bytes to a new file in the work directory and returns its path. */
export function writeTemporary(directory: string, text: string, writing: Writing = {}): string {
  const { mode = 0o600, like, durable = true, temporary } = writing;
  return naming(directory, workPath(directory), () => {
    const path = temporary ?? temporaryName(directory);
    const file = openSync(path, CREATE_NEW, 0o600);
    try {
      writeAll(file, Buffer.from(text, 'latin1'));
      if (like) keepOwner(file, like.path, like.stats);
      fchmodSync(file, like ? Number(like.stats.mode) & 0o777 : mode);
      if (durable) fsyncSync(file);
    } catch (error) {
      discard(path);
      throw error;
    } finally {
      closeSync(file);
    }
    return path;
  });
}

/** Writes the whole buffer to an open file. */
export function writeAll(file: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
}

/** Makes a new or renamed name durable. Ignores systems that cannot flush a directory. */
export function flushDirectory(directory: string): void {
  try {
    const file = openSync(directory, 'r');
    try {
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    if (!isErrno(error, 'EISDIR', 'EPERM', 'EACCES', 'EINVAL', 'ENOTSUP')) throw error;
  }
}

/** Whether the front matter is closed. It is not while the file is being written. Takes text or Latin-1. */
export function hasFrontMatter(text: string): boolean {
  return FRONT_MATTER.test(text);
}

const FRONT_MATTER = /^(?:\ufeff|\u00ef\u00bb\u00bf)?---[ \t]*\r?\n(?:[\s\S]*?\n)?---[ \t]*\r?(?:\n|$)/;

/**
 * Runs `work`. A system error that names no path, a temporary one or the directory names `path` instead: people do not know
 * temporary files.
 */
export function naming<T>(path: string, temporary: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) {
      const named = 'path' in error ? String(error.path) : '';
      if (named === '' || named === dirname(path) || named.startsWith(temporary)) Object.assign(error, { path });
    }
    throw error;
  }
}

/** Whether the path is still the same file with the same content, as far as its status tells. */
export function isUnchanged(path: string, before: BigIntStats): boolean {
  const after = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  return (
    after !== undefined &&
    after.ino === before.ino &&
    after.dev === before.dev &&
    after.size === before.size &&
    after.mtimeNs === before.mtimeNs &&
    after.ctimeNs === before.ctimeNs
  );
}

/** Gives a new file the owner of the one that it replaces. Where all files have one owner, that is so already. */
function keepOwner(file: number, path: string, { uid, gid }: BigIntStats): void {
  if (fstatSync(file).uid === Number(uid)) return;
  try {
    fchownSync(file, Number(uid), Number(gid));
  } catch (error) {
    if (!isErrno(error, 'EPERM', 'EINVAL')) throw error;
    throw new ChronicleError('CHRONICLE_NOT_OWNED', `${path} belongs to another user. Nothing was written.`);
  }
}

/** Null in the moment in which an editor replaces the file. */
function readIfThere(path: string): FileReading | null {
  try {
    return readRegularFile(path);
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return null;
    throw error;
  }
}

/** Whether the last line has no line break, as after a killed writer. */
function isTorn(file: number, size: number): boolean {
  if (size === 0) return false;
  const last = Buffer.alloc(1);
  return readSync(file, last, 0, 1, size - 1) === 1 && last[0] !== NEWLINE;
}
