/**
 * The change from a site to the next one. New files are first written to a hidden directory in the site's own:
 *
 *     <site>/.session-chronicle-build/new/sessions/a/index.html    the new files
 *     <site>/.session-chronicle-build/moves.json                  once all are there: what to move, and what to remove
 *     <site>/.session-chronicle-build/old/0                        directories that were replaced
 *
 * Without `moves.json`, a killed build has changed nothing. With it, whoever comes next completes the change.
 */
import { existsSync, lstatSync, mkdirSync, readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import * as z from 'zod/mini';
import { withLock } from '#src/lib/lock.ts';
import { ChronicleError, isErrno, sentenceOf } from '#src/project/chronicle-error.ts';
import { statsOf } from '../disk/is-there.ts';
import { pause } from '../store/pause.ts';
import { isRunning, markOf } from '../store/running-process.ts';
import { entriesOf } from './walk-site.ts';

/** The hidden directory of a build in the site's own. */
export const BUILD_FOLDER = '.session-chronicle-build';

/** On Windows, a file that another program reads cannot be replaced (ms). */
const PATIENCE = 3000;
const RETRY_EVERY = 50;
/** A change takes far less (ms). */
const LOCK_PATIENCE = 30_000;

const pathSchema = z.string().check(z.refine((path) => !isAbsolute(path) && !path.split(/[\\/]/).includes('..')));
const changeSchema = z.object({
  /** The process that makes the change. */
  owner: z.object({ pid: z.number(), started: z.nullable(z.string()) }),
  /** Files and directories to move from `new`. */
  moves: z.array(pathSchema),
  /** Files to remove. */
  removals: z.array(pathSchema),
});

type Change = z.infer<typeof changeSchema>;

/** Where a build writes the new files of a site. */
export function stagingOf(site: string): string {
  return `${site}/${BUILD_FOLDER}/new`;
}

/** Begins a new site: removes what a killed build left. */
export function clearStaging(site: string): void {
  rmSync(`${site}/${BUILD_FOLDER}`, { recursive: true, force: true });
  mkdirSync(stagingOf(site), { recursive: true, mode: 0o700 });
}

/** Removes the hidden directory of a build. */
export function dropStaging(site: string): void {
  rmSync(`${site}/${BUILD_FOLDER}`, { recursive: true, force: true });
}

/**
 * Puts the new files of a site in place and removes old ones. `kept` are the files that stay; `last` is the new file to
 * move after all others. Throws CHRONICLE_BUILD_FAILED if a file cannot be moved: the next build or preview completes it.
 */
export function changeSite(
  site: string,
  { kept, removals, last }: { kept: ReadonlySet<string>; removals: readonly string[]; last: string },
): void {
  const moves = movesOf(site, kept).filter((path) => path !== last);
  const isNew = new Set(moves.filter((path) => !existsSync(join(site, path))));
  // Pages may need the new files, and a page that is still open the old ones.
  const ordered = [...isNew, ...moves.filter((path) => !isNew.has(path)), last];
  const change: Change = { owner: markOf(process.pid), moves: ordered, removals: [...removals] };
  const path = changePath(site);
  writeFileSync(`${path}.tmp`, JSON.stringify(change));
  renameSync(`${path}.tmp`, path);
  complete(site);
}

/**
 * Completes the change of a site that a killed process has begun. Returns false while a running process makes one. A site
 * that nobody changes costs one look at the disk.
 */
export function settleSite(site: string): boolean {
  const change = readChange(site);
  if (change === null) return true;
  if (change.owner.pid !== process.pid && isRunning(change.owner)) return false;
  complete(site);
  return true;
}

/** The files and directories to move: a directory whole if nothing in the site's own directory is kept. */
function movesOf(site: string, kept: ReadonlySet<string>): string[] {
  const stays = new Set<string>();
  for (const path of kept)
    for (let parent = dirname(path); parent !== '.' && !stays.has(parent); parent = dirname(parent)) stays.add(parent);
  const below = (path: string): string[] =>
    entriesOf(join(stagingOf(site), path)).flatMap((entry) => {
      const name = path === '' ? entry.name : `${path}/${entry.name}`;
      return entry.isDirectory() && stays.has(name) ? below(name) : [name];
    });
  return below('');
}

/** Makes a noted change; each step may have been made before. */
function complete(site: string): void {
  const work = `${site}/${BUILD_FOLDER}`;
  try {
    withLock(work, 'change', LOCK_PATIENCE, () => {
      const change = readChange(site);
      if (!change) return;
      for (const [number, path] of change.moves.entries()) place(site, path, `${work}/old/${number}`);
      for (const path of change.removals) removeFile(site, path);
      rmSync(changePath(site), { force: true });
    });
  } catch (error) {
    // Another process has completed it.
    if (isErrno(error, 'ENOENT') && !existsSync(changePath(site))) return;
    if (error instanceof ChronicleError) throw error;
    throw new ChronicleError(
      'CHRONICLE_BUILD_FAILED',
      `${site} could not be replaced: ${sentenceOf(error)} The new site is complete and waits next to it. Close the programs that use the directory, then run \`chronicle build\` or \`chronicle preview\`, which put it in place.`,
    );
  }
  dropStaging(site);
}

/** Moves a new file or directory into the site, and what it replaces aside: a directory cannot be replaced in one step. */
function place(site: string, path: string, aside: string): void {
  const [from, to] = [join(stagingOf(site), path), join(site, path)];
  const source = lstatSync(from, { throwIfNoEntry: false });
  if (!source) return;
  const target = lstatSync(to, { throwIfNoEntry: false });
  if (target && (source.isDirectory() || target.isDirectory())) {
    mkdirSync(dirname(aside), { recursive: true });
    move(to, aside);
  }
  try {
    move(from, to);
  } catch (error) {
    if (!isErrno(error, 'ENOENT')) throw error;
    mkdirSync(dirname(to), { recursive: true });
    move(from, to);
  }
}

function move(from: string, to: string): void {
  const deadline = Date.now() + PATIENCE;
  for (;;) {
    try {
      renameSync(from, to);
      return;
    } catch (error) {
      if (process.platform !== 'win32' || !isErrno(error, 'EPERM', 'EACCES', 'EBUSY') || Date.now() > deadline)
        throw error;
      pause(RETRY_EVERY);
    }
  }
}

/** Removes a file, unless a directory replaced it, and the directories that become empty. */
function removeFile(directory: string, path: string): void {
  const stats = statsOf(join(directory, path));
  if (stats?.isDirectory()) return;
  if (stats) rmSync(join(directory, path), { force: true });
  for (let parent = dirname(path); parent !== '.'; parent = dirname(parent)) {
    try {
      rmdirSync(join(directory, parent));
    } catch {
      return;
    }
  }
}

function readChange(site: string): Change | null {
  try {
    return changeSchema.parse(JSON.parse(readFileSync(changePath(site), 'utf8')));
  } catch {
    return null;
  }
}

function changePath(site: string): string {
  return `${site}/${BUILD_FOLDER}/moves.json`;
}
