/**
 * Finds the chronicle of a session: by the index, a small file a session with the place of its chronicle, or by reading front
 * matter where the index is missing or wrong. Identity is `session_id`; names, dates and branches are labels.
 *
 *     <state>/index/by-id/<session_id>     -home-me-app/chronicle/2026-03-24-main.md
 */
import { basename, dirname } from 'node:path';
import { isSessionId } from '#src/format/session-id.ts';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import { overwriteFile } from '#src/lib/files.ts';
import { chronicleDirectory, chroniclePlace, isChroniclePlace, type Paths } from '#src/lib/paths.ts';
import { frontMatterOf } from '#src/format/front-matter-line.ts';
import { chronicleNames } from '#src/format/projects.ts';
import { isThere } from '#src/lib/is-there.ts';
import { asBytes } from '#src/lib/latin1.ts';
import { namesIn } from '#src/lib/names-in.ts';
import { readBeginning } from '#src/lib/read-file.ts';
import { pause, deleteLeftovers } from '#src/lib/lock.ts';
import { privateDirectory, requireWithin } from '#src/lib/private-directory.ts';
import type { Env } from '#src/lib/env.ts';

const LARGEST_ENTRY = 512;
/** While an editor saves, a file can be missing or half-written: how often to look again, and after how long (ms). */
const LOOKS = { most: 20, every: 5 };
/** An agent's command may search longer than a hook: no person waits for it (ms). */
const PATIENCE = 5000;
/** As much of an id as commands print. A shorter beginning is too likely to mean another session. */
const SHORTEST_BEGINNING = 8;
/** The ids that Claude Code makes are not the beginnings of others. */
const WHOLE = 36;

/** The path of a session's chronicle according to the index, or null. The index may be missing or wrong. */
export function indexedPath(paths: Paths, sessionId: string): string | null {
  const entry = readBeginning(`${paths.byId}/${sessionId}`, LARGEST_ENTRY)?.trim();
  return entry && isChroniclePlace(entry) ? `${paths.projects}/${entry}` : null;
}

/** Saves the place of a session's chronicle in the index. */
export function writeIndexEntry(paths: Paths, sessionId: string, projectDirectory: string, fileName: string): void {
  writeSmallFile(paths, `${paths.byId}/${sessionId}`, `${chroniclePlace(projectDirectory, fileName)}\n`);
}

/** Writes a small derived file, and deletes what killed processes left beside it. If a power failure loses it, that costs only a search. */
export function writeSmallFile(paths: Paths, path: string, text: string): void {
  privateDirectory(dirname(path), paths.config);
  overwriteFile(path, asBytes(text), { durable: false });
  deleteLeftovers(dirname(path));
}

/** Saves a search result in the index. Never fails; the next command would only have to search again. */
function remember(paths: Paths, sessionId: string, path: string): void {
  const { projectDirectory, fileName } = placeOf(path);
  try {
    writeIndexEntry(paths, sessionId, projectDirectory, fileName);
  } catch {
    // A session's start reports problems with the directory.
  }
}

/** The project directory and file name of a chronicle's path. */
export function placeOf(path: string): { projectDirectory: string; fileName: string } {
  const [projectDirectory = '', , fileName = basename(path)] = path.split(/[\\/]/).slice(-3);
  return { projectDirectory, fileName };
}

/**
 * Finds a session's chronicle by the index and checks that the file belongs to the session. Throws CHRONICLE_BROKEN if the
 * file's front matter is unreadable, and CHRONICLE_OUTSIDE if the file is outside <config>.
 */
export function findByIndex(paths: Paths, sessionId: string): string | null {
  const path = indexedPath(paths, sessionId);
  if (path === null) return null;
  for (let looks = 1; looks <= LOOKS.most; looks++, pause(LOOKS.every)) {
    const found = sessionIdIn(path);
    if (found !== null) return found === sessionId ? inside(paths, path) : null;
  }
  if (!isThere(path)) return null;
  throw new ChronicleError(
    'CHRONICLE_BROKEN',
    `The front matter of ${path} cannot be read. Run chronicle doctor to see why. Nothing was written.`,
  );
}

