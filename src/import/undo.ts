/**
 * Undoes an import: deletes the sessions and files that it created and nobody edited since, and says what it kept. What it
 * added to files that were here stays. A session stays or goes as a whole.
 */
import { rmdirSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { ChronicleError, isErrno, sentenceOf } from '#src/lib/chronicle-error.ts';
import { type Env, pathsIn } from '#src/lib/env.ts';
import { flushDirectory } from '#src/lib/files.ts';
import { isThere } from '#src/lib/is-there.ts';
import { discard, deleteLeftovers, withLock } from '#src/lib/lock.ts';
import { namesIn } from '#src/lib/names-in.ts';
import { chronicleDirectory, factsPath, notebookPath, type Paths, workPath } from '#src/lib/paths.ts';
import { readRegularFile } from '#src/lib/read-file.ts';
import { indexedPath } from '#src/record/find.ts';
import { ARCHIVE_KINDS, type ArchiveKind, isPathOf } from './archive-record.ts';
import { type ImportRun, importRuns, noteUndone, recordDigest, runAlone, TRANSCRIPTS } from './import-record.ts';

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

/** The run with this id, or the `last` that was not undone. Throws CHRONICLE_NO_IMPORT if there is none. */
export function findRun(paths: Paths, id: string): ImportRun {
  const runs = importRuns(paths);
  const run = id === 'last' ? runs.findLast(({ undone }) => undone === null) : runs.find((each) => each.id === id);
  if (run?.undone)
    throw new ChronicleError('CHRONICLE_NO_IMPORT', `The import ${id} was undone already. Nothing was changed.`);
  if (run) return run;
  throw new ChronicleError(
    'CHRONICLE_NO_IMPORT',
    `There is no import ${id}. Run chronicle import list to see them. Nothing was changed.`,
  );
}

/** Undoes a run. A dry run only counts. What fails is a problem; then the run can be undone again. */
export async function undoImport(env: Env, run: ImportRun, { isDryRun }: { isDryRun: boolean }): Promise<Undone> {
  const paths = pathsIn(env);
  return runAlone(env, paths, isDryRun, async () => {
    const undone = new Undo(paths, run, isDryRun).all();
    if (!isDryRun && undone.problems.length === 0) noteUndone(paths, run.id, env.now().toISOString());
    return undone;
  });
}

/** A file of the run that is still there. */
interface Created {
  path: string;
  kind: ArchiveKind;
  digest: string;
}

class Undo {
  readonly #undone: Undone = { chronicles: 0, files: 0, kept: [], added: 0, problems: [] };
  readonly #paths: Paths;
  readonly #run: ImportRun;
  readonly #isDryRun: boolean;
  /** Directories in which something was deleted. */
  readonly #directories = new Set<string>();

  constructor(paths: Paths, run: ImportRun, isDryRun: boolean) {
    this.#paths = paths;
    this.#run = run;
    this.#isDryRun = isDryRun;
  }

  all(): Undone {
    for (const [session, writes] of Map.groupBy(this.#run.writes, (write) => write.session)) {
      const created = writes.flatMap(({ files }) => Object.entries(files));
      try {
        const files = created.flatMap(([path, digest]) => this.#created(path, digest) ?? []);
        const hadChronicle = created.some(([path]) => isPathOf('chronicle', path.replace(/^projects\//, '')));
        if (hadChronicle && session !== '') this.#session(session, files);
        else {
          // Of no session, or added to one that was here. Facts that grew since stay.
          for (const file of files) this.#locked(file.path, () => this.#file(file));
          const hasKeys = writes.some(({ keys }) => keys.length > 0);
          if (hasKeys && !files.some(({ kind }) => kind === 'notebook')) this.#undone.added++;
        }
      } catch (error) {
        this.#undone.problems.push(sentenceOf(error));
      }
    }
    if (this.#isDryRun) return this.#undone;
    if (this.#run.ended === null)
      for (const directory of deleteAllLeftovers(this.#paths)) this.#directories.add(directory);
    for (const directory of this.#directories) removeEmpty(this.#paths, directory);
    return this.#undone;
  }

  /** A file that is still there; null if it is gone. Never a path outside of the archive. */
  #created(below: string, digest: string): Created | null {
    const path = `${this.#paths.config}/${below}`;
    const kinds = Object.keys(ARCHIVE_KINDS) as ArchiveKind[];
    const kind = kinds.find((each) => {
      const root = this.#paths[ARCHIVE_KINDS[each].below];
      return path.startsWith(`${root}/`) && isPathOf(each, path.slice(root.length + 1));
    });
    return kind !== undefined && isThere(path) ? { path, kind, digest } : null;
  }

  /** A session that got its chronicle from the run. If somebody moved that, all of it stays. */
  #session(session: string, files: readonly Created[]): void {
    const chronicle = files.find(({ kind }) => kind === 'chronicle');
    if (!chronicle) {
      for (const { path } of files) this.#undone.kept.push({ path, why: 'edited' });
      return;
    }
    const { path } = chronicle;
    const undo = () => {
      const beside = [notebookPath(path), factsPath(path)].filter(isThere);
      const edited = files.find((file) => this.#isEdited(file));
      // Facts of a session that was read from its transcript are made again.
      const isRead = (each: string) => this.#run.kind === TRANSCRIPTS && each === factsPath(path);
      const other = beside.find((each) => !files.some((file) => file.path === each) && !isRead(each));
      if (edited) this.#undone.kept.push({ path: edited.path, why: 'edited' });
      else if (other !== undefined) this.#undone.kept.push({ path: other, why: 'not imported' });
      else {
        for (const each of beside) this.#delete(each, 'files');
        this.#delete(path, 'chronicles');
        if (!this.#isDryRun && indexedPath(this.#paths, session) === path) discard(`${this.#paths.byId}/${session}`);
      }
    };
    // Who reads the session's transcript would read what is being deleted; who edits the chronicle holds its own lock.
    if (this.#isDryRun) undo();
    else withLock(dirname(path), `${session}.harvest`, PATIENCE, () => this.#locked(path, undo));
  }

  #isEdited({ path, kind, digest }: Created): boolean {
    // Facts are read again by themselves.
    if (kind === 'facts' && this.#run.kind === TRANSCRIPTS) return false;
    return recordDigest(readRegularFile(path).text) !== digest;
  }

  #file(file: Created): void {
    if (this.#isEdited(file)) this.#undone.kept.push({ path: file.path, why: 'edited' });
    else this.#delete(file.path, 'files');
  }

  #locked(path: string, work: () => void): void {
    if (this.#isDryRun) work();
    else withLock(dirname(path), basename(path), PATIENCE, work);
  }

  #delete(path: string, what: 'chronicles' | 'files'): void {
    this.#undone[what]++;
    this.#directories.add(dirname(path));
    if (!this.#isDryRun) discard(path);
  }
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
