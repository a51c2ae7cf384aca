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
    return { text: bytesOf(file, 0, Number(stats.size)).toString('latin1'), stats };
  } finally {
    closeSync(file);
  }
}

/** Throws CHRONICLE_NOT_A_FILE for a directory, pipe or device. */
export function requireFile(stats: Stats | BigIntStats, path: string): void {
  if (!stats.isFile())
    throw new ChronicleError('CHRONICLE_NOT_A_FILE', `${path} is not a regular file. Nothing was written.`);
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
 * cannot be read. Does not follow links unless `flags` allow it.
 */
export function readPiece(
  path: string,
  placeIn: (size: number) => { from: number; most: number },
  flags = READ,
): Piece | null {
  let file: number | undefined;
  try {
    file = openSync(path, flags);
    const stats = fstatSync(file);
    if (!stats.isFile()) return null;
    const { size } = stats;
    const { from, most } = placeIn(size);
    return { bytes: bytesOf(file, from, Math.max(0, Math.min(most, size - from))), from, size };
  } catch {
    return null;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** The first `limit` bytes of a regular file as UTF-8, or null if it cannot be read. Follows links unless `flags` forbid it. */
export function readBeginning(path: string, limit: number, flags = READ_LINKED): string | null {
  return readPiece(path, () => ({ from: 0, most: limit }), flags)?.bytes.toString() ?? null;
}

/** The complete lines in the last `limit` bytes of a regular file, or null if it cannot be read. Does not follow links. */
export function readLastLines(path: string, limit: number): string[] | null {
  const piece = readPiece(path, (size) => ({ from: Math.max(0, size - limit), most: limit }));
  if (piece === null) return null;
  const lines = piece.bytes.toString().split('\n');
  return piece.from === 0 ? lines : lines.slice(1);
}

/** At most `most` bytes of an open file from a byte on; fewer if it was shortened. */
function bytesOf(file: number, from: number, most: number): Buffer {
  const bytes = Buffer.allocUnsafe(most);
  let length = 0;
  while (length < most) {
    const read = readSync(file, bytes, length, most - length, from + length);
    if (read === 0) break;
    length += read;
  }
  return bytes.subarray(0, length);
}

/** Do not follow a link that somebody planted; Windows has no such flag. */
const NO_FOLLOW = constants.O_NOFOLLOW ?? 0;

/** Do not hang on a pipe in place of a file. */
const NO_BLOCK = constants.O_NONBLOCK ?? 0;

export const READ = constants.O_RDONLY | NO_FOLLOW | NO_BLOCK;
/** For appending to a file, which is created if it is missing, after a look at its end. */
export const APPEND_AND_READ = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | NO_FOLLOW | NO_BLOCK;
export const CREATE_NEW = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | NO_FOLLOW;
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
