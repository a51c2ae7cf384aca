/**
 * Begins the chronicle of a session: at its start or, if no hook was told of that, when the agent first logs or the session
 * ends. That happens after `/clear`, in a session that ran before the hooks were installed, and with a plugin that was loaded
 * late. Its id, its directory and its transcript are known all the same.
 */
import { isAbsolute } from 'node:path';
import { isSessionId } from '#src/format/session-id.ts';
import { createFile } from '#src/lib/files.ts';
import { withLock } from '#src/lib/lock.ts';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import { chronicleDirectory, chroniclePlace, type Paths } from '#src/lib/paths.ts';
import { parseObject } from '#src/lib/json-object.ts';
import { frontMatterLine } from '#src/format/front-matter-line.ts';
import { branchAtOnce, type Checkout, checkoutOf, fileStem, taskOf } from '#src/lib/checkout.ts';
import { type ReadConfig, readConfig } from '#src/lib/config.ts';
import { isDirectory, isThere, statsOf } from '#src/lib/is-there.ts';
import { forgottenSessions } from '#src/lib/forgotten.ts';
import { localTime, utcTime } from '#src/lib/local-time.ts';
import { namesIn } from '#src/lib/names-in.ts';
import { privateDirectory } from '#src/lib/private-directory.ts';
import { readBeginning } from '#src/lib/read-file.ts';
import type { Env } from '#src/lib/env.ts';
import { requireRecorded } from './exclusion.ts';
import {
  currentChronicle,
  findAnywhere,
  findByIndex,
  findChronicle,
  indexedPath,
  wholeSessionId,
  writeIndexEntry,
} from './find.ts';
import { newState, noteStart, readState, revise } from './live.ts';
import { installerOf, isAttended, type Payload } from './payload.ts';
import { projectDirectoryOf } from './where.ts';

const LOCK_PATIENCE = 1000;
/** The prompt waits for the hook of a start (ms). */
const START_PATIENCE = 5000;
const SEARCH_PATIENCE = 2000;
/** Before the first prompt, a transcript has the lines of the host's own start (bytes). */
const BEGINNING = 1024 * 1024;

/** A session whose chronicle is created. */
interface NewChronicle {
  sessionId: string;
  checkout: Checkout;
  branch: string;
  settings: ReadConfig;
  now: Date;
}

/**
 * The chronicle of a session that starts or continues, which is created if there is none, and whether this hook answers the
 * start. If session-chronicle is installed twice, two hooks run at once: the lock lets them share one file, and one of them
 * answers. What does not cost the session its chronicle goes to `failed`.
 */
export function findOrCreateChronicle(
  env: Env,
  paths: Paths,
  { session_id: sessionId, source = '', transcript_path: transcript }: Payload,
  { checkout, branch, settings }: Pick<NewChronicle, 'checkout' | 'branch' | 'settings'>,
  failed: (error: unknown) => void,
): { path: string; answers: boolean } {
  const project = projectDirectoryOf(checkout, env.variables);
  const directory = privateDirectory(chronicleDirectory(paths, project), paths.config);
  return withLock(directory, sessionId, START_PATIENCE, () => {
    // Only a resumed session may have a file that is missing from the index: at startup, clear and fork the id is new.
    const isResumed = source === 'resume' || source === 'compact';
    let path = findChronicle(paths, sessionId, isResumed ? [project] : [], SEARCH_PATIENCE);
    if (path === null) {
      if (settings.problem) failed(new ChronicleError('CHRONICLE_BAD_CONFIG', settings.problem));
      const session = { sessionId, checkout, branch, settings, now: env.now() };
      path = createChronicle(env, paths, { directory, project }, session, failed);
    }
    try {
      const start = { by: installerOf(env.variables), source, directory: checkout.start, transcript };
      return { path, answers: noteStart(paths, sessionId, env, start) };
    } catch (error) {
      failed(error);
      return { path, answers: true };
    }
  });
}

/** Creates the file, with a name that is free, and its entry in the index. Returns its path. */
function createChronicle(
  { variables: env }: Env,
  paths: Paths,
  { directory, project }: { directory: string; project: string },
  { sessionId, checkout, branch, settings, now }: NewChronicle,
  failed: (error: unknown) => void,
): string {
  const { date, offset } = localTime(now);
  const frontMatter: Record<string, string> = {
    ...{ session_id: sessionId, date, branch, task: taskOf(branch, settings.config.taskPattern) },
    ...{ started: utcTime(now), cwd: checkout.top, utc_offset: offset },
    ...(isAttended(env) ? {} : { attended: 'no' }),
  };
  const lines = Object.entries(frontMatter).map(([key, value]) => frontMatterLine(key, value));
  const text = ['---', ...lines, '---', '', '## Events', '', '## Summary', ''].join('\n');
  const name = createFile(directory, (n) => `${fileStem(date, branch, n)}.md`, text);
  try {
    writeIndexEntry(paths, sessionId, project, name);
  } catch (error) {
    failed(error);
  }
  return `${paths.projects}/${chroniclePlace(project, name)}`;
}

