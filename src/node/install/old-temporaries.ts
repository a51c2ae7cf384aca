import { randomUUID } from 'node:crypto';
import { lstatSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename, dirname } from 'node:path';
import { workPath } from '#src/project/paths.ts';
import { namesIn } from '../disk/names-in.ts';
import { realPath } from '../disk/real-path.ts';
import { isRunning } from '../store/running-process.ts';
import { discard, isLeftover } from '../store/work-directory.ts';

/** No write takes as long (ms). */
const OLD = 60_000;

/** What follows the name of the file that it is beside. One that does not say whose it is has its age alone. */
const ENDING = '\\.(?:(\\d+)\\.([^/]*)\\.)?[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\\.tmp$';
const IS_ENDING = new RegExp(`^${ENDING}`);
const IS_TEMPORARY = new RegExp(`^\\..*${ENDING}`);

/** A container may share the directory, but not the processes. */
const HOST = hostname().replaceAll('/', '');

/** A new name for what is to take the place of a file; it says whose it is, should this process be killed. */
export function temporaryBeside(path: string): string {
  return `${dirname(path)}/.${basename(path)}.${process.pid}.${HOST}.${randomUUID()}.tmp`;
}

/** Whether `name` is of a file by which `changeForeign` replaces one beside it. */
export function isTemporaryName(name: string): boolean {
  return IS_TEMPORARY.test(name);
}

/** Removes what a killed `changeForeign` left beside these files: it may hold what is secret in them. */
export function sweepTemporaries(paths: readonly string[], now: Date): void {
  for (const path of new Set(paths.map((path) => realPath(path) ?? path))) {
    const start = `.${basename(path)}`;
    for (const name of namesIn(dirname(path))) {
      const found = name.startsWith(start) ? IS_ENDING.exec(name.slice(start.length)) : null;
      if (!found) continue;
      const left = `${dirname(path)}/${name}`;
      const stats = lstatSync(left, { throwIfNoEntry: false });
      if (!stats?.isFile()) continue;
      if (isOfGone(found[1], found[2]) || now.getTime() - stats.mtimeMs > OLD) rmSync(left, { force: true });
    }
  }
}

/** Removes what killed processes left in the work directory of `directory`. */
export function sweepWorkDirectory(directory: string): void {
  const work = workPath(directory);
  for (const name of namesIn(work)) {
    try {
      if (isLeftover(work, name)) discard(`${work}/${name}`);
    } catch {
      // Another process was faster.
    }
  }
}

function isOfGone(pid: string | undefined, host: string | undefined): boolean {
  return pid !== undefined && host === HOST && !isRunning({ pid: Number(pid), started: null });
}
