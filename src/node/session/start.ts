import { appendFileSync } from 'node:fs';
import { isSubordinate, type Payload } from '../../hook/payload.ts';
import {
  environmentLine,
  isAttended,
  mayHaveEarlierFile,
  newChronicle,
  startOutput,
} from '../../hook/session-start.ts';
import type { Layout } from '../../project/paths.ts';
import { ChronicleError, sentenceOf } from '../chronicle-error.ts';
import { readConfig } from '../config.ts';
import { branchOf } from '../git/branch.ts';
import type { Checkout } from '../git/checkout.ts';
import { createFile } from '../store/create-file.ts';
import { withLock } from '../store/lock.ts';
import { layoutIn, type World } from '../world.ts';
import { findByIndex, findByScan, placeOf } from './find.ts';
import { writeIndexEntry } from './index-entry.ts';
import { writeLive } from './live.ts';
import { sweep } from './sweep.ts';
import { openChronicleDirectory, projectDirectoryOf, sessionCheckout } from './where.ts';

/** A resumed session's file is searched for at most this long (ms): the prompt waits for this hook. */
const SEARCH_PATIENCE = 2000;
const LOCK_PATIENCE = 5000;

/**
 * Makes sure that the session has its file and returns the line for stdout, or null for a
 * subordinate's start. Throws only if no file can be used; what fails beside that is a warning in
 * the line, and in the failure log.
 */
export async function startSession(
  world: World,
  payload: Payload,
  warn: (error: unknown) => void,
): Promise<string | null> {
  if (isSubordinate(payload)) return null;
  const layout = layoutIn(world);
  const warnings: string[] = [];
  const attempt = (work: () => void) => {
    try {
      work();
    } catch (error) {
      warn(error);
      warnings.push(sentenceOf(error));
    }
  };
  const checkout = sessionCheckout(world, payload.cwd);
  const branch = await branchOf(checkout, world.env);
  const path = ensureChronicle(world, layout, payload, { checkout, branch, attempt });
  attempt(() => writeLive(layout, payload.session_id, world));
  attempt(() => exportPath(world, path));
  attempt(() => sweep(layout, world, payload.session_id));
  return startOutput(path, warnings.length === 0 ? null : warnings.join(' '));
}

interface Surroundings {
  checkout: Checkout;
  branch: string;
  /** Runs what may fail without costing the session its chronicle. */
  attempt: (work: () => void) => void;
}

/** Two hooks of one session may run at once, when it is installed twice: the lock makes them one. */
function ensureChronicle(
  world: World,
  layout: Layout,
  payload: Payload,
  { checkout, branch, attempt }: Surroundings,
): string {
  const sessionId = payload.session_id;
  const projectDirectory = projectDirectoryOf(checkout);
  const directory = openChronicleDirectory(layout, projectDirectory);
  return withLock(directory, sessionId, LOCK_PATIENCE, () => {
    const known = findByIndex(layout, sessionId);
    if (known !== null) return known;
    const earlier = mayHaveEarlierFile(payload.source)
      ? findByScan(layout, projectDirectory, sessionId, SEARCH_PATIENCE)
      : null;
    const name = earlier === null ? create() : placeOf(earlier).fileName;
    attempt(() => writeIndexEntry(layout, sessionId, projectDirectory, name));
    return `${layout.projects}/${projectDirectory}/chronicle/${name}`;
  });

  function create(): string {
    const { config, problem } = readConfig(layout);
    attempt(() => {
      if (problem) throw new ChronicleError('CHRONICLE_BAD_CONFIG', problem);
    });
    const { nameOf, text } = newChronicle({
      sessionId,
      now: world.now(),
      branch,
      checkout: checkout.top,
      attended: isAttended(world.env),
      taskPattern: config.taskPattern,
    });
    return createFile(directory, nameOf, text);
  }
}

/** The host gives the hook a file of its own for this; later hooks do not see the variable. */
function exportPath(world: World, path: string): void {
  const file = world.env.CLAUDE_ENV_FILE;
  if (file) appendFileSync(file, environmentLine(path));
}
