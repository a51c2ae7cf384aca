/** Reads files, and only regular ones: all of one, its beginning, its end, a piece, or its lines. */
import {
  type BigIntStats,
  closeSync,
  constants,
  fstatSync,
  openSync,
  readSync,
  realpathSync,
  type Stats,
} from 'node:fs';
import { ChronicleError, isErrno } from './chronicle-error.ts';
import { asText } from './latin1.ts';
import { dirname, sep } from 'node:path';

/** Larger files are skipped (bytes). Notes stay far below. */
export const LARGEST_FILE = 16 * 1024 * 1024;

export interface FileReading {
  /** The bytes as Latin-1, one character per byte, so that an edit keeps even invalid ones. */
  text: string;
  stats: BigIntStats;
}

/**
 * Reads a regular file without following links. Throws CHRONICLE_NOT_A_FILE for anything else, and CHRONICLE_TOO_LARGE for a
 * file larger than the format allows. Their messages say `name`.
 */
export function readRegularFile(path: string, name = path): FileReading {
  const file = openSync(path, READ);
  try {
    const stats = fstatSync(file, { bigint: true });
    requireFile(stats, name);
    if (stats.size > LARGEST_FILE)
      throw new ChronicleError('CHRONICLE_TOO_LARGE', `${name} is larger than 16 MiB. Nothing was written.`);
    return { text: readUpTo(file, Number(stats.size)), stats };
  } finally {
    closeSync(file);
  }
}

/** Throws CHRONICLE_NOT_A_FILE for a directory, pipe or device. */
export function requireFile(stats: Stats | BigIntStats, path: string): void {
  if (!stats.isFile())
    throw new ChronicleError('CHRONICLE_NOT_A_FILE', `${path} is not a regular file. Nothing was written.`);
}

/** The first `limit` bytes of a regular file as UTF-8, or null if it cannot be read. Follows links unless `flags` forbid it. */
export function readBeginning(path: string, limit: number, flags = READ_LINKED): string | null {
  const bytes = firstBytes(path, limit, flags);
  return bytes === null ? null : asText(bytes);
}

/** The same as Latin-1. */
export function firstBytes(path: string, limit: number, flags = READ_LINKED): string | null {
  let file: number;
  try {
    file = openSync(path, flags);
  } catch {
    return null;
  }
  try {
    return fstatSync(file).isFile() ? readUpTo(file, limit) : null;
  } catch {
    return null;
  } finally {
    closeSync(file);
  }
}

function readUpTo(file: number, limit: number): string {
  const buffer = Buffer.allocUnsafe(limit);
  let length = 0;
  while (length < limit) {
    const read = readSync(file, buffer, length, limit - length, null);
    if (read === 0) break;
    length += read;
  }
  return buffer.toString('latin1', 0, length);
}

/** A piece of a file. */
interface Piece {
  bytes: Buffer;
  /** The byte at which it begins. */
  from: number;
  /** The size of the file. */
  size: number;
}

/**
 * A piece of a regular file: `placeIn` says from which byte on and at most how much, by the file's size. Null if the file
 * cannot be read. Does not follow links.
 */
export function readPiece(path: string, placeIn: (size: number) => { from: number; most: number }): Piece | null {
  let file: number;
  try {
    file = openSync(path, READ);
  } catch {
    return null;
  }
  try {
    const stats = fstatSync(file);
    if (!stats.isFile()) return null;
    const { size } = stats;
    const { from, most } = placeIn(size);
    const bytes = Buffer.allocUnsafe(Math.max(0, Math.min(most, size - from)));
    let length = 0;
    while (length < bytes.length) {
      const read = readSync(file, bytes, length, bytes.length - length, from + length);
      if (read === 0) break;
      length += read;
    }
    return { bytes: bytes.subarray(0, length), from, size };
  } catch {
    return null;
  } finally {
    closeSync(file);
  }
}

/** The complete lines in the last `limit` bytes of a regular file, or null if it cannot be read. Does not follow links. */
export function readLastLines(path: string, limit: number): string[] | null {
  const read = readEnd(path, limit);
  if (read === null) return null;
  const lines = read.text.split('\n');
  return read.isWhole ? lines : lines.slice(1);
}

/** The last `limit` bytes of a regular file as UTF-8, and whether they are all of it. Null if it cannot be read. Does not follow links. */
export function readEnd(path: string, limit: number): { text: string; isWhole: boolean } | null {
  const piece = readPiece(path, (size) => ({ from: Math.max(0, size - limit), most: limit }));
  return piece && { text: piece.bytes.toString('utf8'), isWhole: piece.from === 0 };
}

const CHUNK = 1024 * 1024;

/**
 * The lines of a file from a byte on, or from its beginning if it is shorter, without the last one if it is unfinished.
 * None if it cannot be read. Does not follow links.
 */
export function* linesFrom(path: string, offset: number): Generator<string> {
  let file: number;
  try {
    file = openSync(path, READ);
  } catch {
    return;
  }
  try {
    const stats = fstatSync(file);
    if (!stats.isFile()) return;
    const buffer = Buffer.allocUnsafe(CHUNK);
    let at = stats.size < offset ? 0 : offset;
    let rest: Buffer[] = [];
    for (;;) {
      const length = readSync(file, buffer, 0, CHUNK, at);
      if (length === 0) return;
      at += length;
      let start = 0;
      for (let end = buffer.indexOf(0x0a); end >= 0 && end < length; end = buffer.indexOf(0x0a, start)) {
        yield Buffer.concat([...rest, buffer.subarray(start, end)]).toString('utf8');
        rest = [];
        start = end + 1;
      }
      rest.push(Buffer.from(buffer.subarray(start, length)));
    }
  } finally {
    closeSync(file);
  }
}

/** Do not follow a link that somebody planted; Windows has no such flag. */
const NO_FOLLOW = constants.O_NOFOLLOW ?? 0;

/** Do not hang on a pipe in place of a file. */
const NO_BLOCK = constants.O_NONBLOCK ?? 0;

export const READ = constants.O_RDONLY | NO_FOLLOW | NO_BLOCK;
export const APPEND_OR_CREATE = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | NO_FOLLOW | NO_BLOCK;
/** For appending after a look at the end of the file. */
export const APPEND_AND_READ = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | NO_FOLLOW | NO_BLOCK;
export const CREATE_NEW = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | NO_FOLLOW;
export const OVERWRITE = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | NO_FOLLOW | NO_BLOCK;
/** For files of others that may be links, such as a repository's HEAD. */
export const READ_LINKED = constants.O_RDONLY | NO_BLOCK;

/** The real path; null if the path does not exist or without permission. */
export function realPath(path: string): string | null {
  try {
    return realpathSync.native(path);
  } catch {
    return null;
  }
}

/** The real path; null if the path does not exist. Throws without permission. */
export function realPathIfAny(path: string): string | null {
  try {
    return realpathSync.native(path);
  } catch (error) {
    if (!isErrno(error, 'ENOENT') || dirname(path) === path) throw error;
    return null;
  }
}

/** The real path, or that of the nearest parent that exists. Throws without permission. */
export function nearestRealPath(path: string): string {
  return realPathIfAny(path) ?? nearestRealPath(dirname(path));
}

/** Whether a real path is the real path `root` or is inside it. */
export function isWithin(path: string, root: string): boolean {
  return path === root || path.startsWith(root.endsWith(sep) ? root : root + sep);
}
