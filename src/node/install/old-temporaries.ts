import { lstatSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { basename, dirname } from 'node:path';

/** No write takes as long (ms). */
const OLD = 60_000;

const TEMPORARY = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.tmp$/;

/** Removes what a killed `changeForeign` left beside these files: it may hold what is secret in them. */
export function sweepTemporaries(paths: readonly string[], now: Date): void {
  for (const path of new Set(paths.map(targetOf))) {
    const start = `.${basename(path)}.`;
    for (const name of namesIn(dirname(path))) {
      if (!name.startsWith(start) || !TEMPORARY.test(name.slice(start.length))) continue;
      const left = `${dirname(path)}/${name}`;
      const stats = lstatSync(left, { throwIfNoEntry: false });
      if (stats?.isFile() && now.getTime() - stats.mtimeMs > OLD) rmSync(left, { force: true });
    }
  }
}

function targetOf(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}
