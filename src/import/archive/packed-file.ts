/** A file as it is, or unpacked if gzip packed it, which its first bytes tell. */
import { closeSync, createReadStream, fstatSync, openSync, readSync } from 'node:fs';
import { pipeline, type Readable } from 'node:stream';
import { constants, createGunzip, gunzipSync } from 'node:zlib';
import { READ_LINKED } from '#src/lib/open-flags.ts';
import { isErrno } from '#src/lib/chronicle-error.ts';

const CHUNK = 1024 * 1024;
/** So many bytes of a packed file have its first line. */
const PACKED_BEGINNING = 4096;
/** What was packed is given out even if the end is missing. */
const ENDS_ANYWHERE = { finishFlush: constants.Z_SYNC_FLUSH };

/** The first `limit` bytes as UTF-8; null if there is no such file or it cannot be read. */
export function unpackedBeginning(path: string, limit: number): string | null {
  const bytes = beginningOf(path, Math.max(limit, PACKED_BEGINNING));
  if (bytes === null || !isPacked(bytes)) return bytes?.toString('utf8', 0, limit) ?? null;
  try {
    // Without the digest at the end, should they be the whole file: lines before a fault are read.
    return gunzipSync(bytes.subarray(0, -8), ENDS_ANYWHERE).toString('utf8', 0, limit);
  } catch {
    return '';
  }
}

/** The bytes, some at a time; of a packed file that was cut off, what it has. Throws an error that `isDamaged` knows. */
export function unpackedChunks(path: string): Readable {
  const isToUnpack = isPacked(beginningOf(path, 2) ?? Buffer.alloc(0));
  const file = createReadStream(path, { fd: openSync(path, READ_LINKED), highWaterMark: CHUNK });
  // What fails is thrown where the chunks are read.
  return isToUnpack ? pipeline(file, createGunzip(ENDS_ANYWHERE), () => {}) : file;
}

/** Whether an error says that packed bytes are damaged. */
export function isDamaged(error: unknown): boolean {
  return isErrno(error, 'Z_DATA_ERROR');
}

function isPacked(bytes: Buffer): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

function beginningOf(path: string, limit: number): Buffer | null {
  let file: number | undefined;
  try {
    file = openSync(path, READ_LINKED);
    const bytes = Buffer.alloc(limit);
    return fstatSync(file).isFile() ? bytes.subarray(0, readSync(file, bytes)) : null;
  } catch {
    return null;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}
