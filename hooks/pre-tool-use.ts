/** The hook before tool calls. It runs most often, so it has a bundle of its own. */
import type { Outcome } from '#src/node/outcome.ts';
import { gate, gateUnread } from '#src/node/record/gate.ts';
import { readStdin } from '#src/node/stdin.ts';
import { realWorld, type World } from '#src/node/world.ts';
import { readPayload } from '#src/record/payload.ts';
import { type GateAnswer, gateOutput, permissionOutput } from '#src/record/pre-tool-use.ts';
import { run } from './run.ts';

/** How long to wait for a host that does not close stdin (ms). */
const PATIENCE = 5000;

run('hook', { 'pre-tool-use': () => preToolUse(realWorld()) });

/**
 * Allows the agent's own commands without a prompt and makes the host ask a person about changes of memory. On any
 * failure the host decides as it would without us.
 */
async function preToolUse(world: World): Promise<Outcome> {
  const payload = await readStdin(PATIENCE).then(readPayload, () => null);
  try {
    if (!payload || 'refusal' in payload) return answering(gateUnread(world));
    const answer = await gate(world, payload.payload);
    return answer ? answering(answer) : { stdout: permissionOutput(payload.payload) ?? '' };
  } catch {
    return {};
  }
}

const answering = (answer: GateAnswer | null) => ({ stdout: answer === null ? '' : gateOutput(answer) });
