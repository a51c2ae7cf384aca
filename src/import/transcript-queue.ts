/**
 * Reads the transcripts of sessions that have ended: those that hooks put into a queue, and those that went on since their facts
 * were written.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { ChronicleError, codeOf, sentenceOf } from '#src/lib/chronicle-error.ts';
import type { Env } from '#src/lib/env.ts';
import { logFailure } from '#src/lib/failure-log.ts';
import { unlessLocked } from '#src/lib/lock.ts';
import type { Paths } from '#src/lib/paths.ts';
import { privateDirectory } from '#src/lib/private-directory.ts';
import { noteMemories } from '#src/memory/see-memories.ts';
import { queuedSessions, readQueued, removeQueued, replaceQueued } from '#src/record/harvest-queue.ts';
import { readState } from '#src/record/live.ts';
import { type FactsUpdate, type UpdateRequest, updateFacts } from './facts-reader.ts';

/** The event of these failures in the log. */
export const HARVEST_EVENT = 'harvest';

/** How long the end of a session is waited for (ms). */
interface Waits {
  /** The host may write another line to a transcript after the session's end. */
  rest: number;
  /** The hook that queued the session may not have ended. */
  hook: number;
}

export interface QueueOptions {
  waits?: Waits;
  update?: typeof updateFacts;
  /** Called before each session with how many were tried, and how many there are. */
  progress?: (done: number, of: number) => void;
}

const LOOK_EVERY = 50;
/** After so many attempts an entry is dropped: its transcript may bring the process down. */
const ATTEMPTS = 3;

/**
 * Reads the transcripts of all sessions in the queue, also of those that are added meanwhile. An entry stays until its session
 * was read, so a killed process loses nothing. Several processes divide the work by the locks of the entries. What fails goes
 * to the failure log, and another process tries it again, a few times. Never throws.
 */
export async function readQueuedTranscripts(
  env: Env,
  paths: Paths,
  { waits = { rest: 1000, hook: 5000 }, update = updateAndNote, progress }: QueueOptions = {},
): Promise<void> {
  const tried = new Set<string>();
  for (;;) {
    const [sessionId, ...others] = queuedSessions(paths).filter((each) => !tried.has(each));
    if (sessionId === undefined) return;
    progress?.(tried.size, tried.size + 1 + others.length);
    tried.add(sessionId);
    try {
      await ended(paths, sessionId, waits);
      const directory = privateDirectory(paths.harvest, paths.config);
      const read = () => readEntry(env, paths, sessionId, update);
      const worked = await unlessLocked(directory, sessionId, read);
      if (worked?.result === 'ended again') tried.delete(sessionId);
    } catch (error) {
      report(env, paths, sessionId, error);
    }
  }
}

/** Reads a session of the queue. */
async function readEntry(
  env: Env,
  paths: Paths,
  sessionId: string,
  update: typeof updateFacts,
): Promise<'done' | 'left' | 'ended again'> {
  const entry = readQueued(paths, sessionId);
  if (entry === null) {
    removeQueued(paths, sessionId, null);
    return 'left';
  }
  if (entry.attempts >= ATTEMPTS) {
    removeQueued(paths, sessionId, entry);
    throw new ChronicleError(
      'CHRONICLE_HARVEST_GIVEN_UP',
      `The session's transcript could not be read in ${ATTEMPTS} attempts. chronicle import transcripts tries again.`,
    );
  }
  const counted = { ...entry, attempts: entry.attempts + 1 };
  replaceQueued(paths, sessionId, counted);
  const { transcript, source } = entry;
  const { skipped, problem } = await update(env, paths, { sessionId, transcript, source });
  if (skipped === 'is being read') {
    replaceQueued(paths, sessionId, entry);
    return 'left';
  }
  if (problem !== null) report(env, paths, sessionId, new ChronicleError('CHRONICLE_BROKEN', problem));
  return removeQueued(paths, sessionId, counted) ? 'done' : 'ended again';
}

/** Reads a session, and what became of the memories of its project. A failure of that is only logged. */
async function updateAndNote(env: Env, paths: Paths, request: UpdateRequest): Promise<FactsUpdate> {
  const update = await updateFacts(env, paths, request);
  const { chronicle, skipped } = update;
  const { sessionId } = request;
  if (chronicle === null || skipped === 'lies in an excluded directory') return update;
  try {
    noteMemories(paths, sessionId, chronicle, env.now());
  } catch (error) {
    report(env, paths, sessionId, error);
  }
  return update;
}

/** Waits until a session has ended: until then it counts as running, and its last turn would be left out. */
async function ended(paths: Paths, sessionId: string, { rest, hook }: Waits): Promise<void> {
  const queued = Date.parse(readQueued(paths, sessionId)?.queued ?? '');
  const age = Date.now() - queued;
  // An entry without a valid time, or from before the clock was set back, is used at once.
  if (age >= 0 && age < rest) await sleep(rest - age);
  const isEnding = () => Date.parse(readState(paths, sessionId)?.since ?? '') <= queued;
  for (const deadline = Date.now() + hook; isEnding() && Date.now() < deadline; ) await sleep(LOOK_EVERY);
}

function report(env: Env, paths: Paths, sessionId: string, error: unknown): void {
  const [code, message] = [codeOf(error), sentenceOf(error)];
  logFailure(paths, { at: env.now().toISOString(), event: HARVEST_EVENT, code, message, session_id: sessionId });
}
