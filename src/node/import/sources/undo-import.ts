/**
 * Undoes an import: deletes what it wrote, and keeps what somebody edited since. Session by session, the notebook first: a
 * chronicle whose notebook or facts stay is kept with them.
 */
import { basename, dirname } from 'node:path';
import { withoutPromptKeys } from '#src/import/imported-facts.ts';
import { withdrawn } from '#src/import/imported-notebook.ts';
import { flushDirectory } from '#src/lib/files.ts';
import { sweepWorkDirectory, withLock } from '#src/lib/lock.ts';
import { discard } from '#src/lib/work-directory.ts';
import { isThere } from '#src/node/disk/is-there.ts';
import { asText } from '#src/node/disk/latin1.ts';
import { namesIn } from '#src/node/disk/names-in.ts';
import { readRegularFile } from '#src/node/disk/read-file.ts';
import { readFacts } from '#src/node/facts/facts-file.ts';
import { factsPlace, placeFacts, writeTemporaryFacts } from '#src/node/facts/write-facts.ts';
import { readProposals } from '#src/node/memory/proposals-file.ts';
import { skipProposals } from '#src/node/memory/store-proposals.ts';
import { editNotebook } from '#src/node/notebook/notebook-file.ts';
import { indexedPath } from '#src/node/session/index-entry.ts';
import { layoutIn, type World } from '#src/node/world.ts';
import { ChronicleError, sentenceOf } from '#src/project/chronicle-error.ts';
import {
  chronicleDirectory,
  factsDirectory,
  type Layout,
  memoryPlace,
  notebookPath,
  notebooksDirectory,
  workPath,
} from '#src/project/paths.ts';
import { importLock } from './import-lock.ts';
import {
  type ImportRun,
  importRuns,
  noteUndone,
  recordDigest,
  TRANSCRIPTS,
  type WrittenSession,
} from './import-record.ts';
import { removeEmpty } from './remove-empty.ts';
import { undoFiles } from './undo-files.ts';
import { undoTranscript } from './undo-transcripts.ts';
import type { Undone } from './undone.ts';
import { writtenChronicle } from './written-chronicle.ts';

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
    const undone: Undone = {
      ...{ chronicles: 0, facts: 0, records: 0, prompts: 0, files: 0, lines: 0, proposals: 0 },
      ...{ kept: [], problems: [] },
    };
    for (const { project, ids } of run.proposals) {
      const place = memoryPlace(layout, project);
      const known = readProposals(place).proposals.filter(({ id }) => ids.includes(id));
      const open = known.filter(({ state }) => state === 'open').map(({ id }) => id);
      const decided = known.filter(({ state }) => state === 'approved');
      for (const { file } of decided)
        undone.kept.push({ path: `${place.memory}/${file}`, why: 'decided', records: null });
      if (!isDryRun && open.length > 0) skipProposals(place, open, world.now());
      undone.proposals += open.length;
    }
    const directories = undoFiles(layout, run, undone, isDryRun);
    /** Directories of chronicles. */
    const emptied = new Set<string>();
    // The newest first, since a later session of the run may have added to an earlier one.
    const undoOne = run.kind === TRANSCRIPTS ? undoTranscript : undoSession;
    for (const written of run.sessions.toReversed()) {
      try {
        const directory = undoOne(layout, written, undone, isDryRun);
        if (directory !== null) emptied.add(directory);
      } catch (error) {
        undone.problems.push(sentenceOf(error));
      }
    }
    if (!isDryRun && run.ended === null) for (const directory of sweepAll(layout)) emptied.add(directory);
    const left = [...directories, ...[...emptied].flatMap((chronicles) => directoriesBeside(layout, chronicles))];
    if (!isDryRun) for (const directory of left) removeEmpty(layout, directory);
    if (!isDryRun && undone.problems.length === 0) noteUndone(layout, run.id, world.now().toISOString());
    return undone;
  });
}

