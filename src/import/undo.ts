/**
 * Undoes an import: deletes the sessions and files that it created and nobody edited since, and says what it kept. What it
 * added to files that were here stays. A session stays or goes as a whole.
 */
import { rmdirSync } from 'node:fs';
import { basename, dirname, normalize } from 'node:path';
import { ChronicleError, isErrno, sentenceOf } from '#src/lib/chronicle-error.ts';
import { type Env, pathsIn } from '#src/lib/env.ts';
import { flushDirectory } from '#src/lib/files.ts';
import { isThere } from '#src/lib/is-there.ts';
import { discard, deleteLeftovers, withLock } from '#src/lib/lock.ts';
import { namesIn } from '#src/lib/names-in.ts';
import { chronicleDirectory, factsPath, notebookPath, type Paths, workPath } from '#src/lib/paths.ts';
import { readRegularFile } from '#src/lib/read-file.ts';
import { indexedPath } from '#src/record/find.ts';
import {
  importRuns,
  isChroniclePath,
  noteUndone,
  type RecordedRun,
  recordDigest,
  runAlone,
  TRANSCRIPTS,
} from './import-run.ts';

/** What an undo deletes, or would delete. */
export interface Undone {
  chronicles: number;
  /** Notebooks, facts, and files of no session. */
  files: number;
  /** Files that stay, with all of their session, and why. */
  kept: { path: string; why: 'edited' | 'not imported' }[];
  /** How many sessions that were here before keep what was added to them. */
  added: number;
  problems: string[];
}

const PATIENCE = 5000;

/** The run with this id, or the `last` that was not undone. Throws CHRONICLE_NO_IMPORT if there is none that can be undone. */
export function findRun(paths: Paths, id: string): RecordedRun {
  const runs = importRuns(paths);
  const run = id === 'last' ? runs.findLast(({ undone }) => undone === null) : runs.find((each) => each.id === id);
  if (run?.undone === null) return run;
  const fault = run
    ? `The import ${id} was undone already.`
    : id === 'last'
      ? 'There is no import to undo.'
      : `There is no import ${id}. Run chronicle import list to see them.`;
  throw new ChronicleError('CHRONICLE_NO_IMPORT', `${fault} Nothing was changed.`);
}

/** Undoes a run. A dry run only counts. What fails is a problem; then the run can be undone again. */
export async function undoImport(env: Env, run: RecordedRun, { isDryRun }: { isDryRun: boolean }): Promise<Undone> {
  const paths = pathsIn(env);
  return runAlone(env, paths, isDryRun, async () => {
    const undone: Undone = { chronicles: 0, files: 0, kept: [], added: 0, problems: [] };
    const goes = new Set<string>();
    for (const [session, writes] of Map.groupBy(run.writes, (write) => write.session)) {
      const digests = new Map(writes.flatMap(({ files }) => Object.entries(files)).flatMap(ownPath));
      if (writes.some(({ isAdded }) => isAdded)) undone.added++;
      try {
        const chronicle = [...digests.keys()].find((path) => isChroniclePath(paths, path));
        if (session !== '' && chronicle !== undefined) undoSession(session, chronicle, digests);
        else for (const path of digests.keys()) locked(path, () => undoFiles([path], digests));
      } catch (error) {
        undone.problems.push(sentenceOf(error));
      }
    }
    if (isDryRun) return undone;
    const directories = new Set([...goes].map((path) => dirname(path)));
    for (const directory of [...directories, ...(run.ended === null ? deleteAllLeftovers(paths) : [])])
      removeEmpty(paths, directory);
    if (undone.problems.length === 0) noteUndone(paths, run.id, env.now().toISOString());
    return undone;

    /** Never a path outside of the archive. */
    function ownPath([below, digest]: [string, string]): [string, string][] {
      const path = normalize(`${paths.config}/${below}`);
      return [paths.projects, paths.state].some((root) => path.startsWith(`${root}/`)) ? [[path, digest]] : [];
    }

    /** A session that got its chronicle from the run, with what lies beside that. If somebody moved it, all of it stays. */
    function undoSession(session: string, chronicle: string, digests: ReadonlyMap<string, string>): void {
      const undo = () => {
        const all = isThere(chronicle)
          ? [notebookPath(chronicle), factsPath(chronicle), chronicle]
          : [...digests.keys()];
        undoFiles(all, digests, isThere(chronicle));
        if (goes.has(chronicle) && !isDryRun && indexedPath(paths, session) === chronicle)
          discard(`${paths.byId}/${session}`);
      };
      // Who reads the session's transcript would read what is being deleted; who edits the chronicle holds its own lock.
      if (isDryRun || !isThere(dirname(chronicle))) undo();
      else withLock(dirname(chronicle), `${session}.harvest`, PATIENCE, () => locked(chronicle, undo));
    }

    /** Deletes these files, or none if one of them was edited or is not of the run. */
    function undoFiles(all: readonly string[], digests: ReadonlyMap<string, string>, isWhole = true): void {
      const there = all.filter(isThere);
      // Facts of a session that was read from its transcript are read again by themselves.
      const isRead = (path: string) => run.kind === TRANSCRIPTS && path === factsPath(chronicleOf(path));
      const known = there.filter((path) => digests.has(path) && !isRead(path));
      const edited = known.find((path) => !isWhole || recordDigest(readRegularFile(path).text) !== digests.get(path));
      const other = there.find((path) => !digests.has(path) && !isRead(path));
      if (edited !== undefined) undone.kept.push({ path: edited, why: 'edited' });
      else if (other !== undefined) undone.kept.push({ path: other, why: 'not imported' });
      else
        for (const path of there) {
          undone[isChroniclePath(paths, path) ? 'chronicles' : 'files']++;
          goes.add(path);
          if (!isDryRun) discard(path);
        }
    }

    function locked(path: string, work: () => void): void {
      if (isDryRun || !isThere(dirname(path))) work();
      else withLock(dirname(path), basename(path), PATIENCE, work);
    }
  });
}

/** The chronicle that a facts file lies beside. */
function chronicleOf(facts: string): string {
  return `${dirname(dirname(facts))}/${basename(facts, '.json')}.md`;
}

/** Deletes what a stopped import left under temporary names, and returns the directories of chronicles where that may be. */
function deleteAllLeftovers({ projects, byId }: Paths): string[] {
  deleteLeftovers(byId);
  const directories = namesIn(projects)
    .map((name) => chronicleDirectory({ projects }, name))
    .filter((directory) => isThere(workPath(directory)));
  for (const directory of directories) deleteLeftovers(directory);
  return directories;
}

/**
 * Removes a directory that has nothing left but an empty work directory, then its parents likewise, up to that of all projects or
 * our own. The first that has something else stays, and is flushed to disk.
 */
function removeEmpty({ projects, state }: Paths, directory: string): void {
  const isBelow = (path: string) => path.startsWith(`${projects}/`) || path.startsWith(`${state}/`);
  for (let path = directory; isBelow(path); path = dirname(path)) {
    removeIfEmpty(workPath(path));
    if (removeIfEmpty(path)) continue;
    flushDirectory(path);
    return;
  }
}

/** Whether the directory is gone. */
function removeIfEmpty(directory: string): boolean {
  try {
    rmdirSync(directory);
    return true;
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return true;
    if (isErrno(error, 'ENOTEMPTY', 'EEXIST')) return false;
    throw error;
  }
}
