/**
 * A private copy of a SQLite database that another program may be writing to. SQLite itself would leave traces: opening a
 * database in WAL mode writes to its `-shm` file, and `immutable` ignores what is still in its `-wal`. So only bytes are read:
 * the database and its log are copied, and the copy is taken again if either was changed meanwhile in a way that a reader
 * would notice. Frames that are added to the log at the same moment do no harm: SQLite stops at the last whole transaction.
 */
import {
  closeSync,
  constants,
  copyFileSync,
  mkdtempSync,
  openSync,
  readSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs';
import { namesIn } from '#src/lib/names-in.ts';
import { READ_LINKED } from '#src/lib/open-flags.ts';
import { pause } from '#src/lib/pause.ts';
import { privateDirectory } from '#src/lib/private-directory.ts';
import { isRunning } from '#src/lib/running-process.ts';
import { ChronicleError, isErrno, sentenceOf } from '#src/lib/chronicle-error.ts';
import type { Layout } from '#src/lib/paths.ts';

const MAGIC = 'SQLite format 3\0';
const HEADER = 100;
/** The header of a log: its salts change whenever it begins anew. */
const LOG_HEADER = 32;
const TRIES = 5;
const RETRY_AFTER = 200;
/** What the disk must have left besides the copy. */
const RESERVE = 64 * 1024 * 1024;

/** Why a file cannot be a database that we can read, in a sentence; null if it looks like one. */
export function databaseFault(path: string): string | null {
  let size: number;
  let header: Buffer;
  try {
    const stats = statSync(path);
    if (!stats.isFile()) return `${path} is not a file.`;
    size = stats.size;
    header = beginningOf(path, HEADER);
  } catch (error) {
    return sentenceOf(error);
  }
  if (size === 0) return `${path} is empty.`;
  if (header.toString('latin1', 0, MAGIC.length) !== MAGIC)
    return `${path} is not a SQLite database, or it is encrypted. If it is, decrypt a copy and import that.`;
  const written = header.readUInt16BE(16);
  const page = written === 1 ? 65_536 : written;
  const pages = header.readUInt32BE(28);
  const isCounted = header.readUInt32BE(24) === header.readUInt32BE(92);
  if (isCounted && pages * page > size && !existsWithContent(`${path}-wal`))
    return `${path} is cut off: it has ${size} of ${pages * page} bytes. Import a backup of it instead.`;
  return null;
}

/** Whether a file begins as SQLite databases do. */
export function isDatabase(path: string): boolean {
  try {
    return beginningOf(path, MAGIC.length).toString('latin1') === MAGIC;
  } catch {
    return false;
  }
}

interface Copy {
  /** The path of the copy. */
  path: string;
  remove(): void;
}

/**
 * Copies a database. Throws CHRONICLE_DISK_FULL without enough room, and CHRONICLE_RESTLESS if it does not hold still. The
 * original is only read.
 */
export function copyDatabase(layout: Layout, path: string): Copy {
  privateDirectory(layout.cache, layout.config);
  removeLeftovers(layout);
  requireRoom(layout.cache, path);
  const directory = mkdtempSync(`${layout.cache}/${PREFIX}${process.pid}-`);
  const remove = () => rmSync(directory, { recursive: true, force: true });
  try {
    const copy = `${directory}/copy.db`;
    for (let tries = 1; ; tries++) {
      if (copyOnce(path, copy)) return { path: copy, remove };
      if (tries === TRIES)
        throw new ChronicleError(
          'CHRONICLE_RESTLESS',
          `${path} keeps changing. Stop the program that writes to it, then import it again. Nothing was changed.`,
        );
      pause(RETRY_AFTER);
    }
  } catch (error) {
    remove();
    if (isErrno(error, 'EBUSY', 'EACCES', 'EPERM'))
      throw new ChronicleError(
        'CHRONICLE_UNREADABLE',
        `${path} is locked or cannot be read. Stop the program that uses it, then import it again. Nothing was changed.`,
      );
    throw error;
  }
}

/** Whether the copy is one that the database was in at some moment. */
function copyOnce(path: string, copy: string): boolean {
  const before = stateOf(path);
  copyFileSync(path, copy, constants.COPYFILE_FICLONE);
  for (const end of ['-wal', '-journal']) {
    rmSync(`${copy}${end}`, { force: true });
    if (existsWithContent(`${path}${end}`)) copyFileSync(`${path}${end}`, `${copy}${end}`, constants.COPYFILE_FICLONE);
  }
  return before === stateOf(path);
}

/** What changes when somebody writes into the database, or begins its log anew. More frames in the log do not count. */
function stateOf(path: string): string {
  const { mtimeNs, size, ino } = statSync(path, { bigint: true });
  const log = existsWithContent(`${path}-wal`) ? beginningOf(`${path}-wal`, LOG_HEADER).toString('hex') : '';
  const journal = statSync(`${path}-journal`, { bigint: true, throwIfNoEntry: false });
  return [mtimeNs, size, ino, log, journal?.mtimeNs ?? '', journal?.size ?? ''].join(' ');
}

function existsWithContent(path: string): boolean {
  return (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0;
}

function beginningOf(path: string, length: number): Buffer {
  const file = openSync(path, READ_LINKED);
  try {
    const buffer = Buffer.alloc(length);
    readSync(file, buffer, 0, length, 0);
    return buffer;
  } finally {
    closeSync(file);
  }
}

function requireRoom(directory: string, path: string): void {
  const { bavail, bsize } = statfsSync(directory);
  const needed = [path, `${path}-wal`, `${path}-journal`].reduce(
    (sum, each) => sum + (statSync(each, { throwIfNoEntry: false })?.size ?? 0),
    RESERVE,
  );
  if (bavail * bsize >= needed) return;
  throw new ChronicleError(
    'CHRONICLE_DISK_FULL',
    `There is no room for a copy of ${path} in ${directory}: it needs ${Math.ceil(needed / 1e6)} MB. Free some space and import it again. Nothing was changed.`,
  );
}

const PREFIX = 'import-';

/** Removes the copies of processes that were killed. */
function removeLeftovers({ cache }: Layout): void {
  for (const name of namesIn(cache)) {
    const [, pid] = /^import-(\d+)-\w+$/.exec(name) ?? [];
    if (pid !== undefined && Number(pid) !== process.pid && !isRunning({ pid: Number(pid), started: null }))
      rmSync(`${cache}/${name}`, { recursive: true, force: true });
  }
}
