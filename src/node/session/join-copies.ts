/** Writes what the copies of a session's file have more into the file. */
import { basename, dirname } from 'node:path';
import type { Copy } from '#src/chronicle/copies.ts';
import type { Joined } from '#src/chronicle/join-chronicles.ts';
import { flushDirectory, replaceFile } from '#src/lib/files.ts';
import { withLock } from '#src/lib/lock.ts';
import { discard } from '#src/lib/work-directory.ts';
import { ChronicleError, isErrno } from '#src/project/chronicle-error.ts';
import { asBytes } from '../disk/latin1.ts';
import { readRegularFile } from '../disk/read-file.ts';

/** An editor may be saving the file (ms). */
const PATIENCE = 5000;

/** Joins two texts; with a third, the one that both were made from. */
export type Join = (ours: string, theirs: string, base?: string) => Joined;

/** A copy as it was joined. */
export interface JoinedCopy extends Copy {
  /** Its bytes as Latin-1. */
  bytes: string;
}

/**
 * Adds to the file at `path` what the copies have more, all bytes of it kept, and says of each copy what it had. A copy that is
 * gone has nothing. Throws if a file is not UTF-8, and if the file cannot be written; nothing is written then.
 */
export function joinCopies(path: string, copies: readonly string[], join: Join): JoinedCopy[] {
  const texts = copies.flatMap((copy) => {
    const bytes = bytesAt(copy);
    return bytes === null ? [] : [{ path: copy, bytes, text: textOf(bytes, copy).replace(/^\ufeff/, '') }];
  });
  let joined: JoinedCopy[] = [];
  replaceFile(path, PATIENCE, (latin1) => {
    let text = textOf(latin1, path);
    joined = texts.map((copy) => {
      const { text: next, added, left } = join(text, copy.text);
      text = next;
      return { path: copy.path, bytes: copy.bytes, added, left };
    });
    return asBytes(text);
  });
  return joined;
}

/** Deletes a copy that was joined. False, and keeps it, if it has changed since. */
export function removeCopy({ path, bytes }: JoinedCopy): boolean {
  return withLock(dirname(path), basename(path), PATIENCE, () => {
    const now = bytesAt(path);
    if (now !== null && now !== bytes) return false;
    discard(path);
    flushDirectory(dirname(path));
    return true;
  });
}

/** A file's bytes as Latin-1; null if there is none. */
function bytesAt(path: string): string | null {
  try {
    return readRegularFile(path).text;
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return null;
    throw error;
  }
}

function textOf(latin1: string, path: string): string {
  const bytes = Buffer.from(latin1, 'latin1');
  const text = bytes.toString();
  if (Buffer.from(text).equals(bytes)) return text;
  throw new ChronicleError('CHRONICLE_NOT_TEXT', `${path} is not UTF-8 text. Save it as UTF-8. Nothing was written.`);
}
