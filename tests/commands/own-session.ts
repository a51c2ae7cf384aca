/** What hooks do at the start and the end of a session, and the agent in it, in this process. */
import { type Payload, readPayload } from '#src/record/payload.ts';
import { endSession } from '../../hooks/end.ts';
import { startSession } from '../../hooks/start.ts';
import { endPayload, startPayload } from '../hooks/payloads.ts';
import type { Sandbox } from '../hooks/sandbox.ts';
import { runChronicle } from './own-command.ts';
import { type Finished, envOf } from './run-command.ts';

export async function start(box: Sandbox, id: string): Promise<void> {
  const payload = payloadOf(startPayload({ session_id: id, cwd: box.project }));
  await startSession(envOf(box.environment(), box.project), payload, refuse);
}

export async function end(box: Sandbox, id: string): Promise<void> {
  const payload = payloadOf(endPayload({ session_id: id, cwd: box.project }));
  await endSession(envOf(box.environment(), box.project), payload, refuse);
}

export function log(box: Sandbox, id: string, tag: string, input: string): Promise<Finished> {
  return runChronicle(box, ['log', tag], { input, env: { CLAUDE_CODE_SESSION_ID: id } });
}

export function summary(box: Sandbox, id: string, input: string): Promise<Finished> {
  return runChronicle(box, ['summary'], { input, env: { CLAUDE_CODE_SESSION_ID: id } });
}

function payloadOf(text: string): Payload {
  const read = readPayload(text);
  if ('refusal' in read) throw new Error(read.refusal);
  return read.payload;
}

function refuse(error: unknown): never {
  throw error;
}
