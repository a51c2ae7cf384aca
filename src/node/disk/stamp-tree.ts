import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, type Stats, statSync } from 'node:fs';
import { codeOf, isErrno } from '#src/project/chronicle-error.ts';

/** Facts about all files below some places, without their content. */
export interface TreeStamp {
  /** Changes whenever a file is added, changed, renamed or removed. */
  digest: string;
  /** When the last of them was changed (ms). */
  newestMs: number;
}

/** Deeper directories are not looked at: a link may lead back. */
const DEEPEST = 12;

/**
 * Looks at the size, times and number of every file below the given files and directories, which may be missing. Follows
 * links. `skipped` are paths that do not count.
 */
export function stampTree(places: readonly string[], skipped: ReadonlySet<string>): TreeStamp {
  const hash = createHash('sha1');
  let newestMs = 0;
  const addFile = (path: string, { size, mtimeMs, ctimeMs, ino }: Stats): void => {
    hash.update(`${path}\0${size} ${mtimeMs} ${ctimeMs} ${ino}\n`);
    newestMs = Math.max(newestMs, mtimeMs, ctimeMs);
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
      const names = readdirSync(path).sort();
      // Other directories are known by their files.
      if (names.length === 0) hash.update(`${path}/\n`);
      if (depth < DEEPEST) for (const name of names) add(`${path}/${name}`, depth + 1);
    } catch (error) {
      if (!isErrno(error, 'ENOENT')) hash.update(`${path}\0${codeOf(error)}\n`);
    }
  };
  for (const place of places) add(place, 0);
  return { digest: hash.digest('hex'), newestMs };
}
