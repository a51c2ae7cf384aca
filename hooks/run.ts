/** What every hook and command does around its own work: arguments, payload, settings, failures, output. */
import type { Checkout } from '#src/lib/checkout.ts';
import { ChronicleError, codeOf, sentenceOf } from '#src/lib/chronicle-error.ts';
import { type Layer, type ReadConfig, readConfig } from '#src/lib/config.ts';
import { type Env, pathsIn, realEnv } from '#src/lib/env.ts';
import { logFailure } from '#src/lib/failure-log.ts';
import type { Paths } from '#src/lib/paths.ts';
import { finish, type Outcome, readStdin } from '#src/lib/streams.ts';
import type { Read } from '#src/notes/agent-arguments.ts';
import { exclusionOfSession, layersOf } from '#src/record/exclusion.ts';
import { findByIndex } from '#src/record/find.ts';
import { isAnsweredElsewhere } from '#src/record/live.ts';
import { isSubordinate, type Payload, readPayload } from '#src/record/payload.ts';
import { sessionCheckout } from '#src/record/where.ts';
import type { HookWord } from '#src/setup/hook-entries.ts';
import { EXIT_CODES } from './exit-codes.ts';

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

/** How long to wait for a host that does not close stdin (ms). */
export const PATIENCE = 2000;

/** What a hook does with its payload. What it passes to `warn` is only logged. */
type HookWork = (env: Env, payload: Payload, warn: (error: unknown) => void) => Promise<Outcome> | Outcome;

/**
 * A hook: reads its payload and does its work. A failure is written to the failure log and to stderr, and ends the hook with
 * the exit code of its kind.
 */
export function hook(word: HookWord, work: HookWork, patience = PATIENCE): Work {
  return async (env, _args, read = readStdin) => {
    let sessionId: string | undefined;
    const record = (error: unknown) => recordFailure(env, word, error, sessionId);
    try {
      const decoded = readPayload(await read(patience));
      if ('refusal' in decoded)
        throw new ChronicleError('CHRONICLE_BAD_PAYLOAD', `${decoded.refusal} Nothing was written.`);
      sessionId = decoded.payload.session_id;
      return await work(env, decoded.payload, record);
    } catch (error) {
      record(error);
      return { stderr: sentenceOf(error), exitCode: EXIT_CODES[word] ?? 2 };
    }
  };
}

/** The output with which a hook tells the agent something, and the host `more`. */
export function contextFor(hookEventName: string, additionalContext: string, more: object = {}): Outcome {
  return { stdout: JSON.stringify({ hookSpecificOutput: { hookEventName, additionalContext }, ...more }) };
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

/** What a hook of a session knows before it looks for the chronicle. */
export interface HookSession {
  paths: Paths;
  settings: ReadConfig;
  checkout: Checkout;
  layers: readonly Layer[];
  /** Whether nothing is recorded where the session runs. */
  isExcluded: boolean;
}

/** Null for a subagent and for the host's summariser. Throws CHRONICLE_BAD_CONFIG if `exclude` cannot be read. */
export function hookSession(env: Env, payload: Payload): HookSession | null {
  if (isSubordinate(payload)) return null;
  const paths = pathsIn(env);
  const settings = readConfig(paths);
  const checkout = sessionCheckout(env, payload.cwd);
  const isExcluded = exclusionOfSession(checkout, settings, env) !== null;
  return { paths, settings, checkout, layers: layersOf(checkout, settings.config, env.home), isExcluded };
}

/** A recorded session that a hook has work for. */
export interface OwnSession extends HookSession {
  /** The path of its chronicle. */
  chronicle: string;
}

/**
 * The session that a hook runs for; null if the hook has nothing to do with it: for a subagent, in an excluded directory,
 * without this layer or a chronicle, or if the hook of another installation answers for the session.
 */
export function ownSession(env: Env, payload: Payload, layer: Layer): OwnSession | null {
  const session = hookSession(env, payload);
  if (session === null || session.isExcluded || !session.layers.includes(layer)) return null;
  if (isAnsweredElsewhere(env, session.paths, payload.session_id)) return null;
  const chronicle = findByIndex(session.paths, payload.session_id);
  return chronicle === null ? null : { ...session, chronicle };
}
