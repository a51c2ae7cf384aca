import type { Paths } from '#src/lib/paths.ts';
import { readState } from '#src/record/live.ts';
import { isRunning } from '#src/lib/lock.ts';
import type { Env } from '#src/lib/env.ts';

/** Whether a session's process is running, on this machine or another one, as far as hooks know. */
export function isSessionRunning(env: Env, paths: Paths, sessionId: string): boolean {
  if (sessionId === env.variables.CLAUDE_CODE_SESSION_ID) return true;
  const state = readState(paths, sessionId);
  return state !== null && (state.host !== env.host || isRunning(state));
}
