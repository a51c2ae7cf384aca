import { logFailure } from '#src/node/failure-log.ts';
import type { Outcome } from '#src/node/outcome.ts';
import { endSession } from '#src/node/record/end.ts';
import type { Programs } from '#src/node/record/seldom.ts';
import { startSession } from '#src/node/record/start.ts';
import { readStdin } from '#src/node/stdin.ts';
import { layoutIn, type World } from '#src/node/world.ts';
import { ChronicleError, codeOf, sentenceOf } from '#src/project/chronicle-error.ts';
import { type Payload, readPayload } from '#src/record/payload.ts';

/** How long to wait for a host that does not close stdin (ms). A SessionEnd hook has 1.5 s in all. */
const START_PATIENCE = 5000;
const END_PATIENCE = 700;

/** The program that reads transcripts, and the bundle of what is seldom needed, next to the bundle that contains this. */
const PROGRAMS: Programs = {
  harvester: `${__dirname}/harvest.mjs`,
  seldom: () => require('./seldom.cjs'),
};

/** Opens the session's chronicle and prints the reminder for the agent. */
export function sessionStart(world: World): Promise<Outcome> {
  return recorded(world, 'session-start', START_PATIENCE, async (payload, warn) => ({
    stdout: (await startSession(world, payload, PROGRAMS, warn)) ?? '',
  }));
}

/** Adds a machine summary to the session's chronicle, if it needs one, and has its transcript read. */
export function sessionEnd(world: World): Promise<Outcome> {
  return recorded(world, 'session-end', END_PATIENCE, async (payload, warn) => {
    await endSession(world, payload, PROGRAMS, warn);
    return {};
  });
}

type Work = (payload: Payload, warn: (error: unknown) => void) => Promise<Outcome>;

/** Runs a hook's work. A failure is written to the failure log as well as to stderr. */
async function recorded(world: World, event: string, patience: number, work: Work): Promise<Outcome> {
  let sessionId: string | undefined;
  const record = (error: unknown) => {
    recordFailure(world, event, codeOf(error), sentenceOf(error), sessionId);
  };
  try {
    const decoded = readPayload(await readStdin(patience));
    if ('refusal' in decoded)
      throw new ChronicleError('CHRONICLE_BAD_PAYLOAD', `${decoded.refusal} Nothing was written.`);
    sessionId = decoded.payload.session_id;
    return await work(decoded.payload, record);
  } catch (error) {
    record(error);
    return { stderr: sentenceOf(error), exitCode: 2 };
  }
}

function recordFailure(
  world: World,
  event: string,
  code: string,
  message: string,
  sessionId: string | undefined,
): void {
  try {
    const session = sessionId === undefined ? {} : { session_id: sessionId };
    logFailure(layoutIn(world), { at: world.now().toISOString(), event, code, message, ...session });
  } catch {
    // Without an absolute config directory there is nowhere to log.
  }
}
