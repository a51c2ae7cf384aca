import { basename, dirname } from 'node:path';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import { chronicleDirectory, type Layout } from '#src/lib/paths.ts';
import { frontMatterOf } from '../format/front-matter-of.ts';
import { isThere, statsOf } from '../lib/is-there.ts';
import { namesIn } from '../lib/names-in.ts';
import { chronicleNames } from '../format/projects.ts';
import { pause } from '../lib/pause.ts';
import { requireWithin } from '../lib/private-directory.ts';
import { indexedPath, writeIndexEntry } from './index-entry.ts';

/** While an editor saves, a file can be missing or half-written for this long (ms). */
const SAVE_PATIENCE = 100;

/**
 * Finds a session's chronicle by the index and checks that the file belongs to the session. Throws
 * CHRONICLE_BROKEN if the file's front matter is unreadable, and CHRONICLE_OUTSIDE if the file is outside <config>.
 */
export function findByIndex(layout: Layout, sessionId: string): string | null {
  const path = indexedPath(layout, sessionId);
  if (path === null) return null;
  const deadline = Date.now() + SAVE_PATIENCE;
  for (let existed = false; ; pause(5)) {
    const found = sessionIdIn(path);
    if (found !== null) return found === sessionId ? inside(layout, path) : null;
    const exists = isThere(path);
    const isLate = Date.now() > deadline;
    if (!exists && (isLate || !hasJustChanged(dirname(path)))) return null;
    // A file that appears after the read above may belong to another session: read it before calling it broken.
    if (exists && existed && isLate) break;
    existed = exists;
  }
  throw new ChronicleError(
    'CHRONICLE_BROKEN',
    `The front matter of ${path} cannot be read. Run chronicle doctor to see why. Nothing was written.`,
  );
}

/** Whether a file was created, renamed or deleted in a directory so recently that an editor may be saving it. */
function hasJustChanged(directory: string): boolean {
  const { mtimeMs } = statsOf(directory) ?? { mtimeMs: 0 };
  return Math.abs(Date.now() - mtimeMs) < SAVE_PATIENCE;
}

/**
 * Finds a session's chronicle by reading the front matter of a project's files, newest first, for at most `patience` ms.
 * Only for when the index is missing or wrong.
 */
export function findByScan(
  layout: Layout,
  projectDirectory: string,
  sessionId: string,
  patience: number,
): string | null {
  const directory = chronicleDirectory(layout, projectDirectory);
  const deadline = Date.now() + patience;
  for (const name of chronicleNames(directory).reverse()) {
    if (sessionIdIn(`${directory}/${name}`) === sessionId) return inside(layout, `${directory}/${name}`);
    if (Date.now() > deadline) return null;
  }
  return null;
}

/** Searches all projects, for a command that knows only the session id. */
export function findAnywhere(layout: Layout, sessionId: string, patience: number): string | null {
  for (const [id, path] of chroniclesOf(layout, patience)) if (id === sessionId) return inside(layout, path);
  return null;
}

/** The ids in all projects that begin with this text, found in at most `patience` ms. */
export function idsBeginning(layout: Layout, beginning: string, patience: number): string[] {
  const ids = new Set([...chroniclesOf(layout, patience)].map(([id]) => id));
  return [...ids].filter((id) => id.startsWith(beginning));
}

/** The session id and path of each chronicle, those of a project newest first, for at most `patience` ms. */
function* chroniclesOf(layout: Layout, patience: number): Generator<[id: string, path: string]> {
  const deadline = Date.now() + patience;
  for (const projectDirectory of namesIn(layout.projects)) {
    const directory = chronicleDirectory(layout, projectDirectory);
    for (const name of chronicleNames(directory).reverse()) {
      const path = `${directory}/${name}`;
      const id = sessionIdIn(path);
      if (id !== null) yield [id, path];
      if (Date.now() > deadline) return;
    }
  }
}

/** Saves a search result in the index. Never fails; the next command would only have to search again. */
export function remember(layout: Layout, sessionId: string, path: string): void {
  const { projectDirectory, fileName } = placeOf(path);
  try {
    writeIndexEntry(layout, sessionId, projectDirectory, fileName);
  } catch {
    // The index can be rebuilt, and a session's start reports problems with its directory.
  }
}

/** The project directory and file name of a chronicle's path. */
export function placeOf(path: string): { projectDirectory: string; fileName: string } {
  const [projectDirectory = '', , fileName = basename(path)] = path.split(/[\\/]/).slice(-3);
  return { projectDirectory, fileName };
}

function inside(layout: Layout, path: string): string {
  requireWithin(dirname(path), layout.config);
  return path;
}

/** The session id in a chronicle's front matter; null if that cannot be read. */
function sessionIdIn(path: string): string | null {
  return frontMatterOf(path)?.get('session_id') ?? null;
}