/** Undoes one session. Returns the directory of its chronicle if that is gone. */
function undoSession(layout: Layout, written: WrittenSession, undone: Undone, isDryRun: boolean): string | null {
  const path = writtenChronicle(layout, written);
  if (path === null) return null;
  const withoutNotebook = undoNotebook(path, written, undone, isDryRun);
  const withoutFacts = undoFacts(layout, path, written, undone, isDryRun);
  const digest = written.digests.chronicle;
  if (digest === undefined) return null;
  const undo = (): string | null => {
    const isEdited = recordDigest(readRegularFile(path).text) !== digest;
    if (isEdited || !withoutNotebook || !withoutFacts) {
      undone.kept.push({ path, why: isEdited ? 'edited' : 'in use', records: null });
      return null;
    }
    undone.chronicles++;
    if (isDryRun) return null;
    if (indexedPath(layout, written.sessionId) === path) discard(`${layout.byId}/${written.sessionId}`);
    discard(path);
    return dirname(path);
  };
  return isDryRun ? undo() : withLock(dirname(path), basename(path), PATIENCE, undo);
}

/** Deletes what a stopped import left under temporary names, and returns the directories of chronicles where that may be. */
function sweepAll({ projects }: Layout): string[] {
  const directories = namesIn(projects)
    .map((name) => chronicleDirectory({ projects }, name))
    .filter((directory) => isThere(workPath(directory)));
  for (const directory of directories) sweepWorkDirectory(directory);
  return directories;
}

/** The directories of a project's records, those below others first. */
function directoriesBeside(layout: Layout, chronicles: string): string[] {
  const { proposals } = memoryPlace(layout, basename(dirname(chronicles)));
  return [notebooksDirectory(chronicles), factsDirectory(chronicles), dirname(proposals), chronicles];
}

/** Whether no notebook is left. */
function undoNotebook(
  chronicle: string,
  { sessionId, digests, records }: WrittenSession,
  undone: Undone,
  isDryRun: boolean,
): boolean {
  const path = notebookPath(chronicle);
  if (!isThere(path)) return true;
  const { text } = readRegularFile(path);
  const digest = (part: string) => recordDigest(asText(part));
  const { text: rest, removed, edited, isEmpty } = withdrawn(text, records, digest);
  const isCreated = digests.notebook !== undefined;
  const isGone = isCreated && isEmpty;
  undone.records += removed;
  if (digests.notebook === recordDigest(text)) {
    if (!isDryRun) discard(path);
    return true;
  }
  if (edited > 0) undone.kept.push({ path, why: 'edited', records: edited });
  if (isDryRun || removed === 0) {
    if (isGone && !isDryRun) discard(path);
    return isGone;
  }
  editNotebook({ path, sessionId }, (current) => (current === text ? rest : withdrawn(current, records, digest).text));
  if (isGone && readRegularFile(path).text === rest) discard(path);
  return !isThere(path);
}

/** Whether no facts are left. */
function undoFacts(
  layout: Layout,
  chronicle: string,
  { sessionId, records }: WrittenSession,
  undone: Undone,
  isDryRun: boolean,
): boolean {
  const { path } = factsPlace(chronicle, sessionId);
  const { facts, fault } = readFacts(path);
  if (facts === null) return fault === null;
  const keys = new Set(Object.keys(records).filter((key) => records[key] === ''));
  if (facts.head.importedFrom === undefined || facts.head.transcripts.length > 0) {
    if (keys.size > 0) undone.kept.push({ path, why: 'transcript read since', records: null });
    return false;
  }
  const left = withoutPromptKeys(facts, keys);
  undone.prompts += facts.prompts.length - (left?.prompts.length ?? 0);
  if (isDryRun) return left === null;
  if (left === null) discard(path);
  else if (left.prompts.length < facts.prompts.length) {
    const temporary = writeTemporaryFacts(dirname(chronicle), left);
    if (temporary !== null) flushDirectory(placeFacts(layout, path, temporary));
  }
  return left === null;
}
