/** What hooks do at the start and the end of a session, and the agent in it, in this process. */
import { endSession } from '#src/node/record/end.ts';
import { finishKilled } from '#src/node/record/finish-killed.ts';
import { countGrowth, markObserved, observeEnd, promptNow } from '#src/node/record/observe-end.ts';
import { toldPending } from '#src/node/record/pending-line.ts';
import { remarksOnConcepts } from '#src/node/record/remarks-on-concepts.ts';
import type { Programs } from '#src/node/record/seldom.ts';
import * as notes from '#src/node/record/session-notes.ts';
import { startSession } from '#src/node/record/start.ts';
import { toldAtStart } from '#src/node/record/told-at-start.ts';
import { mergeSession, smallBook } from '#src/node/session/book-file.ts';
import { type Payload, readPayload } from '#src/record/payload.ts';
import { endPayload, startPayload } from '../hooks/payloads.ts';
import type { Sandbox } from '../hooks/sandbox.ts';
import { runChronicle } from './own-command.ts';
import { type Finished, worldOf } from './run-command.ts';

const PROGRAMS: Programs = {
  // The sandbox's environment keeps it from being started.
  harvester: '/no/harvester',
  seldom: () => ({ ...notes, finishKilled }),
  briefing: () => ({ toldAtStart, toldPending }),
  book: () => ({ mergeSession, smallBook, remarksOnConcepts }),
  growth: () => ({ countGrowth, promptNow, observeEnd, markObserved }),
};

export async function start(box: Sandbox, id: string): Promise<void> {
  const payload = payloadOf(startPayload({ session_id: id, cwd: box.project }));
  await startSession(worldOf(box.environment(), box.project), payload, PROGRAMS, refuse);
}

export async function end(box: Sandbox, id: string): Promise<void> {
  const payload = payloadOf(endPayload({ session_id: id, cwd: box.project }));
  await endSession(worldOf(box.environment(), box.project), payload, PROGRAMS, refuse);
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
