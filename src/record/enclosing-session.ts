import { namesIn } from '../lib/names-in.ts';
import { parentOf } from '../lib/running-process.ts';
import { layoutIn, type World } from '../lib/world.ts';
import { readState } from './live-state.ts';

/** How many parent processes to follow; shells and tools stay far below. */
const MOST_ABOVE = 64;

/**
 * The running session that this process belongs to: the one in its environment, else the one whose process is among its
 * parents, since a process can lose its environment. Null outside a session, or if the system does not tell parents.
 */
export function enclosingSession(world: World): string | null {
  const named = world.env.CLAUDE_CODE_SESSION_ID;
  if (named) return named;
  const layout = layoutIn(world);
  const running = new Map<number, string>();
  for (const id of namesIn(layout.live)) {
    const state = readState(layout, id);
    if (state?.host === world.host) running.set(state.pid, id);
  }
  let pid: number | null = running.size === 0 ? null : world.parentPid;
  for (let n = 0; pid !== null && pid > 1 && n < MOST_ABOVE; n++) {
    const id = running.get(pid);
    if (id !== undefined) return id;
    pid = parentOf(pid);
  }
  return null;
}
