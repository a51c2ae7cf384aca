import { type BigIntStats, closeSync, fstatSync, openSync, readSync, type Stats } from 'node:fs';
import { LARGEST_FILE } from '#src/format/decode.ts';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import { asText } from './latin1.ts';
import { READ, READ_LINKED } from './open-flags.ts';

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
