import { ChronicleError } from '../../node/chronicle-error.ts';
import { entryOf, readState } from '../../node/session/live-state.ts';
import { isRunning } from '../../node/store/running-process.ts';
import { realWorld } from '../../node/world.ts';
import type { Layout } from '../../project/paths.ts';

/** Refuses (CHRONICLE_LIVE) a session that is going on: its hooks would write it down again. */
export function requireEnded(layout: Layout, session: string): void {
  const state = readState(layout, session);
  if (!state) return;
  if (state.host === realWorld().host) {
    if (!isRunning(state)) return;
    throw new ChronicleError(
      'CHRONICLE_LIVE',
      `The session ${session} is running (process ${state.pid}). End it first; an event or a text can be forgotten before. Nothing was written.`,
    );
  }
  throw new ChronicleError(
    'CHRONICLE_LIVE',
    `The session ${session} was begun on ${state.host}, and whether it has ended cannot be seen from here. If it has, remove ${entryOf(layout, session)} and run this again. Nothing was written.`,
  );
}
