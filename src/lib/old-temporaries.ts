import { randomUUID } from 'node:crypto';
import { lstatSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename, dirname } from 'node:path';
import { namesIn } from './names-in.ts';
import { realPath } from './real-path.ts';
import { isRunning } from './running-process.ts';

/** Longer than any write (ms). */
const OLD = 60_000;

/** What follows the name of the file. Without a process in it, only its age tells whether it is in use. */
const ENDING = '\\.(?:(\\d+)\\.([^/]*)\\.)?[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\\.tmp$';
const IS_ENDING = new RegExp(`^${ENDING}`);

/** A container may share the directory, but not the processes. */
const HOST = hostname().replaceAll('/', '');

/** A new name for the replacement of a file. It names this process, in case that is killed. */
export function temporaryBeside(path: string): string {
  return `${dirname(path)}/.${basename(path)}.${process.pid}.${HOST}.${randomUUID()}.tmp`;
}

/** Deletes what a killed `changeForeign` left next to these files: it may contain their secrets. */
export function sweepTemporaries(paths: readonly string[], now: Date): void {
  for (const path of new Set(paths.map((path) => realPath(path) ?? path))) {
    const start = `.${basename(path)}`;
    for (const name of namesIn(dirname(path))) {
      const found = name.startsWith(start) ? IS_ENDING.exec(name.slice(start.length)) : null;
      if (!found) continue;
      const left = `${dirname(path)}/${name}`;
      const stats = lstatSync(left, { throwIfNoEntry: false });
      if (!stats?.isFile()) continue;
      if (isOrphaned(found[1], found[2]) || now.getTime() - stats.mtimeMs > OLD) rmSync(left, { force: true });
    }
  }
}

function isOrphaned(pid: string | undefined, host: string | undefined): boolean {
  return pid !== undefined && host === HOST && !isRunning({ pid: Number(pid), started: null });
}
