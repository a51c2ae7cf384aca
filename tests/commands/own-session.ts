/** What hooks do at the start and the end of a session, and the agent in it, in this process. */
import { sessionEnd } from '../../hooks/end.ts';
import { sessionStart } from '../../hooks/start.ts';
import type { Work } from '../../hooks/run.ts';
import { endPayload, startPayload } from '../hooks/payloads.ts';
import type { Sandbox } from '../hooks/sandbox.ts';
import { runChronicle } from './own-command.ts';
import { type Finished, envOf } from './run-command.ts';

export function start(box: Sandbox, id: string): Promise<void> {
  return run(box, sessionStart, startPayload({ session_id: id, cwd: box.project }));
}

export function end(box: Sandbox, id: string): Promise<void> {
  return run(box, sessionEnd, endPayload({ session_id: id, cwd: box.project }));
}

export function log(box: Sandbox, id: string, tag: string, input: string): Promise<Finished> {
  return runChronicle(box, ['log', tag], { input, env: { CLAUDE_CODE_SESSION_ID: id } });
}

export function summary(box: Sandbox, id: string, input: string): Promise<Finished> {
  return runChronicle(box, ['summary'], { input, env: { CLAUDE_CODE_SESSION_ID: id } });
}

async function run(box: Sandbox, hook: Work, payload: string): Promise<void> {
  const { stderr } = await hook(envOf(box.environment(), box.project), [], async () => payload);
  if (stderr) throw new Error(stderr);
}