/** What is known of a session whose start no hook was told of. */
interface UnstartedSession {
  sessionId: string;
  checkout: Checkout;
  transcript: string;
  /** Whether it has a chronicle only if its transcript begins with a prompt. */
  needsPrompt?: boolean;
}

/**
 * Creates the chronicle and returns its path. Null for a session that had a start, so that its chronicle was deleted, and for
 * one that was forgotten.
 */
export function beginChronicle(
  env: Env,
  paths: Paths,
  { sessionId, checkout, transcript, needsPrompt = false }: UnstartedSession,
): string | null {
  if (!isSessionId(sessionId) || readState(paths, sessionId) !== null) return null;
  const { hasPrompt, at } = beginningOf(transcript);
  if (needsPrompt && !hasPrompt) return null;
  if (isThere(paths.forgotten) && forgottenSessions(paths).has(sessionId)) return null;
  const project = projectDirectoryOf(checkout, env.variables);
  const directory = privateDirectory(chronicleDirectory(paths, project), paths.config);
  return withLock(directory, sessionId, LOCK_PATIENCE, () => {
    const known = findByIndex(paths, sessionId);
    if (known !== null) return known;
    const now = at ?? env.now();
    const session = { sessionId, checkout, branch: branchAtOnce(checkout), settings: readConfig(paths), now };
    const path = createChronicle(env, paths, { directory, project }, session, (error) => {
      throw error;
    });
    const state = { ...newState(env), directory: checkout.start, transcript };
    revise(paths, sessionId, (current) => current ?? state);
    return path;
  });
}

/** The transcript of a session, in whichever of Claude Code's directories it is; null without one. */
function transcriptOf({ projects }: Pick<Paths, 'projects'>, sessionId: string): string | null {
  const filePaths = namesIn(projects).map((name) => `${projects}/${name}/${sessionId}.jsonl`);
  return filePaths.find((path) => statsOf(path)?.isFile()) ?? null;
}

/** How a transcript begins. */
interface Beginning {
  /** Whether anybody said anything: the host ends sessions that never existed, and makes some without a prompt. */
  hasPrompt: boolean;
  /** The directory in which the session was started, as written; empty if no record says it. */
  cwd: string;
  /** When the first record was written; undefined if none says. */
  at: Date | undefined;
}

/** Reads the records at the beginning of a transcript; there are none in a file that is missing. */
export function beginningOf(transcript: string): Beginning {
  const lines = (readBeginning(transcript, BEGINNING) ?? '').split('\n');
  const records = lines.filter((line) => /"type"\s*:\s*"(?:user|assistant|system)"/.test(line)).map(parseObject);
  const cwd = String(records.find((record) => typeof record.cwd === 'string')?.cwd ?? '');
  const first = records.map(({ timestamp }) => Date.parse(String(timestamp))).find((time) => !Number.isNaN(time));
  return {
    hasPrompt: records.some(isPrompt),
    cwd,
    at: first === undefined ? undefined : new Date(first),
  };
}

function isPrompt({ type, isMeta, isSidechain, message }: Record<string, unknown>): boolean {
  if (type !== 'user' || isMeta === true || isSidechain === true) return false;
  const { content }: { content?: unknown } = { ...(message as object | null) };
  const words = Array.isArray(content) ? content.map((part) => part?.text ?? '').join('') : String(content ?? '');
  return words.trim() !== '' && !/^\s*<(?:local-command|command-name>\/(?:clear|exit|quit|compact)\b)/.test(words);
}

/**
 * The chronicle that a command writes to, found by `currentChronicle`; `named` may be the beginning of an id. Begins that of
 * the own session if no hook was told of its start. Throws CHRONICLE_EXCLUDED if the session runs in an excluded directory,
 * even if it was recorded before.
 */
export function chronicleToWrite(env: Env, paths: Paths, named: string | undefined): string {
  const own = env.variables.CLAUDE_CODE_SESSION_ID;
  const whole = named === undefined ? undefined : wholeSessionId(paths, named);
  const sessionId = whole ?? own ?? '';
  const startedIn = readState(paths, sessionId)?.directory;
  // A session may have no chronicle because its directory is excluded.
  const isUnknown = sessionId === own && indexedPath(paths, sessionId) === null;
  const directory = startedIn ?? (isUnknown ? env.cwd : undefined);
  if (directory !== undefined) requireRecorded(env, paths, directory);
  const transcript = isUnknown && isSessionId(sessionId) ? transcriptOf(paths, sessionId) : null;
  if (transcript !== null && findAnywhere(paths, sessionId, SEARCH_PATIENCE) === null) {
    // The agent may have gone to another directory since it was started.
    const { cwd } = beginningOf(transcript);
    const checkout = checkoutOf(isAbsolute(cwd) && isDirectory(cwd) ? cwd : env.cwd);
    requireRecorded(env, paths, checkout.start);
    const begun = beginChronicle(env, paths, { sessionId, checkout, transcript });
    if (begun !== null) return begun;
  }
  return currentChronicle(env, paths, whole);
}
