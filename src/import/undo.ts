/**
 * Undoes an import: deletes the sessions and files that it created and nobody edited since, and says what it kept. What it
 * added to files that were here stays. A session stays or goes as a whole.
 */
import { rmdirSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { ChronicleError, isErrno, sentenceOf } from '#src/lib/chronicle-error.ts';
import { flushDirectory, replaceFile } from '#src/lib/files.ts';
import { isThere } from '#src/lib/is-there.ts';
import { discard, sweepWorkDirectory, withLock } from '#src/lib/lock.ts';
import { namesIn } from '#src/lib/names-in.ts';
import { chronicleDirectory, factsPath, type Paths, memoryPlace, notebookPath, workPath } from '#src/lib/paths.ts';
import { readRegularFile } from '#src/lib/read-file.ts';
import { pathsIn, type Env } from '#src/lib/env.ts';
import { withMemory } from '#src/memory/memory-files.ts';
import { indexedPath } from '#src/record/find.ts';
import { importLock } from './import-lock.ts';
import { type ImportRun, importRuns, noteUndone, recordDigest, TRANSCRIPTS } from './import-record.ts';
import { ARCHIVE_KINDS, type ArchiveKind, isPathOf } from './archive-record.ts';

/** What an undo deletes, or would delete. */
export interface Undone {
  chronicles: number;
  /** Notebooks, facts, and files of no session. */
  files: number;
  /** Lines that were added to the history of memory. */
  lines: number;
  kept: Kept[];
  /** How many sessions that were here before keep what was added to them. */
  added: number;
  problems: string[];
}

/** A file that stays, with all of its session, and why. */
export interface Kept {
  path: string;
  why: 'edited' | 'not imported';
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
  return importLock(paths, isDryRun, async () => {
    const undo = new Undo(paths, run, isDryRun);
    undo.all();
    if (!isDryRun && undo.undone.problems.length === 0) noteUndone(paths, run.id, env.now().toISOString());
    return undo.undone;
  });
}

/** A file of ours, as the record has it. */
interface Created {
  path: string;
  kind: ArchiveKind;
  digest: string;
}

class Undo {
  readonly undone: Undone = { chronicles: 0, files: 0, lines: 0, kept: [], added: 0, problems: [] };
  readonly #paths: Paths;
  readonly #run: ImportRun;
  readonly #isDryRun: boolean;
  readonly #directories = new Set<string>();

  constructor(paths: Paths, run: ImportRun, isDryRun: boolean) {
    this.#paths = paths;
    this.#run = run;
    this.#isDryRun = isDryRun;
  }

  all(): void {
    const { lines, writes, ended } = this.#run;
    const attempt = (work: () => void) => {
      try {
        work();
      } catch (error) {
        this.undone.problems.push(sentenceOf(error));
      }
    };
    for (const { path, digests } of lines) attempt(() => this.#lines(path, new Set(digests)));
    const sessions = Map.groupBy(writes, ({ session }) => session);
    for (const [session, own] of sessions) {
      const files = own
        .flatMap((write) => Object.entries(write.files))
        .flatMap(([path, digest]) => this.#created(path, digest) ?? []);
      if (session === '') for (const file of files) attempt(() => this.#locked(file.path, () => this.#file(file)));
      else
        attempt(() =>
          this.#session(
            session,
            files,
            own.some(({ keys }) => keys.length > 0),
          ),
        );
    }
    if (this.#isDryRun) return;
    if (ended === null) for (const directory of sweepAll(this.#paths)) this.#directories.add(directory);
    for (const directory of this.#directories) removeEmpty(this.#paths, directory);
  }

  /** A file that is still there; null if it is gone. Never a path outside of the archive. */
  #created(below: string, digest: string): Created | null {
    for (const kind of Object.keys(ARCHIVE_KINDS) as ArchiveKind[]) {
      const root = this.#paths[ARCHIVE_KINDS[kind].below];
      const path = `${this.#paths.config}/${below}`;
      if (path.startsWith(`${root}/`) && isPathOf(kind, path.slice(root.length + 1)))
        return isThere(path) ? { path, kind, digest } : null;
    }
    return null;
  }

  #session(session: string, files: readonly Created[], hasKeys: boolean): void {
    const chronicle = files.find(({ kind }) => kind === 'chronicle') ?? this.#renamed(session);
    if (!chronicle) {
      // What was added to a session that was here. Facts that grew since stay.
      for (const file of files) this.#locked(file.path, () => this.#file(file));
      if (hasKeys && !files.some(({ kind }) => kind === 'notebook')) this.undone.added++;
      return;
    }
    const { path } = chronicle;
    const undo = () => {
      const beside = [notebookPath(path), factsPath(path)].filter(isThere);
      const own = new Map(files.map((file) => [file.path, file]));
      const edited = [chronicle, ...files].find((file) => this.#isEdited(file));
      // Facts of a session that was read from its transcript are made again.
      const isRead = (each: string) => this.#run.kind === TRANSCRIPTS && each === factsPath(path);
      const other = beside.find((each) => !own.has(each) && !isRead(each));
      if (edited) this.undone.kept.push({ path: edited.path, why: 'edited' });
      else if (other !== undefined) this.undone.kept.push({ path: other, why: 'not imported' });
      else {
        for (const each of beside) this.#delete(each, 'files');
        this.#delete(path, 'chronicles');
        if (!this.#isDryRun && indexedPath(this.#paths, session) === path) discard(`${this.#paths.byId}/${session}`);
      }
    };
    // A harvest of this session would read what is being deleted; who edits the chronicle holds its own lock.
    if (this.#isDryRun) undo();
    else withLock(dirname(path), `${session}.harvest`, PATIENCE, () => this.#locked(path, undo));
  }

  /** The chronicle that the run created, if it has got another name since. */
  #renamed(session: string): Created | null {
    const writes = this.#run.writes.filter((write) => write.session === session);
    const [, digest] = writes.flatMap(({ files }) => Object.entries(files)).find(([path]) => isChronicle(path)) ?? [];
    const path = digest === undefined ? null : indexedPath(this.#paths, session);
    return digest !== undefined && path !== null && isThere(path) ? { path, kind: 'chronicle', digest } : null;
  }

  #isEdited({ path, kind, digest }: Created): boolean {
    // Facts are read again by themselves.
    if (kind === 'facts' && this.#run.kind === TRANSCRIPTS) return false;
    return recordDigest(readRegularFile(path).text) !== digest;
  }

  #file(file: Created): void {
    if (this.#isEdited(file)) this.undone.kept.push({ path: file.path, why: 'edited' });
    else this.#delete(file.path, 'files');
  }

  /** Takes lines out of a history. */
  #lines(below: string, added: ReadonlySet<string>): void {
    const file = this.#created(below, '');
    if (file?.kind !== 'ledger') return;
    const { projects } = this.#paths;
    const isOurs = (line: string) => added.has(recordDigest(line));
    this.undone.lines += readRegularFile(file.path).text.split('\n').filter(isOurs).length;
    if (this.#isDryRun) return;
    const without = (text: string) =>
      text
        .split('\n')
        .filter((line) => !isOurs(line))
        .join('\n');
    const place = memoryPlace(this.#paths, file.path.slice(projects.length + 1).split('/')[0] ?? '');
    withMemory(place, () => replaceFile(file.path, PATIENCE, without, () => true));
  }

  #locked(path: string, work: () => void): void {
    if (this.#isDryRun) work();
    else withLock(dirname(path), basename(path), PATIENCE, work);
  }

  #delete(path: string, what: 'chronicles' | 'files'): void {
    this.undone[what]++;
    this.#directories.add(dirname(path));
    if (!this.#isDryRun) discard(path);
  }
}

function isChronicle(below: string): boolean {
  return isPathOf('chronicle', below.replace(/^projects\//, ''));
}

/** Deletes what a stopped import left under temporary names, and returns the directories of chronicles where that may be. */
function sweepAll({ projects }: Paths): string[] {
  const directories = namesIn(projects)
    .map((name) => chronicleDirectory({ projects }, name))
    .filter((directory) => isThere(workPath(directory)));
  for (const directory of directories) sweepWorkDirectory(directory);
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