/**
 * Finds a session's chronicle by the index, or else by reading those in these of Claude Code's directories (null for all),
 * newest first, for at most `patience` ms. What was found by reading is in the index afterwards.
 */
export function findChronicle(
  paths: Paths,
  sessionId: string,
  directories: readonly string[] | null,
  patience: number,
): string | null {
  const known = findByIndex(paths, sessionId);
  if (known !== null) return known;
  for (const [id, path] of chroniclesOf(paths, directories ?? namesIn(paths.projects), patience)) {
    if (id !== sessionId) continue;
    remember(paths, sessionId, inside(paths, path));
    return path;
  }
  return null;
}

/** Finds a session's chronicle in any project, for a command that knows only the session id. */
export function findAnywhere(paths: Paths, sessionId: string, patience: number): string | null {
  return findChronicle(paths, sessionId, null, patience);
}

/** The session id and path of each chronicle, those of a project newest first, for at most `patience` ms. */
function* chroniclesOf(
  paths: Paths,
  projects: readonly string[],
  patience: number,
): Generator<[id: string, path: string]> {
  const deadline = Date.now() + patience;
  for (const project of projects) {
    const directory = chronicleDirectory(paths, project);
    for (const name of chronicleNames(directory).reverse()) {
      const id = sessionIdIn(`${directory}/${name}`);
      if (id !== null) yield [id, `${directory}/${name}`];
      if (Date.now() > deadline) return;
    }
  }
}

/**
 * The chronicle of session `named`, or else of the session the command runs in. Found by session id, because
 * `CHRONICLE_PATH` is stale after `--continue`. Throws CHRONICLE_NO_SESSION without a session and CHRONICLE_NOT_FOUND if
 * the session has no chronicle.
 */
export function currentChronicle(env: Env, paths: Paths, named: string | undefined): string {
  const sessionId = named ?? env.variables.CLAUDE_CODE_SESSION_ID;
  if (!sessionId)
    throw noSession('This is not a Claude Code session: CLAUDE_CODE_SESSION_ID is not set. Pass --session <id>.');
  if (!isSessionId(sessionId))
    throw noSession('The session id is invalid: only letters, digits, dots, dashes and underscores are allowed.');
  const found = findAnywhere(paths, sessionId, PATIENCE);
  if (found !== null) return found;
  const isShort = named !== undefined && named.length < SHORTEST_BEGINNING;
  const hint = isShort ? ` Use at least ${SHORTEST_BEGINNING} characters of an id.` : '';
  throw new ChronicleError(
    'CHRONICLE_NOT_FOUND',
    `No chronicle was found for session ${sessionId} in ${paths.projects}.${hint} Nothing was written.`,
  );
}

/**
 * The id of the session that `named` means: a whole id, or at least eight characters of the only one that begins with them.
 * Returns `named` itself if there is none. Throws CHRONICLE_NO_SESSION if there are several.
 */
export function wholeSessionId(paths: Paths, named: string): string {
  const isBeginning = named.length >= SHORTEST_BEGINNING && named.length < WHOLE && isSessionId(named);
  if (!isBeginning || indexedPath(paths, named) !== null) return named;
  const all = [...chroniclesOf(paths, namesIn(paths.projects), PATIENCE)].map(([id]) => id);
  const ids = new Set(all.filter((id) => id.startsWith(named)));
  const [found = named] = ids;
  if (ids.size < 2 || ids.has(named)) return ids.has(named) ? named : found;
  throw noSession(`${ids.size} sessions begin with ${named}, such as ${found}. Use more of the id.`);
}

function noSession(sentences: string): ChronicleError {
  return new ChronicleError('CHRONICLE_NO_SESSION', `${sentences} Nothing was written.`);
}

function inside(paths: Paths, path: string): string {
  requireWithin(dirname(path), paths.config);
  return path;
}

/** The session id in a chronicle's front matter; null if that cannot be read. */
function sessionIdIn(path: string): string | null {
  return frontMatterOf(path)?.get('session_id') ?? null;
}
