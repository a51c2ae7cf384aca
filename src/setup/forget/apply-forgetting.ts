import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { isSessionId } from '#src/format/session-id.ts';
import { sessionIn } from '#src/format/front-matter-line.ts';
import { flushDirectory, hasFrontMatter, replaceFile, writeTemporary } from '#src/lib/files.ts';
import { withLock } from '#src/lib/lock.ts';
import { discard } from '#src/lib/work-directory.ts';
import { causeOf } from '#src/lib/chronicle-error.ts';
import { factsPath, type Layout, type MemoryPlace, memoryPlace, notebookPath } from '#src/lib/paths.ts';
import { isThere } from '#src/lib/is-there.ts';
import { namesIn } from '#src/lib/names-in.ts';
import { readRegularFile } from '#src/lib/read-file.ts';
import { noteForgotten } from '#src/lib/forgotten.ts';
import { withMemory } from '#src/memory/memory-files.ts';
import { placeOf } from '#src/record/find.ts';
import { writeIndexEntry } from '#src/record/index-entry.ts';
import { insideOf, withoutBuild } from './derived-files.ts';
import type { FileChange } from './file-changes.ts';
import { renamePath } from './named-paths.ts';
import type { ForgettingPlan } from './plan-forgetting.ts';

/** An editor or a hook may hold a file up for a moment (ms). */
const PATIENCE = 5000;

/** What was done of a plan. */
export interface Forgetting {
  /** The paths of the plan that were changed or removed. */
  changed: ReadonlySet<string>;
  /** The paths, as they were, that got a new name. */
  renamed: ReadonlySet<string>;
  /** A sentence for each file that could not be changed. */
  failures: readonly string[];
}

/**
 * Carries a plan out, each file under the lock of its writers, and keeps no copy. Chronicles come last, since they say
 * where the rest is: if this process is killed, running the same command again finishes the work. Refuses
 * (CHRONICLE_BUSY) while the site is being built.
 *
 * The transcripts of a forgotten session are never read again, nor those of a session of which a part is forgotten or of
 * the sessions `inTranscripts`, since they still contain it.
 */
export async function applyForgetting(
  layout: Layout,
  plan: ForgettingPlan,
  inTranscripts: readonly string[] = [],
): Promise<Forgetting> {
  const [changed, renamed, failures] = [new Set<string>(), new Set<string>(), [] as string[]];
  const succeeds = ({ path, work }: Work, verb = 'changed') => {
    try {
      work();
      return true;
    } catch (error) {
      failures.push(`${path} could not be ${verb}. ${causeOf(error)}`);
      return false;
    }
  };
  const change = (work: Work) => {
    const isDone = succeeds(work);
    if (isDone) changed.add(work.path);
    return isDone;
  };
  const rename = (work: Work) => {
    if (succeeds(work, 'renamed')) renamed.add(work.path);
  };
  const remove = (path: string, parts = [path]) => {
    const removed = parts.filter((part) =>
      succeeds({ path: part, work: () => rmSync(part, { recursive: true, force: true }) }, 'removed'),
    );
    if (removed.length === parts.length) changed.add(path);
  };
  const { changes } = plan;
  const isChronicle = ({ kind }: FileChange) => kind === 'chronicle';
  await withoutBuild(layout, async () => {
    succeeds({
      path: layout.forgotten,
      work: () => noteForgotten(layout, [...plan.match.sessions, ...plan.touched, ...inTranscripts]),
    });
    for (const each of changes) if (!isChronicle(each) && !each.place) change(writing(each));
    for (const each of plan.renames) rename({ path: each.from, work: () => renamePath(each) });
    for (const [place, works] of memoryWork(layout, plan))
      try {
        withMemory(place, () => works.forEach(change));
      } catch (error) {
        failures.push(...works.map(({ path }) => `${path} could not be changed. ${causeOf(error)}`));
      }
    for (const path of plan.derived) remove(path, removedOf(layout, path));
    for (const each of changes.filter(isChronicle)) {
      const { path, before, after } = each;
      const isDone = after === before || change({ path, work: () => writeChronicle(each) });
      if (isDone && each.isRenamed) rename({ path, work: () => renameChronicle(layout, path) });
    }
    for (const path of plan.leftovers) remove(path);
  });
  return { changed, renamed, failures };
}

