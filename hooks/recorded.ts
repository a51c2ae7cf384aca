import { logFailure } from '#src/node/failure-log.ts';
import type { Outcome } from '#src/node/outcome.ts';
import { readStdin } from '#src/node/stdin.ts';
import { layoutIn, type World } from '#src/node/world.ts';
import { ChronicleError, codeOf, sentenceOf } from '#src/project/chronicle-error.ts';
import { type Payload, readPayload } from '#src/record/payload.ts';

type Work = (payload: Payload, warn: (error: unknown) => void) => Promise<Outcome>;

/** Runs a hook's work. A failure is written to the failure log as well as to stderr. */
export async function recorded(world: World, event: string, patience: number, work: Work): Promise<Outcome> {
  let sessionId: string | undefined;
  const record = (error: unknown) => recordFailure(world, event, error, sessionId);
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

/** Adds a hook's failure to the log. Never fails. */
export function recordFailure(world: World, event: string, error: unknown, sessionId: string | undefined): void {
  try {
    const [code, message] = [codeOf(error), sentenceOf(error)];
    const session = sessionId === undefined ? {} : { session_id: sessionId };
    logFailure(layoutIn(world), { at: world.now().toISOString(), event, code, message, ...session });
  } catch {
    // Without an absolute config directory there is nowhere to log.
  }
}
