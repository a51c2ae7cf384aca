import { existsSync, lstatSync } from 'node:fs';
import { discard, isAbandoned, lockPath } from '#src/lib/lock.ts';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import type { Paths } from '#src/lib/paths.ts';
import type { Env } from '#src/lib/env.ts';
import { isSessionId } from '#src/format/session-id.ts';
import { overwriteFile } from '#src/lib/files.ts';
import { asBytes } from '#src/lib/latin1.ts';
import { parseObject } from '#src/lib/json-object.ts';
import { namesIn } from '#src/lib/names-in.ts';
import { readBeginning } from '#src/lib/read-file.ts';
import { writeSmallFile } from './find.ts';
import { LARGEST_STATE, type LiveState } from './live.ts';

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

/**
 * The queue of sessions whose transcripts are to be read, one file per session. Hooks add to it, since they must not read
 * transcripts themselves, and a process of its own works it off.
 */
export interface QueuedHarvest {
  /** The path of the transcript, as the host named it: untrusted. Null if it is unknown. */
  transcript: string | null;
  /** How its last process came to the session, in the host's words, such as `fork`; null if unknown. */
  source: string | null;
  /** When that was, UTC; null if unknown. */
  since: string | null;
  /** When the entry was written, UTC. */
  queued: string;
  /** How many times reading it was begun. */
  attempts: number;
}

/** The path of a session's entry. */
const queuedPath = (paths: Pick<Paths, 'harvest'>, sessionId: string) => `${paths.harvest}/${sessionId}`;

/** Adds a session to the queue, or renews its entry. `state` is what is known of it. */
export function queueHarvest(
  paths: Paths,
  sessionId: string,
  state: Pick<LiveState, 'transcript' | 'began'>,
  now: Date,
): void {
  const entry: QueuedHarvest = {
    transcript: state.transcript ?? null,
    source: state.began?.source ?? null,
    since: state.began?.at ?? null,
    queued: now.toISOString(),
    attempts: 0,
  };
  writeSmallFile(paths, queuedPath(paths, sessionId), textOf(entry));
}

/** The sessions in the queue, and unreadable entries. */
export function queuedSessions(paths: Pick<Paths, 'harvest'>): string[] {
  return namesIn(paths.harvest).filter(isSessionId);
}

/** When an entry was last written (ms); null if it is gone. */
export function queuedAt(paths: Pick<Paths, 'harvest'>, sessionId: string): number | null {
  return lstatSync(queuedPath(paths, sessionId), { throwIfNoEntry: false })?.mtimeMs ?? null;
}

/** A session's entry; null if there is none or it cannot be read. */
export function readQueued(paths: Pick<Paths, 'harvest'>, sessionId: string): QueuedHarvest | null {
  const entry = parseObject(readBeginning(queuedPath(paths, sessionId), LARGEST_STATE) ?? '');
  const { queued, attempts } = entry;
  if (typeof queued !== 'string' || typeof attempts !== 'number') return null;
  const [transcript = null, source = null, since = null] = [entry.transcript, entry.source, entry.since].map((value) =>
    typeof value === 'string' ? value : null,
  );
  return { transcript, source, since, queued, attempts };
}

/** Replaces an entry with `next`. The caller must hold its lock. */
export function replaceQueued(paths: Pick<Paths, 'harvest'>, sessionId: string, next: QueuedHarvest): void {
  overwriteFile(queuedPath(paths, sessionId), asBytes(textOf(next)), { durable: false });
}

/**
 * Removes a session's entry, or one that cannot be read, unless a hook has renewed it since `known` was read; then returns
 * false. The caller must hold its lock.
 */
export function removeQueued(paths: Pick<Paths, 'harvest'>, sessionId: string, known: QueuedHarvest | null): boolean {
  const found = readQueued(paths, sessionId);
  if (found !== null && (known === null || textOf(found) !== textOf(known))) return false;
  discard(queuedPath(paths, sessionId));
  return true;
}

function textOf(entry: QueuedHarvest): string {
  return `${JSON.stringify(entry)}\n`;
}
