/** What every hook and command does around its own work: arguments, payload, failures, output. */
import { type Config, type Layer, readConfig } from '#src/lib/config.ts';
import { logFailure } from '#src/lib/failure-log.ts';
import { finish, type Outcome, readStdin } from '#src/lib/streams.ts';
import { exclusionOfSession, layersOf } from '#src/record/exclusion.ts';
import { findByIndex } from '#src/record/find.ts';
import { readState } from '#src/record/live.ts';
import type { Read } from '#src/notes/agent-arguments.ts';
import { sessionCheckout } from '#src/record/where.ts';
import { pathsIn, realEnv, type Env } from '#src/lib/env.ts';
import { ChronicleError, codeOf, sentenceOf } from '#src/lib/chronicle-error.ts';
import { installerOf, isSubordinate, type Payload, readPayload } from '#src/record/payload.ts';

/** A hook or command: gets the words after its own, and reads stdin itself unless it gets another `read`. */
export type Work = (env: Env, args: string[], read?: Read) => Promise<Outcome>;

/** Runs what the first argument names, prints its outcome and ends the process. An unknown word is answered with all words. */
export function run(works: Record<string, () => Promise<Work>>): void {
  // Only reading stdin needs a thread. Starting the usual four costs more than a hook's work.
  process.env.UV_THREADPOOL_SIZE ??= '1';
  // No stack is ever printed, and each missing file would create one.
  Error.stackTraceLimit = 0;
  // All output is written by then. Without exit(), Node spends time on tearing down its heap.
  outcomeOf(works, process.argv.slice(2))
    .then(finish)
    .then(() => process.exit());
}

async function outcomeOf(works: Parameters<typeof run>[0], [word = '', ...args]: string[]): Promise<Outcome> {
  const load = Object.hasOwn(works, word) ? works[word] : undefined;
  if (!load)
    return {
      stderr: `There is no hook or command "${word}". There are ${Object.keys(works).join(', ')}.`,
      exitCode: 2,
    };
  try {
    return await (await load())(realEnv(), args);
  } catch (error) {
    return { stderr: sentenceOf(error), exitCode: 2 };
  }
}

/**
 * Reads a hook's payload, waiting at most `patience` ms for a host that does not close stdin, and does its work. A failure,
 * and what the work passes to `warn`, is written to the failure log; a failure also to stderr, with exit code 2.
 */
export async function recorded(
  env: Env,
  event: string,
  { patience, read = readStdin }: { patience: number; read?: Read | undefined },
  work: (payload: Payload, warn: (error: unknown) => void) => Promise<Outcome> | Outcome,
): Promise<Outcome> {
  let sessionId: string | undefined;
  const record = (error: unknown) => recordFailure(env, event, error, sessionId);
  try {
    const decoded = readPayload(await read(patience));
    if ('refusal' in decoded)
      throw new ChronicleError('CHRONICLE_BAD_PAYLOAD', `${decoded.refusal} Nothing was written.`);
    sessionId = decoded.payload.session_id;
    return await work(decoded.payload, record);
  } catch (error) {
    record(error);
    return { stderr: sentenceOf(error), exitCode: 2 };
  }
}

/** Adds a hook's failure to the log. Never fails. */
export function recordFailure(env: Env, event: string, error: unknown, sessionId: string | undefined): void {
  try {
    const [code, message] = [codeOf(error), sentenceOf(error)];
    const session = sessionId === undefined ? {} : { session_id: sessionId };
    logFailure(pathsIn(env), { at: env.now().toISOString(), event, code, message, ...session });
  } catch {
    // Without an absolute config directory there is nowhere to log.
  }
}

/** The session that a hook runs for. */
export interface OwnSession {
  /** The path of its chronicle. */
  chronicle: string;
  config: Config;
  layers: readonly Layer[];
}

/**
 * The session that a hook runs for; null if the hook has nothing to do with it: for a subagent, in an excluded directory,
 * without this layer or a chronicle, or if the hook of another installation answers for the session.
 */
export function ownSession(env: Env, payload: Payload, layer: Layer): OwnSession | null {
  if (isSubordinate(payload)) return null;
  const paths = pathsIn(env);
  const settings = readConfig(paths);
  const { config } = settings;
  const by = readState(paths, payload.session_id)?.start?.by;
  if (by !== undefined && by !== installerOf(env.variables)) return null;
  const checkout = sessionCheckout(env, payload.cwd);
  const layers = layersOf(checkout, config, env.home);
  if (!layers.includes(layer) || exclusionOfSession(checkout, settings, env) !== null) return null;
  const chronicle = findByIndex(paths, payload.session_id);
  return chronicle === null ? null : { chronicle, config, layers };
}
