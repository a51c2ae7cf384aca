import { type Outcome, readStdin } from '#src/lib/streams.ts';
import { gate, gateFailed, gateUnread } from '#src/memory/gate.ts';
import { type Env, pathsIn } from '#src/lib/env.ts';
import type { Read } from '#src/notes/agent-arguments.ts';
import { sentenceOf } from '#src/lib/chronicle-error.ts';
import { isAnsweredElsewhere } from '#src/record/live.ts';
import { readPayload } from '#src/record/payload.ts';
import { type GateAnswer, gateOutput, permissionOutput } from '#src/memory/tool-call.ts';
import { PATIENCE, recordFailure } from './run.ts';

/**
 * The hook before a tool call. Allows the agent's own commands without a prompt and makes the host ask a person about changes
 * of memory. Even a failure ends with 0, as the call would be blocked otherwise: it is logged, and a call that may change
 * memory is asked about.
 */
export async function beforeTool(env: Env, _args?: string[], read: Read = readStdin): Promise<Outcome> {
  const payload = await read(PATIENCE).then(readPayload, () => null);
  try {
    if (!payload || 'refusal' in payload) return answering(gateUnread(env));
    if (isAnsweredElsewhere(env, pathsIn(env), payload.payload.session_id)) return {};
    const answer = await gate(env, payload.payload);
    return answer ? answering(answer) : { stdout: permissionOutput(payload.payload) ?? '' };
  } catch (error) {
    const call = payload && 'payload' in payload ? payload.payload : null;
    recordFailure(env, 'pre-tool-use', error, call?.session_id);
    return { ...answering(call && gateFailed(call)), stderr: sentenceOf(error) };
  }
}

const answering = (answer: GateAnswer | null) => ({ stdout: answer === null ? '' : gateOutput(answer) });