/** A change to one file. */
interface Work {
  path: string;
  work: () => void;
}

/** The changes to make under the lock of each project's memory. */
function memoryWork(layout: Layout, { changes, backups, derived }: ForgettingPlan): [MemoryPlace, Work[]][] {
  const works = new Map<string, [MemoryPlace, Work[]]>();
  const add = (place: MemoryPlace, work: Work) => {
    const known = works.get(place.chronicle) ?? [place, []];
    known[1].push(work);
    works.set(place.chronicle, known);
  };
  for (const change of changes) if (change.place) add(change.place, writing(change));
  for (const { path, place } of backups)
    add(place, { path, work: () => rmSync(path, { recursive: true, force: true }) });
  for (const name of derived.includes(layout.memoryIndex) ? namesIn(layout.memoryIndex) : []) {
    const place = memoryPlace(layout, name.replace(/\.json$/, ''));
    const path = `${layout.memoryIndex}/${name}`;
    if (existsSync(place.chronicle)) add(place, { path, work: () => discard(path) });
  }
  return [...works.values()];
}

function writing(change: FileChange): Work {
  return {
    path: change.path,
    work: () => (change.after === null ? removeFile(change.path, change.edit) : write(change)),
  };
}

function write({ path, kind, place, edit }: FileChange, isWhole = (_: string) => true): void {
  const edited = (bytes: string) => edit(bytes) ?? bytes;
  // A backup has no work directory of its own: only the holder of the lock writes to it.
  if (kind === 'record' && place) renameSync(writeTemporary(place.chronicle, edited(readRegularFile(path).text)), path);
  else replaceFile(path, PATIENCE, edited, isWhole);
}

function writeChronicle(change: FileChange): void {
  const { path, before, after, edit } = change;
  if (after === null) removeFile(path, edit);
  else write(change, hasFrontMatter(before) ? hasFrontMatter : undefined);
}

/** Keeps a file that has been replaced by another session's meanwhile. */
function removeFile(path: string, edit: FileChange['edit']): void {
  withLock(dirname(path), basename(path), PATIENCE, () => {
    if (!existsSync(path) || edit(readRegularFile(path).text) !== null) return;
    discard(path);
    flushDirectory(dirname(path));
  });
}

function renameChronicle(layout: Layout, path: string): void {
  const directory = dirname(path);
  const { projectDirectory, fileName } = placeOf(path);
  const day = /^\d{4}-\d\d-\d\d-/.exec(fileName)?.[0] ?? '';
  withLock(directory, basename(path), PATIENCE, () => {
    const taken = new Set(readdirSync(directory));
    let n = 1;
    while (taken.has(nameOf(day, n)) || hasCompanion(`${directory}/${nameOf(day, n)}`)) n++;
    const id = sessionIn(readRegularFile(path).text);
    const isIndexed = isSessionId(id) && path.startsWith(`${layout.projects}/`);
    // Renamed last, so that a killed process leaves the file where the next one looks for it.
    if (isIndexed) writeIndexEntry(layout, id, projectDirectory, nameOf(day, n));
    renameCompanions(path, `${directory}/${nameOf(day, n)}`);
    renameSync(path, `${directory}/${nameOf(day, n)}`);
    flushDirectory(directory);
  });
}

/** The paths of the files that belong to a chronicle. */
const COMPANIONS = [factsPath, notebookPath];

function hasCompanion(chronicle: string): boolean {
  return COMPANIONS.some((pathOf) => isThere(pathOf(chronicle)));
}

/** They are found by their session, so one whose new name is taken may stay as it is. */
function renameCompanions(from: string, to: string): void {
  for (const pathOf of COMPANIONS)
    if (isThere(pathOf(from)) && !isThere(pathOf(to))) renameSync(pathOf(from), pathOf(to));
}

function nameOf(day: string, n: number): string {
  return `${day}forgotten${n === 1 ? '' : `-${n}`}.md`;
}

/** The paths to delete for a derived path. The locks in the cache stay, as we hold one of them. */
function removedOf(layout: Layout, path: string): string[] {
  return path === layout.cache ? insideOf(layout, path) : [path];
}
