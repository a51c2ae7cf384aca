/**
 * Digests in hex, of bytes or of a text in UTF-8. Loading `node:crypto` costs a hook a millisecond: `src/lib/hash.ts` needs
 * nothing.
 */
import * as crypto from 'node:crypto';
import { lstatSync, readdirSync, type Stats, statSync } from 'node:fs';
import { codeOf, isErrno } from './chronicle-error.ts';
import { WORK_FOLDER } from './paths.ts';

export function sha1Of(content: string | Uint8Array): string {
  return digestOf('sha1', content);
}

export function sha256Of(content: string | Uint8Array): string {
  return digestOf('sha256', content);
}

/** `crypto.hash` is four times as fast for a line, and came with Node 20.12. */
function digestOf(algorithm: 'sha1' | 'sha256', content: string | Uint8Array): string {
  const { hash } = crypto as Partial<typeof crypto>;
  return hash ? hash(algorithm, content) : crypto.createHash(algorithm).update(content).digest('hex');
}

/** Deeper directories are not looked at: a link may lead back. */
const DEEPEST = 12;

/**
 * A digest that changes whenever a file below the given files and directories, which may be missing, is added, changed, renamed
 * or removed. Looks at the size, times and number of every file, and follows links. `skipped` are paths that do not count.
 */
export function stampTree(places: readonly string[], skipped: ReadonlySet<string>): string {
  const hash = crypto.createHash('sha1');
  const addFile = (path: string, { size, mtimeMs, ctimeMs, ino }: Stats): void => {
    hash.update(`${path}\0${size} ${mtimeMs} ${ctimeMs} ${ino}\n`);
  };
  const add = (path: string, depth: number): void => {
    if (skipped.has(path)) return;
    try {
      let stats = lstatSync(path);
      if (stats.isSymbolicLink()) {
        addFile(path, stats);
        stats = statSync(path);
      }
      if (!stats.isDirectory()) {
        addFile(path, stats);
        return;
      }
      // Locks and temporary files come and go.
      const names = readdirSync(path)
        .filter((name) => name !== WORK_FOLDER)
        .sort();
      // Other directories are known by their files.
      if (names.length === 0) hash.update(`${path}/\n`);
      if (depth < DEEPEST) for (const name of names) add(`${path}/${name}`, depth + 1);
    } catch (error) {
      if (!isErrno(error, 'ENOENT')) hash.update(`${path}\0${codeOf(error)}\n`);
    }
  };
  for (const place of places) add(place, 0);
  return hash.digest('hex');
}
