import { setTimeout as sleep } from 'node:timers/promises';
import { unlessLocked } from '#src/lib/lock.ts';
import { ChronicleError, codeOf, sentenceOf } from '#src/lib/chronicle-error.ts';
import type { Paths } from '#src/lib/paths.ts';
import { logFailure } from '#src/lib/failure-log.ts';
import { noteMemories } from '#src/memory/see-memories.ts';
import { isBroken, queuedSessions, readQueued, removeQueued, replaceQueued } from '#src/record/harvest-queue.ts';
import { readState } from '#src/record/live.ts';
import { giveUpWork } from '#src/lib/streams.ts';
import { privateDirectory } from '#src/lib/private-directory.ts';
import type { Env } from '#src/lib/env.ts';
import { type HarvestOutcome, type HarvestRequest, harvestSession } from './harvest-session.ts';

/** How long and how often the queue's entries are tried. Times in ms. */
export interface DrainLimits {
  /** The host may write another line to a transcript after the session's end. */
  settle: number;
  /** How long to wait for the hook that queued the session. */
  hook: number;
  perSession: number;
  inAll: number;
  /** After this many attempts an entry is dropped. */
  attempts: number;
}

const MINUTE = 60_000;
const USUAL: DrainLimits = {
  settle: 1000,
  hook: 5000,
  perSession: 10 * MINUTE,
  inAll: 30 * MINUTE,
  attempts: 3,
};
const LOOK_EVERY = 50;

/** The event of these failures in the log. */
export const HARVEST_EVENT = 'harvest';

/** What became of an entry: `again` if its session has ended once more meanwhile. */
type Fate = 'done' | 'again' | 'left' | 'too late';

/**
 * Reads the transcripts of all sessions in the queue, also of those that are added meanwhile. An entry stays until its
 * session was read, so a killed process loses nothing. Several processes divide the work by the locks of the entries. What
 * fails goes to the failure log, and another process tries it again, a few times. Never throws, and ends by itself. The
 * reading of a session that took too long goes on until `exitWith` ends the process.
 */
export async function drainHarvests(
  env: Env,
  paths: Paths,
  { limits = USUAL, harvest = harvestAndNote, progress }: DrainOptions = {},
): Promise<void> {
  const drain: Drain = { env, paths, limits, harvest };
  const deadline = Date.now() + limits.inAll;
  const tried = new Set<string>();
  while (Date.now() < deadline) {
    const [sessionId, ...others] = queuedSessions(paths).filter((each) => !tried.has(each));
    if (sessionId === undefined) return;
    progress?.(tried.size, tried.size + 1 + others.length);
    tried.add(sessionId);
    const fate = await drainOne(drain, sessionId);
    if (fate === 'too late') return;
    if (fate === 'again') tried.delete(sessionId);
  }
}

export interface DrainOptions {
  limits?: DrainLimits;
  harvest?: typeof harvestSession;
  /** Called before each session with how many were tried, and how many there are. */
  progress?: (done: number, of: number) => void;
}

interface Drain {
  env: Env;
  paths: Paths;
  limits: DrainLimits;
  harvest: typeof harvestSession;
}

/** Works on an entry, unless another process does. */
async function drainOne(drain: Drain, sessionId: string): Promise<Fate> {
  const { paths, limits } = drain;
  try {
    await settled(paths, sessionId, limits);
    const directory = privateDirectory(paths.harvest, paths.config);
    const worked = await unlessLocked(directory, sessionId, () => readSession(drain, sessionId));
    return worked?.result ?? 'left';
  } catch (error) {
    report(drain, sessionId, error);
    return 'left';
  }
}

/** Reads a session, and what became of the memories of its project. A failure of that is only logged. */
async function harvestAndNote(env: Env, paths: Paths, request: HarvestRequest): Promise<HarvestOutcome> {
  const outcome = await harvestSession(env, paths, request);
  const { chronicle, skipped } = outcome;
  const { sessionId } = request;
  if (chronicle !== null && skipped !== 'lies in an excluded directory')
    await noteMemories(env, paths, sessionId, chronicle).catch((error) => report({ env, paths }, sessionId, error));
  return outcome;
}

async function readSession(drain: Drain, sessionId: string): Promise<Fate> {
  const { env, paths, limits, harvest } = drain;
  const entry = readQueued(paths, sessionId);
  if (entry === null) {
    if (isBroken(paths, sessionId)) removeQueued(paths, sessionId, null);
    return 'left';
  }
  if (entry.attempts >= limits.attempts) {
    removeQueued(paths, sessionId, entry);
    throw new ChronicleError(
      'CHRONICLE_HARVEST_GIVEN_UP',
      `The session's transcript could not be read in ${limits.attempts} attempts. chronicle import transcripts tries again.`,
    );
  }
  // Counted beforehand: a transcript may bring the process down.
  const counted = { ...entry, attempts: entry.attempts + 1 };
  replaceQueued(paths, sessionId, counted);
  const { transcript, source } = entry;
  const outcome = await inTime(harvest(env, paths, { sessionId, transcript, source }), limits.perSession);
  if (outcome === null) {
    const seconds = limits.perSession / 1000;
    const message = `Reading the session's transcript took longer than ${seconds} s and was stopped.`;
    report(drain, sessionId, new ChronicleError('CHRONICLE_HARVEST_SLOW', message));
    giveUpWork();
    return 'too late';
  }
  if (outcome.skipped === 'is being read') {
    replaceQueued(paths, sessionId, entry);
    return 'left';
  }
  if (outcome.problem !== null) report(drain, sessionId, new ChronicleError('CHRONICLE_BROKEN', outcome.problem));
  return removeQueued(paths, sessionId, counted) ? 'done' : 'again';
}

/**
 * Waits until an entry is `settle` ms old and the hook that queued it has ended: until then, the session counts as running,
 * and its last turn would be left out.
 */
async function settled(paths: Paths, sessionId: string, { settle, hook }: DrainLimits): Promise<void> {
  const entry = readQueued(paths, sessionId);
  if (entry === null) return;
  const queued = Date.parse(entry.queued);
  const age = Date.now() - queued;
  // An entry without a valid time, or from before the clock was set back, is used at once.
  if (age >= 0 && age < settle) await sleep(settle - age);
  const isEnding = () => Date.parse(readState(paths, sessionId)?.since ?? '') <= queued;
  for (const deadline = Date.now() + hook; isEnding() && Date.now() < deadline; ) await sleep(LOOK_EVERY);
}

/** The outcome, or null after this time (ms). */
function inTime(work: Promise<HarvestOutcome>, limit: number): Promise<HarvestOutcome | null> {
  const timer = new AbortController();
  const late = sleep(limit, null, { signal: timer.signal }).catch(() => null);
  return Promise.race([work, late]).finally(() => timer.abort());
}

function report({ env, paths }: Pick<Drain, 'env' | 'paths'>, sessionId: string, error: unknown): void {
  const code = codeOf(error);
  const message = sentenceOf(error);
  logFailure(paths, { at: env.now().toISOString(), event: HARVEST_EVENT, code, message, session_id: sessionId });
}
