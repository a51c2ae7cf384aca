/**
 * Undoes an import: deletes the sessions and files that it created and nobody edited since, and says what it kept. What it
 * added to sessions that were here stays, but for a notebook or facts that it created. A session stays or goes as a whole.
 */
import { existsSync, rmdirSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { flushDirectory, replaceFile } from '#src/lib/files.ts';
import { sweepWorkDirectory, withLock } from '#src/lib/lock.ts';
import { discard } from '#src/lib/work-directory.ts';
import { isThere } from '#src/lib/is-there.ts';
import { namesIn } from '#src/lib/names-in.ts';
import { readRegularFile } from '#src/lib/read-file.ts';
import { readFacts } from '#src/transcript/facts-file.ts';
import { factsPlace } from '#src/transcript/write-facts.ts';
import { importLock } from '#src/transcript/import-lock.ts';
import {
  type AddedLines,
  type ImportRun,
  importRuns,
  noteUndone,
  recordDigest,
  TRANSCRIPTS,
  type WrittenFile,
  type WrittenSession,
} from '#src/transcript/import-record.ts';
import { withProposals } from '#src/memory/memory-lock.ts';
import { indexedPath } from '#src/record/index-entry.ts';
import { layoutIn, type World } from '#src/lib/world.ts';
import { ChronicleError, isErrno, sentenceOf } from '#src/lib/chronicle-error.ts';
import {
  chronicleDirectory,
  factsPath,
  isChroniclePlace,
  type Layout,
  memoryPlace,
  notebookPath,
  workPath,
} from '#src/lib/paths.ts';
import { ARCHIVE_KINDS, isPathOf } from './archive-record.ts';
import { promptKeys } from './imported-facts.ts';

/** What an undo deletes, or would delete. */
export interface Undone {
  chronicles: number;
  /** Notebooks, facts, and files that were brought in as they are. */
  files: number;
  /** Lines that were added to the history of memory. */
  lines: number;
  kept: Kept[];
  /** How many sessions that were here before keep what was added to them. */
  added: number;
  problems: string[];
}

/** A file that stays, and why. */
export interface Kept {
  path: string;
  why: 'edited' | 'in use' | 'transcript read since';
}

const PATIENCE = 5000;

/** The run with this id, or the `last` that was not undone. Throws CHRONICLE_NO_IMPORT if there is none. */
export function findRun(layout: Layout, id: string): ImportRun {
  const runs = importRuns(layout);
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
export async function undoImport(world: World, run: ImportRun, { isDryRun }: { isDryRun: boolean }): Promise<Undone> {
  const layout = layoutIn(world);
  return importLock(layout, isDryRun, async () => {
    const undo = new Undo(layout, run, isDryRun);
    undo.all();
    if (!isDryRun && undo.undone.problems.length === 0) noteUndone(layout, run.id, world.now().toISOString());
    return undo.undone;
  });
}

class Undo {
  readonly undone: Undone = { chronicles: 0, files: 0, lines: 0, kept: [], added: 0, problems: [] };
  readonly #layout: Layout;
  readonly #run: ImportRun;
  readonly #isDryRun: boolean;
  /** Files that are gone, or would be. */
  readonly #gone = new Set<string>();

  constructor(layout: Layout, run: ImportRun, isDryRun: boolean) {
    this.#layout = layout;
    this.#run = run;
    this.#isDryRun = isDryRun;
  }

  all(): void {
    const { lines, files, sessions, ended } = this.#run;
    for (const added of lines) this.#attempt(() => this.#lines(added));
    // What belongs to a chronicle came after it, so it goes first.
    for (const file of files.toReversed()) this.#attempt(() => this.#file(file));
    // The newest first, since a later session of the run may have added to an earlier one.
    for (const session of sessions.toReversed()) this.#attempt(() => this.#session(session));
    if (this.#isDryRun) return;
    const directories = new Set([...this.#gone].map((path) => dirname(path)));
    if (ended === null) for (const directory of sweepAll(this.#layout)) directories.add(directory);
    for (const directory of directories) removeEmpty(this.#layout, directory);
  }

  #attempt(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.undone.problems.push(sentenceOf(error));
    }
  }

  /** A file that was placed as it is. */
  #file({ kind, path: place, digest, session }: WrittenFile): void {
    const path = isPathOf(kind, place) ? `${this.#layout[ARCHIVE_KINDS[kind].below]}/${place}` : null;
    if (path === null || !this.#isThere(path)) return;
    this.#locked(path, () => {
      if (isEdited(path, digest)) this.#keep(path, 'edited');
      else if (kind === 'chronicle' && [notebookPath(path), factsPath(path)].some((beside) => this.#isThere(beside)))
        this.#keep(path, 'in use');
      else if (kind === 'chronicle') this.#deleteChronicle(path, session);
      else this.#deleteFile(path);
    });
  }

  #session(written: WrittenSession): void {
    const path = writtenChronicle(this.#layout, written);
    if (path === null || this.#gone.has(path)) return;
    const { sessionId, digests } = written;
    // A harvest of this session would read what is being deleted; who edits the chronicle holds its own lock.
    const undo = () =>
      this.#locked(path, () => {
        if (digests.chronicle === undefined) this.#addedTo(path, written);
        else this.#created(path, written);
      });
    if (this.#isDryRun) undo();
    else withLock(dirname(path), `${sessionId}.harvest`, PATIENCE, undo);
  }

  /** A session that the import created: its files go if nobody has edited any. */
  #created(path: string, { sessionId, digests }: WrittenSession): void {
    const notebook = notebookPath(path);
    const { path: facts } = factsPlace(path, sessionId);
    const hasTranscript = (readFacts(facts).facts?.head.transcripts.length ?? 0) > 0;
    if (isEdited(path, digests.chronicle)) this.#keep(path, 'edited');
    else if (this.#isThere(notebook) && digests.notebook === undefined) this.#keep(path, 'in use');
    else if (this.#isThere(notebook) && isEdited(notebook, digests.notebook)) this.#keep(notebook, 'edited');
    else if (hasTranscript && this.#run.kind !== TRANSCRIPTS) this.#keep(path, 'transcript read since');
    else {
      for (const beside of [notebook, facts]) if (this.#isThere(beside)) this.#deleteFile(beside);
      this.#deleteChronicle(path, sessionId);
    }
  }

  /** A session that was here: a notebook and facts that the import created go, what it added to others stays. */
  #addedTo(path: string, { sessionId, digests, keys }: WrittenSession): void {
    // Facts of sessions that hooks recorded stay.
    if (this.#run.kind === TRANSCRIPTS) return;
    const notebook = notebookPath(path);
    if (digests.notebook === undefined) this.undone.added += keys.length > 0 ? 1 : 0;
    else if (this.#isThere(notebook) && isEdited(notebook, digests.notebook)) this.#keep(notebook, 'edited');
    else if (this.#isThere(notebook)) this.#deleteFile(notebook);
    const { path: factsFile } = factsPlace(path, sessionId);
    const { facts } = readFacts(factsFile);
    const isImported = facts?.head.importedFrom !== undefined && facts.head.transcripts.length === 0;
    if (isImported && promptKeys(facts).every((key) => keys.includes(key))) this.#deleteFile(factsFile);
  }

  #lines({ kind, path, digests }: AddedLines): void {
    const target = isPathOf(kind, path) ? `${this.#layout[ARCHIVE_KINDS[kind].below]}/${path}` : null;
    if (target === null || !isThere(target)) return;
    const added = new Set(digests);
    const without = (text: string) =>
      text
        .split('\n')
        .filter((line) => !added.has(recordDigest(line)))
        .join('\n');
    const { text } = readRegularFile(target);
    this.undone.lines += text.split('\n').length - without(text).split('\n').length;
    if (this.#isDryRun) return;
    withProposals(memoryPlace(this.#layout, path.split('/')[0] ?? ''), () =>
      replaceFile(target, PATIENCE, without, () => true),
    );
  }

  #locked(path: string, work: () => void): void {
    if (this.#isDryRun) work();
    else withLock(dirname(path), basename(path), PATIENCE, work);
  }

  #isThere(path: string): boolean {
    return !this.#gone.has(path) && isThere(path);
  }

  #keep(path: string, why: Kept['why']): void {
    this.undone.kept.push({ path, why });
  }

  #deleteChronicle(path: string, session: string): void {
    this.undone.chronicles++;
    this.#gone.add(path);
    if (this.#isDryRun) return;
    if (session !== '' && indexedPath(this.#layout, session) === path) discard(`${this.#layout.byId}/${session}`);
    discard(path);
  }

  #deleteFile(path: string): void {
    this.undone.files++;
    this.#gone.add(path);
    if (!this.#isDryRun) discard(path);
  }
}

function isEdited(path: string, digest: string | undefined): boolean {
  return recordDigest(readRegularFile(path).text) !== digest;
}

/** The chronicle of a session in a record, which may have been renamed; null if it is gone. Never a path outside of the projects. */
function writtenChronicle(layout: Layout, { sessionId, chronicle }: WrittenSession): string | null {
  const path = isChroniclePlace(chronicle) ? `${layout.projects}/${chronicle}` : null;
  return [path, indexedPath(layout, sessionId)].find((each) => each !== null && existsSync(each)) ?? null;
}

/** Deletes what a stopped import left under temporary names, and returns the directories of chronicles where that may be. */
function sweepAll({ projects }: Layout): string[] {
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
function removeEmpty({ projects, state }: Layout, directory: string): void {
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
