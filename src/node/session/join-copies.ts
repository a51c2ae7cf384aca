/** Writes what the copies of a session's file have more into the file. */
import type { Copy } from '#src/chronicle/copies.ts';
import type { Joined } from '#src/chronicle/join-chronicles.ts';
import { ChronicleError, isErrno } from '#src/project/chronicle-error.ts';
import { asBytes } from '../disk/latin1.ts';
import { readRegularFile } from '../disk/read-file.ts';
import { replaceFile } from '../store/replace-file.ts';

/** An editor may be saving the file (ms). */
const PATIENCE = 5000;

/** Joins two texts; with a third, the one that both were made from. */
export type Join = (ours: string, theirs: string, base?: string) => Joined;

/**
 * Adds to the file at `path` what the copies have more, all bytes of it kept, and says of each copy what it had. A copy that is
 * gone has nothing. Throws if a file is not UTF-8, and if the file cannot be written; nothing is written then.
 */
export function joinCopies(path: string, copies: readonly string[], join: Join): Copy[] {
  const texts = copies.flatMap((copy) => {
    const text = textAt(copy);
    return text === null ? [] : [{ path: copy, text }];
  });
  let joined: Copy[] = [];
  replaceFile(path, PATIENCE, (latin1) => {
    const bytes = Buffer.from(latin1, 'latin1');
    let text = bytes.toString();
    if (!Buffer.from(text).equals(bytes)) throw notUtf8(path);
    joined = texts.map((copy) => {
      const { text: next, added, left } = join(text, copy.text);
      text = next;
      return { path: copy.path, added, left };
    });
    return asBytes(text);
  });
  return joined;
}

/** A file's text without a byte order mark; null if there is none. */
function textAt(path: string): string | null {
  try {
    const bytes = Buffer.from(readRegularFile(path).text, 'latin1');
    const text = bytes.toString();
    if (!Buffer.from(text).equals(bytes)) throw notUtf8(path);
    return text.replace(/^\ufeff/, '');
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return null;
    throw error;
  }
}

function notUtf8(path: string): ChronicleError {
  return new ChronicleError('CHRONICLE_NOT_TEXT', `${path} is not UTF-8 text. Save it as UTF-8. Nothing was written.`);
}
