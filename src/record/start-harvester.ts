import { existsSync } from 'node:fs';
import { isAbandoned, lockPath } from '#src/lib/lock.ts';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import type { Paths } from '#src/lib/paths.ts';
import { queuedAt, queuedSessions } from './harvest-queue.ts';
import type { Env } from '../lib/env.ts';

/** The program that reads transcripts, beside the bundle that contains this. */
export const HARVESTER = `${import.meta.dirname}/harvest.mjs`;

/** The harvester needs this Node. Older ones only record, and transcripts are read by the next command. */
const NEEDS_NODE = 20;

/** Set for the harvester, and wherever none may be started. */
const NO_HARVEST = 'CHRONICLE_NO_HARVEST';

/** The variables that the harvester gets: no key of an API and nothing about the session that ends. */
const PASSED =
  /^(?:HOME|PATH|TZ|LANG|LC_[A-Z]+|TMPDIR|CLAUDE_CONFIG_DIR|CLAUDE_CODE_PROJECT_DIR_NAME|SystemRoot|USERPROFILE|TEMP|TMP)$/i;

/** A younger entry of the queue belongs to a harvester that has just been started (ms). */
const JUST_QUEUED = 30_000;
/** The most entries to look at. */
const MOST_LOOKS = 20;

/** Whether transcripts can be read by this Node after a session. */
export function canHarvest(version = process.versions.node): boolean {
  return Number.parseInt(version, 10) >= NEEDS_NODE;
}

/** Whether entries of the queue were left by a harvester that was killed, or failed. */
export function isHarvestLeft(paths: Paths): boolean {
  const before = Date.now() - JUST_QUEUED;
  return queuedSessions(paths)
    .slice(0, MOST_LOOKS)
    .some(
      (sessionId) =>
        (queuedAt(paths, sessionId) ?? Number.POSITIVE_INFINITY) < before ||
        // The harvester was killed while it read this one.
        isAbandoned(lockPath(paths.harvest, sessionId)),
    );
}

/**
 * Starts `program`, which reads the transcripts of the sessions in the queue, and does not wait for it. It outlives this
 * process and Claude Code. Throws CHRONICLE_INCOMPLETE if the program is missing; if the system cannot start it, `warn` gets
 * the error, and the next session starts it.
 */
export async function startHarvester(
  program: string,
  { variables: env }: Env,
  paths: Paths,
  warn: (error: unknown) => void,
): Promise<void> {
  if (env[NO_HARVEST]) return;
  if (!existsSync(program))
    throw new ChronicleError(
      'CHRONICLE_INCOMPLETE',
      `${program} is missing, so the session's transcript is not read. Reinstall session-chronicle.`,
    );
  await startDetached([program], paths, env, warn);
}

/**
 * What Node is told for the indexer: with its usual heap for new objects, which suits servers, making the index of 10,000
 * sessions takes twice the memory (520 against 220 MB) in the same time.
 */
export const INDEXER_FLAGS = ['--max-semi-space-size=2'];

/**
 * Starts `program`, which brings the index of the archive up to date, and does not wait for it. Nothing depends on it: without
 * it, commands take longer.
 */
export async function startIndexer(program: string, paths: Paths, { variables: env }: Env): Promise<void> {
  if (existsSync(program)) await startDetached([...INDEXER_FLAGS, program], paths, env, () => {});
}

async function startDetached(
  args: readonly string[],
  paths: Paths,
  env: Env['variables'],
  warn: (error: unknown) => void,
): Promise<void> {
  const passed = Object.entries(env).filter(([name]) => PASSED.test(name));
  // Loaded here, as it takes milliseconds.
  const { spawn } = await import('node:child_process');
  spawn(process.execPath, [...args], {
    // The session's own directory may be about to be deleted or unmounted.
    cwd: paths.state,
    env: { ...Object.fromEntries(passed), [NO_HARVEST]: '1' },
    detached: true,
    stdio: 'ignore',
    windowsHide: true,
  })
    .on('error', warn)
    .unref();
}
