import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { isSessionId } from '#src/chronicle/session-id.ts';
import { sessionIn } from '#src/forget/forget-in-chronicle.ts';
import { sentenceOf } from '#src/project/chronicle-error.ts';
import { type Layout, type MemoryPlace, memoryPlace } from '#src/project/paths.ts';
import { namesIn } from '../disk/names-in.ts';
import { readRegularFile } from '../disk/read-file.ts';
import { noteForgotten } from '../forgotten.ts';
import { withMemory } from '../memory/memory-lock.ts';
import { placeOf } from '../session/find.ts';
import { writeIndexEntry } from '../session/index-entry.ts';
import { hasFrontMatter } from '../store/append-file.ts';
import { withLock } from '../store/lock.ts';
import { replaceFile } from '../store/replace-file.ts';
import { discard, flushDirectory, writeTemporary } from '../store/work-directory.ts';
import { insideOf, withoutBuild } from './derived-files.ts';
import type { FileChange } from './file-changes.ts';
import { renamePath } from './named-paths.ts';
import type { ForgettingPlan } from './plan-forgetting.ts';

/** An editor or a hook may hold a file up for a moment (ms). */
const PATIENCE = 5000;

/**
 * Does what was planned, each file under the lock of its writers, and keeps no copy. What names the rest comes last, so if
 * this process is killed the same command finishes it. Returns a sentence for each file that could not be changed.
 * Refuses (CHRONICLE_BUSY) while the site is being built.
 */
export async function applyForgetting(layout: Layout, plan: ForgettingPlan): Promise<string[]> {
  const failures: string[] = [];
  const attempt = ({ path, work }: Work) => {
    try {
      work();
    } catch (error) {
      failures.push(`${path} could not be changed. ${sentenceOf(error)}`);
    }
  };
  const remove = (path: string) => attempt({ path, work: () => rmSync(path, { recursive: true, force: true }) });
  const { changes } = plan;
  const isChronicle = ({ kind }: FileChange) => kind === 'chronicle';
  await withoutBuild(layout, async () => {
    attempt({ path: layout.forgotten, work: () => noteForgotten(layout, [...plan.match.sessions]) });
    for (const change of changes) if (!isChronicle(change) && !change.place) attempt(writing(change));
    for (const renamed of plan.renames) attempt({ path: renamed.from, work: () => renamePath(renamed) });
    for (const [place, works] of memoryWork(layout, plan))
      attempt({ path: place.chronicle, work: () => withMemory(place, () => works.forEach(attempt)) });
    for (const path of plan.derived) for (const each of removedOf(layout, path)) remove(each);
    for (const change of changes)
      if (isChronicle(change)) attempt({ path: change.path, work: () => writeChronicle(layout, change) });
    for (const path of plan.leftovers) remove(path);
  });
  return failures;
}

/** Something to be done to a file. */
interface Work {
  path: string;
  work: () => void;
}

/** What is done under the lock of each project's memory. */
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
  return { path: change.path, work: () => write(change) };
}

function write({ path, kind, place, edit }: FileChange, isWhole = (_: string) => true): void {
  const edited = (bytes: string) => edit(bytes) ?? bytes;
  // A backup has no work directory of its own: whoever holds the lock is the only one to write to it.
  if (kind === 'record' && place) renameSync(writeTemporary(place.chronicle, edited(readRegularFile(path).text)), path);
  else replaceFile(path, PATIENCE, edited, isWhole);
}

function writeChronicle(layout: Layout, change: FileChange): void {
  const { path, before, after, edit } = change;
  if (after === null) removeFile(path, edit);
  else if (after !== before) write(change, hasFrontMatter(before) ? hasFrontMatter : undefined);
  if (change.isRenamed) rename(layout, path);
}

/** Only while it is still what was meant. */
function removeFile(path: string, edit: FileChange['edit']): void {
  withLock(dirname(path), basename(path), PATIENCE, () => {
    if (!existsSync(path) || edit(readRegularFile(path).text) !== null) return;
    discard(path);
    flushDirectory(dirname(path));
  });
}

function rename(layout: Layout, path: string): void {
  const directory = dirname(path);
  const { projectDirectory, fileName } = placeOf(path);
  const day = /^\d{4}-\d\d-\d\d-/.exec(fileName)?.[0] ?? '';
  withLock(directory, basename(path), PATIENCE, () => {
    const taken = new Set(readdirSync(directory));
    let n = 1;
    while (taken.has(nameOf(day, n))) n++;
    const id = sessionIn(readRegularFile(path).text);
    const isIndexed = isSessionId(id) && path.startsWith(`${layout.projects}/`);
    // The old name goes last: a killed process leaves it where the next one looks for it.
    if (isIndexed) writeIndexEntry(layout, id, projectDirectory, nameOf(day, n));
    renameSync(path, `${directory}/${nameOf(day, n)}`);
    flushDirectory(directory);
  });
}

function nameOf(day: string, n: number): string {
  return `${day}forgotten${n === 1 ? '' : `-${n}`}.md`;
}

/** What is removed of a derived path: of the caches all but the locks, of which we hold one. */
function removedOf(layout: Layout, path: string): string[] {
  return path === layout.cache ? insideOf(layout, path) : [path];
}
